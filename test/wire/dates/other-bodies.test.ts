import { describe, expect, it } from 'vitest';
import type { Transport } from '@tallystick/runtime';
import { OutputClient } from '../../cases/dates-elsewhere/output/client.js';
import { createOutputServer } from '../../cases/dates-elsewhere/output/server.js';
import type { Tick } from '../../cases/dates-elsewhere/output/types.js';
import {
  strangeSchema,
  isOdd,
  isStrange,
  outputResponseChecks,
} from '../../cases/dates-elsewhere/output/validators.js';
import { createOutputWebhookReceiver } from '../../cases/dates-elsewhere/output/webhook-receiver.js';
import { OutputWebhooks } from '../../cases/dates-elsewhere/output/webhooks.js';

const noon = new Date('2024-01-31T12:00:00.000Z');
const later = new Date('2024-01-31T12:00:00.001Z');
const tick: Tick = {
  at: noon,
  n: 9007199254740993n,
  change: { a: later, n: 9223372036854775807n },
};

function createEndpoints() {
  const got: unknown[] = [];
  const handle = createOutputServer(
    {
      events: (_, respond) => respond.ok([{ event: 'tick', data: tick }]),
      now: (_, respond) => respond.ok('2024-01-31T12:00:00Z'),
      pages: ({ query }, respond) => {
        got.push(query?.since);
        return respond.ok({
          items: [{ at: query?.since ?? noon }],
          next: query?.since === undefined ? noon : query.since < later ? later : null,
        });
      },
      shift: ({ params }, respond) => {
        got.push(params);
        return respond.result({ ...tick, at: params.at });
      },
    },
    { authorities: ['dates.example'], validateResponses: outputResponseChecks },
  );
  const transport: Transport = (request) => handle(request);
  const checks = outputResponseChecks;
  return {
    client: new OutputClient({ transport, checks, onInvalidResponse: 'error' }),
    got,
    handle,
  };
}

describe('dates beside 64-bit integers', () => {
  it('are Date in the data of events', async () => {
    const { client } = createEndpoints();
    expect(await client.events.events()).toEqual([{ event: 'tick', data: tick }]);
  });

  it('are Date in params and results of JSON-RPC', async () => {
    const { client, got } = createEndpoints();
    expect(await client.rpc.shift({ at: later })).toEqual({ ...tick, at: later });
    expect(got).toEqual([{ at: later }]);
    expect(await client.rpc.shift.result({ at: new Date(Number.NaN) })).toMatchObject({
      kind: 'invalid-request',
      violations: [{ pointer: '/at', keyword: 'format' }],
    });
  });

  it('are rejected by a JSON-RPC server if invalid', async () => {
    const { handle } = createEndpoints();
    const response = await handle({
      method: 'POST',
      scheme: 'https',
      authority: 'dates.example',
      target: '/rpc',
      headers: ['Host', 'dates.example', 'Content-Type', 'application/json'],
      body: '{"jsonrpc":"2.0","id":1,"method":"shift","params":{"at":"yesterday"}}',
    });
    expect(String(response.body)).toContain('"path":"params/at"');
  });

  it('are Date in the parameters of pages', async () => {
    const { client, got } = createEndpoints();
    const items: Tick[] = [];
    for await (const item of client.pages.pages()) items.push(item);
    expect(items).toEqual([{ at: noon }, { at: noon }, { at: later }]);
    expect(got).toEqual([undefined, noon, later]);
  });

  it('stay text in a text body', async () => {
    expect(await createEndpoints().client.text.now()).toBe('2024-01-31T12:00:00Z');
  });

  it('are Date for the sender and the receiver of a webhook', async () => {
    const got: unknown[] = [];
    const receiver = createOutputWebhookReceiver(
      {
        ticked: ({ body }, respond) => {
          got.push(body);
          return respond.noContent();
        },
      },
      { authorities: ['hooks.example'] },
    );
    const sender = new OutputWebhooks({ transport: receiver });
    await sender.ticked({ url: 'https://hooks.example/ticked' }, tick);
    expect(got).toEqual([tick]);
  });
});

describe('schemas of the same value', () => {
  it('with constraints on text accept a Date', () => {
    expect(isOdd(noon)).toBe(true);
    expect(isOdd('2024-01-31T12:00:00.000000000000Z')).toBe(false);
    expect(isStrange(noon)).toBe(true);
    expect(isStrange('2024-01-31')).toBe(true);
    expect(isStrange('2024-01-31T12:00:00Z')).toBe(false);
    expect(isStrange(5)).toBe(false);
    expect(strangeSchema.check(5).map(({ keyword }) => keyword)).toContain('type');
  });
});
