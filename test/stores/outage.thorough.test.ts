import { rounds } from '../rounds.js';
import { addressOf, describeOwn } from './crash/own-database.js';
import { startProxy } from './crash/proxy.js';
import { expectExactlyOnce, startTraffic } from './crash/traffic.js';

const scripts = ['shop', 'worker', 'receiver'] as const;

/** Time for which a database cannot be reached, as long as operators need to notice. */
const outage = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10_000));

const kills = rounds(20, 3);

describeOwn('clocks', ['sqlite', 'postgres', 'redis'], scripts, (testOwn) => {
  testOwn(
    `that differ by 10 seconds lose no order, and handle each order and event once, in ${kills} kills`,
    async ({ address, effects, scripts: files }) => {
      const traffic = await startTraffic(address, files, effects, 5_000);
      await traffic.kill(kills);
      await expectExactlyOnce(await traffic.finish(), effects);
    },
  );
});

describeOwn('a server', ['postgres', 'redis'], scripts, (testOwn, kind) => {
  testOwn(
    'that cannot be reached for 10 seconds loses no order, and handles each order and event once',
    async ({ effects, scripts: files, server }) => {
      const proxy = await startProxy(server?.port ?? 0);
      const address = addressOf(kind === 'redis' ? kind : 'postgres', proxy.port);
      const traffic = await startTraffic(address, files, effects);
      await traffic.progress(50);
      proxy.cut();
      await outage();
      proxy.restore();
      await traffic.progress(50);
      await expectExactlyOnce(await traffic.finish(), effects);
      proxy.close();
    },
  );
});

describeOwn('a server', ['postgres', 'redis'], scripts, (testOwn) => {
  testOwn(
    'that is killed loses no order, and handles each order and event once',
    async ({ address, effects, scripts: files, server }) => {
      const traffic = await startTraffic(address, files, effects);
      for (let round = 0; round < rounds(10, 2); round++) {
        await traffic.progress(50);
        await server?.kill();
        if (round === 0) await outage();
        await server?.start();
      }
      await traffic.progress(50);
      await expectExactlyOnce(await traffic.finish(), effects);
    },
  );
});

describeOwn('a full disk', ['sqlite'], scripts, (testOwn) => {
  testOwn(
    'loses no order, and the processes continue when there is space',
    async ({ address, effects, scripts: files }) => {
      const traffic = await startTraffic(address, files, effects);
      await traffic.progress(20);
      // The size of the database is the limit from now on.
      traffic.tellShops('1\n');
      await traffic.refusals(20);
      traffic.tellShops('1000000\n');
      await traffic.progress(50);
      await expectExactlyOnce(await traffic.finish(), effects);
    },
  );
});
