import type { HttpHandler, WireRequest, WireResponse } from '@tallystick/runtime';
import { afterEach, describe, expect, test } from 'vitest';
import { holdRefusals } from '../../../sandbox/server/held-refusals.js';
import { ManualTimers } from '../../../sandbox/server/manual-timers.js';
import { settings } from '../../../sandbox/settings.js';
import { type TestSandbox, testSandbox } from '../sandbox.js';
import { rich, testTrader } from './traders.js';

const { rate, burst, maxWait } = settings['limits-5'];

describe('refusals that are held back', () => {
  const timers = new ManualTimers(0);
  let status = 429;
  const answering = (() =>
    Promise.resolve({ status, headers: [], body: '' })) as object as HttpHandler;
  const handler = holdRefusals(answering, timers);

  /** Sends requests, and returns a function that counts the responses by now. */
  async function send(count: number, address: string): Promise<() => Promise<number>> {
    let answered = 0;
    const request = { peer: { address } } as WireRequest;
    for (let index = 0; index < count; index += 1)
      void handler(request).then((_: WireResponse) => {
        answered += 1;
      });
    const settle = async (): Promise<number> => {
      await new Promise((resolve) => void setImmediate(resolve));
      return answered;
    };
    await settle();
    return settle;
  }

  test('limits-5: the first ones are sent at once, the next ones evenly, and none waits longer than a second', async () => {
    const answered = await send(burst + rate + 500, '192.0.2.1');
    expect(await answered()).toBe(burst);
    timers.moveTo(timers.now() + maxWait / 2);
    expect(await answered()).toBe(burst + (rate * maxWait) / 2000);
    timers.moveTo(timers.now() + maxWait / 2);
    expect(await answered()).toBe(burst + rate + 500);
  });

  test('limits-5: other addresses, and requests that are accepted, do not wait', async () => {
    expect(await (await send(burst, '192.0.2.2'))()).toBe(burst);
    status = 200;
    expect(await (await send(1000, '192.0.2.1'))()).toBe(1000);
    status = 429;
  });

  test('limits-5: an address that was not refused for a while has its burst again', async () => {
    timers.moveTo(timers.now() + 60_000);
    expect(await (await send(burst, '192.0.2.1'))()).toBe(burst);
  });
});

describe('a flood', () => {
  const open: TestSandbox[] = [];
  afterEach(async () => {
    for (const sandbox of open.splice(0)) await sandbox.close();
  });

  test('limits-5: a profile cannot keep the server busy with requests that it refuses', async () => {
    const sandbox = await testSandbox({ fix: false });
    open.push(sandbox);
    const [flooder, other] = [
      await testTrader(sandbox, { funds: rich }),
      await testTrader(sandbox, { funds: rich }),
    ];
    const end = new AbortController();
    let refused = 0;
    const started = performance.now();
    const connections = 32;
    // A machine may be slow.
    const patient = { retry: false, timeout: 100_000 } as const;
    const flood = Array.from({ length: connections }, async () => {
      while (!end.signal.aborted) {
        const { status } = await flooder.exchange.accounts.list.result(patient);
        if (status === 429) refused += 1;
      }
    });
    const order = { type: 'limit', side: 'buy', product_id: 'BTC-USD', size: '1' } as const;
    for (let price = 1; price <= 5; price += 1)
      await other.exchange.orders.create({ ...order, price: String(price) }, patient);
    end.abort();
    await Promise.all(flood);
    // However fast the machine is: those at once, those that are evenly spaced, and each connection once a second.
    const seconds = (performance.now() - started) / 1000;
    expect(refused).toBeLessThanOrEqual(
      burst + rate * seconds + connections * (seconds + 1000 / maxWait),
    );
  });
});
