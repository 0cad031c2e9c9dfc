import { rounds } from '../rounds.js';
import { describeOwn } from './crash/own-database.js';
import { expectExactlyOnce, startTraffic } from './crash/traffic.js';

const kills = rounds(200, 6);

describeOwn(
  'processes',
  ['sqlite', 'postgres', 'redis'],
  ['shop', 'worker', 'receiver'],
  (testOwn) => {
    testOwn(
      `killed ${kills} times lose no order, and handle each order and event once`,
      async ({ address, scripts, effects }) => {
        const traffic = await startTraffic(address, scripts, effects);
        await traffic.kill(kills);
        await expectExactlyOnce(await traffic.finish(), effects);
      },
    );
  },
);
