import type { LogEntry } from '@tallystick/runtime/http/server';
import type { FixEvent } from '@tallystick/runtime/fix';
import type { FeedServerEvent } from '@tallystick/runtime/websocket/server';
import { describe, expect, test } from 'vitest';
import { createDeliveryFixture } from '../../wire/deliveries/fixture.js';
import { createRawFixture, logon } from '../../fix/raw-fixture.js';
import { settled } from '../http-client-fixture.js';
import { nothing } from '../socket-fixture.js';
import { market } from '../socket-market.js';
import { ada, serve, subscribe } from '../socket-server-fixture.js';
import {
  api,
  headerOf,
  operation,
  parseResponse,
  posted,
  request,
  type Sent,
  serverOf,
} from './request.js';
import { call, server as rpcServer } from './rpc-fixture.js';
import { demanding } from './security-fixture.js';

const json = [{ mediaType: 'application/json', codec: 'json' as const }];

describe('errors of a REST server', () => {
  const description = api({ security: { bearer: { kind: 'http', scheme: 'bearer' } } });
  const outcomes = [
    { status: 204, respond: 'noContent' },
    {
      status: 'default',
      respond: 'failure',
      contents: json,
      error: { message: 'message', correlationId: 'id' },
    },
  ] as const;
  const post = { method: 'POST', input: 'body', body: { contents: json }, outcomes } as const;
  const handlers = {
    open: () => undefined,
    fail() {
      throw new Error('down');
    },
    secured: (_: unknown, respond: { noContent: () => unknown }) => respond.noContent(),
    write: (_: unknown, respond: { noContent: () => unknown }) => respond.noContent(),
  };
  const text = { ...posted('/write', {}), headers: ['content-type', 'text/plain'] };
  const kinds: readonly (readonly [string, Sent, number])[] = [
    ['unknown path', { target: '/nowhere' }, 404],
    ['wrong method', { target: '/fail', method: 'DELETE' }, 405],
    ['missing credentials', { target: '/secured' }, 401],
    [
      'credentials without permission',
      { target: '/secured', headers: ['authorization', 'Bearer limited'] },
      403,
    ],
    [
      'body that is not JSON',
      { ...posted('/write', {}), body: new TextEncoder().encode('{') },
      400,
    ],
    ['body of another type', text, 415],
    ['handler that throws', { target: '/fail' }, 500],
    ['wrong host', { target: '/fail', authority: 'other.example.com' }, 421],
  ];

  test.each(kinds)('%s', async (_, sent, status) => {
    const log: LogEntry[] = [];
    const handle = serverOf(
      [
        operation('fail', { outcomes }),
        operation('secured', { outcomes, security: [{ bearer: [] }] }),
        operation('write', post),
      ],
      handlers,
      {
        log: (entry) => log.push(entry),
        authorities: ['api.example.com'],
        security: { bearer: demanding('bearer') },
      },
      description,
    );
    const response = await handle(request(sent));
    const { body } = parseResponse(response);
    const id =
      Object(body).id ?? Object(body).correlationId ?? headerOf(response, 'X-Correlation-Id')[0];
    expect(response.status).toBe(status);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(log.map(({ correlationId }) => correlationId)).toContain(id);
  });
});

describe('errors of a JSON-RPC server', () => {
  test.each([
    ['not JSON', '{', -32700],
    ['not a request', { jsonrpc: '1.0' }, -32600],
    ['unknown method', call('nowhere'), -32601],
    ['invalid parameters', call('kettles_list', []), -32602],
    ['handler that throws', call('fail', {}), -32603],
  ])('%s', async (_, body, code) => {
    const { ask, log } = rpcServer();
    const response = await ask(body);
    expect(response.body).toMatchObject({ error: { code, data: { correlationId: 'c1' } } });
    expect(log.map(({ correlationId }) => correlationId)).toContain('c1');
  });
});

describe('errors of a feed', () => {
  const { control } = market;
  const identified = {
    ...market,
    ...(control?.error === undefined
      ? {}
      : {
          control: {
            ...control,
            error: {
              ...control.error,
              template: { type: 'error', message: '{message}', id: '{correlationId}' },
            },
          },
        }),
  };
  const kinds: readonly (readonly [string, unknown, object, object])[] = [
    ['not JSON', '{', {}, {}],
    ['unknown message', { type: 'brew' }, {}, {}],
    ['unknown channel', subscribe(['nowhere']), {}, {}],
    ['missing credentials', subscribe([{ name: 'user', product_ids: ['BTC-USD'] }]), {}, {}],
    ['wrong credentials', subscribe(['ticker'], { key: 'ada', signature: 'bad' }), {}, {}],
    [
      'verifier that throws',
      subscribe(['ticker'], ada),
      { verify: () => JSON.parse('') as never },
      {},
    ],
    [
      'refusal of a handler',
      subscribe([{ name: 'ticker', product_ids: ['BTC-USD'] }]),
      {},
      { ticker: { authorize: () => ({ message: 'No' }) } },
    ],
    [
      'snapshot that fails',
      subscribe([{ name: 'ticker', product_ids: ['BTC-USD'] }]),
      {},
      { ticker: { snapshot: () => JSON.parse('') as never } },
    ],
  ];

  test.each(kinds)('%s', async (_, message, options, handlers) => {
    const { connect, events } = serve(options, { ...nothing, ...handlers }, identified);
    const peer = connect();
    await peer.say(message);
    await settled();
    const error = peer.received.find((each) => Object(each).type === 'error');
    const id: unknown = Object(error).id;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const ids = (events as readonly FeedServerEvent[]).flatMap((event) =>
      'correlationId' in event ? [event.correlationId] : [],
    );
    expect(ids).toContain(id);
  });
});

describe('errors of a webhook receiver', () => {
  test.each([
    ['invalid signature', { receivedSecret: 'other' }],
    ['handler that throws', { handlers: () => ({ shopOpened: () => JSON.parse('') as never }) }],
    [
      'unhandled webhook',
      {
        handlers: () =>
          ({
            boiled: (_: unknown, respond: { ok: (body: object) => unknown }) =>
              respond.ok({ pour: true }),
          }) as never,
      },
    ],
  ])('%s', async (_, options) => {
    const log: LogEntry[] = [];
    const fixture = createDeliveryFixture({
      ...options,
      receiver: { log: (entry: LogEntry) => log.push(entry) },
      sender: { retry: { attempts: 1 } } as object,
    });
    const responses: unknown[] = [];
    fixture.between = async (sent, next) => {
      const response = await next(sent);
      responses.push(
        Object(parseResponse(response).body).correlationId ??
          headerOf(response, 'X-Correlation-Id')[0],
      );
      return response;
    };
    await fixture.sender
      .shopOpened('https://shop.example/hooks', {} as never)
      .catch(() => undefined);
    expect(responses[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(log.map(({ correlationId }) => correlationId)).toContain(responses[0]);
  });
});

describe('errors of a FIX acceptor', () => {
  const order = '11=a|55=X|54=1|38=1|40=1|60=20260102-12:00:00|21=1|';
  const kinds: readonly (readonly [
    string,
    (fixture: Awaited<ReturnType<typeof createRawFixture>>) => unknown,
    RegExp,
  ])[] = [
    ['unknown MsgType', ({ peer }) => peer.send('*', 2), /^35=3\|.*58=Invalid MsgType \((.+?)\)/],
    [
      'missing field',
      ({ peer }) => peer.send('D', 2, '11=a|'),
      /^35=3\|.*58=.* \(([0-9a-f-]{36})\)/,
    ],
    [
      'unsupported message',
      ({ peer }) => peer.send('D', 2, order),
      /^35=j\|.*58=Unsupported Message Type \((.+?)\)/,
    ],
    [
      'invalid ResendRequest',
      ({ peer }) => peer.send('2', 2, '7=9|16=0|'),
      /^35=3\|.*58=.* \((.+?)\)/,
    ],
    [
      'MsgSeqNum too low',
      ({ peer }) => peer.send('0', 1),
      /^35=5\|.*58=MsgSeqNum too low.* \((.+?)\)/,
    ],
  ];

  test.each(kinds)('%s', async (_, provoke, text) => {
    const fixture = await createRawFixture({}, {});
    provoke(fixture);
    await settled();
    expectIdentified(fixture.peer.got.at(-1), text, fixture.events);
  });

  test.each([
    [
      'handler that throws',
      () => JSON.parse('') as never,
      /^35=j\|.*58=The message could not be processed \((.+?)\)/,
    ],
    [
      'refusal of a handler',
      (_: unknown, session: { refuse: (...given: readonly unknown[]) => void }, inbound: unknown) =>
        session.refuse(inbound, 0, 'No tea'),
      /^35=j\|.*58=No tea \((.+?)\)/,
    ],
  ])('%s', async (_, handler, text) => {
    const fixture = await createRawFixture({}, { NewOrderSingle: handler as never });
    fixture.peer.send('D', 2, order);
    await settled();
    expectIdentified(fixture.peer.got.at(-1), text, fixture.events);
  });

  test('refused Logon', async () => {
    const fixture = await createRawFixture({
      verify: () => ({ ok: false, reason: 'unknown-key' }),
    });
    expectIdentified(fixture.peer.got.at(-1), /^35=5\|.*58=.* \((.+?)\)/, fixture.events);
    expect(fixture.events).toContainEqual(
      expect.objectContaining({
        code: 'refused',
        text: 'unknown-key',
        correlationId: expect.any(String),
      }),
    );
  });

  test('identifiers can be chosen or left out', async () => {
    const chosen = await createRawFixture({ correlationId: () => 'e1' });
    chosen.peer.send('*', 2);
    await settled();
    expect(chosen.peer.got.at(-1)).toContain('58=Invalid MsgType (e1)');
    const plain = await createRawFixture({ correlationId: false });
    plain.peer.send('*', 2);
    await settled();
    expect(plain.peer.got.at(-1)).toMatch(/58=Invalid MsgType(\||$)/);
    expect(logon).toContain('108');
  });

  function expectIdentified(
    message: string | undefined,
    text: RegExp,
    events: readonly FixEvent[],
  ): void {
    const id = text.exec(message ?? '')?.[1];
    expect(message).toMatch(text);
    const ids = events.flatMap((event) => ('correlationId' in event ? [event.correlationId] : []));
    expect(ids).toContain(id);
  }
});
