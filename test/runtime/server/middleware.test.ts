import type { OperationDescriptor } from '@tallystick/runtime';
import type { HandlerCall, LogEntry, Middleware } from '@tallystick/runtime/http/server';
import { createRpcServer, type RpcRespond } from '@tallystick/runtime/rpc/server';
import { feedServer } from '@tallystick/runtime/websocket/server';
import type { FeedDescriptor, SocketEvents } from '@tallystick/runtime/websocket';
import { type FixChange, memoryFixStore } from '@tallystick/runtime/fix';
import { describe, expect, it } from 'vitest';
import { createPair, order, report, settle } from '../../fix/pair.js';
import { settled } from '../http-client-fixture.js';
import { operation, parseResponse, posted, request, serverOf } from './request.js';
import { call, clientKey, description, operations } from './rpc-fixture.js';

/** Middleware that records its stages, like a transaction. */
function recorder(name = ''): { readonly steps: string[]; readonly middleware: Middleware } {
  const steps: string[] = [];
  return {
    steps,
    middleware: {
      before: ({ operation: called }) => void steps.push(`${name}before ${called}`),
      async around(_, next) {
        steps.push(`${name}begin`);
        try {
          const outcome = await next();
          steps.push(outcome.isError ? `${name}rollback` : `${name}commit`);
          return outcome;
        } catch (error) {
          steps.push(`${name}rollback`);
          throw error;
        }
      },
      afterCommit: () => void steps.push(`${name}committed`),
    },
  };
}

const json = [{ mediaType: 'application/json', codec: 'json' as const }];
const tell: OperationDescriptor = operation('tell', {
  outcomes: [
    { status: 200, respond: 'ok', contents: json },
    { status: 409, respond: 'conflict', contents: json },
  ],
});

type Respond = Readonly<Record<string, (...parts: readonly unknown[]) => unknown>>;

async function told(
  middleware: Middleware | readonly Middleware[],
  handler: (respond: Respond) => unknown = ({ ok }) => ok?.({ said: 1 }),
) {
  const log: LogEntry[] = [];
  const handle = serverOf(
    [tell],
    { tell: (_: never, respond: Respond) => handler(respond) },
    { middleware, log: (entry) => log.push(entry) },
  );
  const { status, body } = parseResponse(await handle(request({ target: '/tell' })));
  return { status, body, reasons: log.map(({ reason }) => reason) };
}

describe('middleware over HTTP', () => {
  it('surrounds the handler, and finishes before the response', async () => {
    const { steps, middleware } = recorder();
    const { status, body } = await told(middleware, ({ ok }) => {
      steps.push('handler');
      return ok?.({ said: 1 });
    });
    expect({ status, body }).toEqual({ status: 200, body: { said: 1 } });
    expect(steps).toEqual(['before tell', 'begin', 'handler', 'commit', 'committed']);
  });

  it('is nested in the order of the option', async () => {
    const outer = recorder('outer ');
    const inner = recorder('inner ');
    Object.assign(inner, { steps: outer.steps });
    const steps: string[] = [];
    const record = (name: string): Middleware => ({
      async around(_, next) {
        steps.push(`${name} begins`);
        const outcome = await next();
        steps.push(`${name} ends`);
        return outcome;
      },
      afterCommit: () => void steps.push(`${name} committed`),
    });
    await told([record('outer'), record('inner')]);
    expect(steps).toEqual([
      'outer begins',
      'inner begins',
      'inner ends',
      'outer ends',
      'outer committed',
      'inner committed',
    ]);
  });

  it('sees an error that the handler returned', async () => {
    const { steps, middleware } = recorder();
    expect((await told(middleware, ({ conflict }) => conflict?.({}))).status).toBe(409);
    expect(steps).toContain('rollback');
  });

  it('can roll back if the handler throws, or returns what cannot be sent', async () => {
    for (const handler of [
      () => {
        throw new Error('down');
      },
      () => ({ when: 204, status: 204, body: undefined }),
    ]) {
      const { steps, middleware } = recorder();
      const { status, reasons } = await told(middleware, handler);
      expect(status).toBe(500);
      expect(reasons).toHaveLength(1);
      expect(steps).toEqual(['before tell', 'begin', 'rollback']);
    }
  });

  it('fails the request if it throws at any stage', async () => {
    const fail = (): never => {
      throw new Error('no database');
    };
    for (const middleware of [
      { before: fail },
      { around: async () => fail() },
      { afterCommit: fail },
    ])
      expect(await told(middleware)).toMatchObject({ status: 500, reasons: ['handler-failed'] });
  });

  it('must return what "next" resolved to, and call it once', async () => {
    const invented = { around: async () => Object({ result: 1, isError: false }) };
    expect((await told(invented)).status).toBe(500);
    const copied: Middleware = { around: async (_, next) => ({ ...(await next()) }) };
    expect((await told(copied)).status).toBe(500);
    let calls = 0;
    const twice: Middleware = {
      async around(_, next) {
        await next();
        return next();
      },
    };
    const { status } = await told(twice, ({ ok }) => {
      calls += 1;
      return ok?.({});
    });
    expect({ status, calls }).toEqual({ status: 500, calls: 1 });
  });

  it('is checked when the server is created', async () => {
    for (const middleware of [{}, { around: 1 }, [null], 'transaction'])
      await expect(told(Object(middleware))).rejects.toThrow(/"middleware" must contain/);
  });

  it('does not run for requests that are refused before the handler', async () => {
    const { steps, middleware } = recorder();
    const handle = serverOf([tell], { tell: () => undefined }, { middleware });
    expect((await handle(request({ target: '/other' }))).status).toBe(404);
    expect(steps).toEqual([]);
  });
});

describe('middleware over JSON-RPC', () => {
  it('surrounds every call of a batch, with its parameters', async () => {
    const calls: HandlerCall[] = [];
    const { steps, middleware } = recorder();
    const handle = createRpcServer(
      description,
      operations.map((descriptor) => ({ descriptor, handler: descriptor.id })),
      {
        list: (_: unknown, respond: RpcRespond) => respond.error(1001, 'None'),
        add: (_: unknown, respond: RpcRespond) => respond.result(3),
        name: () => undefined,
        fail: () => undefined,
        move: () => undefined,
        pour: () => undefined,
      },
      {
        authorities: ['api.example.com'],
        security: { clientKey },
        middleware: [{ before: (one: HandlerCall) => void calls.push(one) }, middleware],
      },
    );
    const batch = [call('add', [1, 2]), call('kettles_list', ['x'], 2)];
    const { body } = parseResponse(await handle(posted('/rpc/k3y', batch)));
    expect(body).toMatchObject([{ result: 3 }, { error: { code: 1001 } }]);
    expect(calls.map(({ protocol, operation: name }) => `${protocol} ${name}`)).toEqual([
      'json-rpc add',
      'json-rpc list',
    ]);
    expect(calls[0]?.request).toMatchObject({ params: { a: 1, b: 2 } });
    expect(steps.filter((step) => step === 'commit')).toHaveLength(1);
    expect(steps.filter((step) => step === 'rollback')).toHaveLength(1);
  });
});

describe('middleware over a feed', () => {
  const descriptor: FeedDescriptor = {
    title: 'Kettles',
    version: '1.0.0',
    servers: [{ url: 'wss://kettles.example' }],
    variables: {},
    messages: {
      fill: { to: 'server', match: [{ pointer: '/type', const: 'fill' }] },
      filled: { to: 'client', match: [{ pointer: '/type', const: 'filled' }] },
    },
    channels: {},
    operations: { fill: { messages: ['fill'], reply: ['filled'] } },
  };

  async function filled(
    handler: (message: unknown, sender: { send(m: unknown): void }) => unknown,
  ) {
    const { steps, middleware } = recorder();
    const sent: string[] = [];
    const server = feedServer(descriptor, {}, { middleware, operations: { fill: handler } });
    const socket = {
      send: (frame: string) => {
        steps.push('sent');
        sent.push(frame);
      },
      sendShared: () => undefined,
      buffered: 0,
      close: () => undefined,
      terminate: () => undefined,
    };
    const events: SocketEvents = server.accept(
      Object({ target: '/', headers: [], peer: { address: '192.0.2.1' } }),
      Object(socket),
    );
    events.frame('{"type":"fill"}');
    await settled();
    events.closed({ code: 1000, reason: '' });
    await server.drain();
    return { steps, sent };
  }

  it('finishes before the reply and other messages of the handler are sent', async () => {
    const { steps, sent } = await filled((_, sender) => {
      sender.send({ type: 'filled', level: 1 });
      return { type: 'filled', level: 2 };
    });
    expect(sent.map((text) => JSON.parse(text).level)).toEqual([1, 2]);
    expect(steps).toEqual(['before fill', 'begin', 'commit', 'committed', 'sent', 'sent']);
  });

  it('drops what a handler sent before it failed', async () => {
    const { steps, sent } = await filled((_, sender) => {
      sender.send({ type: 'filled', level: 1 });
      throw new Error('empty');
    });
    expect(sent).toEqual([]);
    expect(steps.at(-1)).toBe('rollback');
  });
});

describe('middleware over FIX', () => {
  it('finishes before the replies of the handler are sent', async () => {
    const { steps, middleware } = recorder();
    const { initiator } = createPair({ acceptor: { middleware } });
    await initiator.opened();
    const reply = await initiator.request(order('A'));
    expect(reply).toMatchObject({ type: 'ExecutionReport', clOrdId: 'A' });
    expect(steps).toEqual(['before NewOrderSingle', 'begin', 'commit', 'committed']);
  });

  it('drops the replies of a handler that failed, and rejects the message', async () => {
    const { steps, middleware } = recorder();
    const { initiator, serverEvents } = createPair({
      acceptor: { middleware },
      handlers: {
        async NewOrderSingle(message, client) {
          await client.send(report(message.clOrdId ?? ''));
          throw new Error('rolled back');
        },
      },
    });
    await initiator.opened();
    const failed = await initiator.request(order('A')).catch((error: unknown) => error);
    await settle();
    const event = serverEvents.find(({ kind }) => kind === 'error');
    const id = event?.kind === 'error' ? event.correlationId : undefined;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(String(failed)).toContain(`The message could not be processed (${id})`);
    expect(steps.at(-1)).toBe('rollback');
  });

  it('can store number and replies in its own transaction', async () => {
    const steps: string[] = [];
    const store = memoryFixStore();
    const { initiator } = createPair({
      acceptor: {
        store: () =>
          Object.assign(Object.create(store), {
            commit(change: FixChange, transaction: unknown) {
              steps.push(`store within ${String(transaction)}`);
              return store.commit(change, transaction);
            },
          }),
        middleware: {
          async around({ commit, request: { session } }, next) {
            const outcome = await next();
            steps.push(`in the session of ${session.identity.senderCompId}`);
            await commit?.('tx');
            steps.push('commit');
            return outcome;
          },
        },
      },
    });
    await initiator.opened();
    steps.length = 0;
    expect(await initiator.request(order('A'))).toMatchObject({ clOrdId: 'A' });
    expect(steps).toEqual(['in the session of TRADER', 'store within tx', 'commit']);
  });
});
