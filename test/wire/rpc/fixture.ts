import type { ListBalancesResponses } from '@platform/rpc';
import type { AnswerOf, Respond } from '@tallystick/runtime/rpc/server';
import { RpcClient, type RpcClientOptions } from '@platform/rpc';
import { createRpcServer, type ListBalancesHandlerRequest } from '@platform/rpc/server';
import type { Balance } from '@platform/rpc/types';
import {
  type HttpHandler,
  type Transport,
  systemRandom,
  type Verifier,
  type WireRequest,
} from '@tallystick/runtime';
import { fetchTransport } from '@tallystick/runtime/http';
import type { LogEntry, RpcServerOptions } from '@tallystick/runtime/rpc/server';
import { listen } from '../loopback.js';
import { testTime, type TestTime } from '../time.js';

/** The JSON-RPC service in memory, and a client of it with a key. */
export interface RpcFixture {
  readonly key: string;
  readonly client: RpcClient;
  readonly exchange: Transport;
  readonly scheme: 'http' | 'https';
  readonly authority: string;
  readonly time: TestTime;
  /** Params of every call, in order. */
  readonly calls: unknown[];
  readonly sent: WireRequest[];
  readonly log: LogEntry[];
  /** The handler's response instead of a page. */
  instead:
    | ((request: ListBalancesHandlerRequest, respond: Respond<ListBalancesResponses>) => unknown)
    | undefined;
  clientWith(options: Partial<RpcClientOptions>): RpcClient;
  close(): Promise<void>;
}

/** Options that differ from the defaults. */
export type RpcFixtureOptions = Partial<RpcServerOptions> & {
  readonly variables?: { readonly prefix: string };
  readonly time?: TestTime;
};

/** The ways in which client and server are put together. */
export const ways: readonly {
  readonly way: string;
  connect(options?: RpcFixtureOptions): Promise<RpcFixture>;
}[] = [
  { way: 'in memory', connect: async (options = {}) => inMemory(options) },
  { way: 'over loopback', connect: overLoopback },
];

/** An address that holds as many assets as it has zeros before its last digit. */
export const address = '0x0000000000000000000000000000000000000005';

/** The assets of an address. */
export function balanceOf(index: number): Balance {
  return {
    asset: { id: `asset-${index}`, type: index === 0 ? 'native' : 'erc20' },
    value: index,
    valueStr: String(index),
    decimals: 18,
  };
}

function inMemory(options: RpcFixtureOptions): RpcFixture {
  const server = makeServer('rpc.example.com', options);
  return worldOf(server, server.handle, 'https', 'rpc.example.com', async () => undefined);
}

async function overLoopback(options: RpcFixtureOptions = {}): Promise<RpcFixture> {
  const all: Made[] = [];
  const server = await listen((authority) => {
    const server = makeServer(authority, options);
    all.push(server);
    return server.handle;
  });
  const [made] = all;
  if (made === undefined) throw new Error('a server was to be made');
  return worldOf(made, fetchTransport(), 'http', server.authority, () => server.close());
}

interface Made extends Pick<RpcFixture, 'key' | 'calls' | 'log' | 'time'> {
  readonly handle: HttpHandler;
  instead: RpcFixture['instead'];
  readonly prefix: string;
}

function makeServer(authority: string, options: RpcFixtureOptions): Made {
  const { time = testTime(), variables = { prefix: 'platform' }, ...server } = options;
  const key = Buffer.from(systemRandom(15)).toString('base64url');
  const calls: unknown[] = [];
  const log: LogEntry[] = [];
  const clientApiKey: Verifier<string> = {
    head: ({ credentials: [given] }) =>
      given === key ? { ok: true, principal: 'app' } : { ok: false, reason: 'unknown-key' },
  };
  const state: Made = {
    key,
    calls,
    log,
    time,
    prefix: variables.prefix,
    instead: undefined,
    handle: createRpcServer(
      {
        listBalances(request, respond) {
          calls.push(request.params);
          if (state.instead !== undefined)
            return state.instead(request, respond) as AnswerOf<ListBalancesResponses>;
          const { pageToken = '', pageSize = 25 } = request.params;
          const first = Number(pageToken);
          const all = Array.from({ length: 5 }, (_, index) => balanceOf(index));
          const next = first + pageSize;
          return respond.result({
            balances: all.slice(first, next),
            nextPageToken: next < all.length ? String(next) : '',
          });
        },
      },
      {
        authorities: [authority],
        clock: { now: time.now, setTimeout: () => 0, clearTimeout: () => undefined },
        log: (entry) => log.push(entry),
        variables,
        ...server,
        security: { clientApiKey },
      },
    ),
  };
  return state;
}

function worldOf(
  server: Made,
  exchange: Transport,
  scheme: 'http' | 'https',
  authority: string,
  close: () => Promise<void>,
): RpcFixture {
  const sent: WireRequest[] = [];
  const transport: Transport = (request) => {
    sent.push(request);
    return exchange(request);
  };
  const clientWith = (options: Partial<RpcClientOptions>): RpcClient =>
    new RpcClient({
      baseUrl: `${scheme}://${authority}`,
      transport,
      timers: server.time,
      credentials: { clientApiKey: server.key },
      variables: { prefix: server.prefix },
      ...options,
    });
  const { key, calls, log, time } = server;
  const fixture: RpcFixture = {
    key,
    calls,
    log,
    time,
    client: clientWith({}),
    exchange,
    scheme,
    authority,
    sent,
    clientWith,
    close,
    get instead() {
      return server.instead;
    },
    set instead(answer) {
      server.instead = answer;
    },
  };
  return fixture;
}
