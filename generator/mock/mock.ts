import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { nodeServer } from '../../runtime/http/node.js';
import { serveFeed } from '../../runtime/websocket/node/index.js';
import {
  createReporter,
  defineError,
  defineWarning,
  type Checked,
  type DiagnosticType,
} from '../core/diagnostic.js';
import type { Api, Operation } from '../model/api.js';
import { groupOperations } from '../plan/services.js';
import { acceptFeeds, feedsOf, type MockFeed } from './channels.js';
import { endpointsOf, servedPaths, type Endpoint, type ServedPath } from './endpoints.js';
import { createMockHandler, type MockSettings } from './http-handler.js';

/** A description without anything that a mock could serve. */
export const nothingToServe: DiagnosticType<{ default: void }> = defineError('nothing-to-serve', {
  default: () => 'the description has no operation and no WebSocket channel that could be served',
});

/** An operation that cannot be reached, because another one has its method and path. */
export const hiddenOperation: DiagnosticType<{ default: { route: string } }> = defineWarning(
  'hidden-operation',
  {
    default: ({ route }) => `"${route}" is not served: an operation before it has the same path`,
  },
);

/** What a mock serves. */
export interface MockPlan {
  readonly paths: readonly ServedPath[];
  readonly feeds: readonly MockFeed[];
  /** Groups of operations and channels, for an overview. */
  readonly groups: readonly MockGroup[];
}

/** Operations that belong together, or the channels at one address. */
export interface MockGroup {
  readonly name: string;
  /** Such as `GET /pets`. */
  readonly members: readonly string[];
}

/** Plans what is served for several descriptions together. Where two have the same operation, the first one counts. */
export function planMock(apis: readonly Api[], seed: number): Checked<MockPlan> {
  const reporter = createReporter();
  const endpoints: Endpoint[] = [];
  const feeds: MockFeed[] = [];
  for (const api of apis) {
    const own = endpointsOf(api);
    const channels = feedsOf(api, seed);
    if (own.length === 0 && channels.length === 0)
      reporter.report(nothingToServe.default(), api.origin, {
        hint: 'HTTP operations have "paths", and WebSocket channels have a server whose protocol is ws or wss',
      });
    endpoints.push(...own);
    feeds.push(...channels);
  }
  const { served, hidden } = servedPaths(endpoints);
  for (const endpoint of hidden) {
    const [operation] = endpoint.operations;
    if (operation === undefined) continue;
    const [route = ''] = routesOf(endpoint);
    reporter.report(hiddenOperation.default({ route }), operation.origin);
  }
  const groups = [...groupsOf(apis, endpoints), ...feeds.map(groupOfFeed)];
  return { value: { paths: served, feeds, groups }, diagnostics: reporter.diagnostics };
}

function groupsOf(apis: readonly Api[], endpoints: readonly Endpoint[]): readonly MockGroup[] {
  const byOperation = new Map<Operation, string>();
  for (const endpoint of endpoints)
    routesOf(endpoint).forEach((route, index) => {
      const operation = endpoint.operations[index];
      if (operation !== undefined) byOperation.set(operation, route);
    });
  return apis.flatMap((api) =>
    groupOperations(api).map(({ words, operations }) => ({
      name: words.join(' '),
      members: operations.flatMap((operation) => byOperation.get(operation) ?? []),
    })),
  );
}

/** Names of the operations of an endpoint: the methods of JSON-RPC, or the method and the path of HTTP. */
function routesOf({ base, operations }: Endpoint): readonly string[] {
  return operations.map(({ binding, key }) => {
    if (binding.kind === 'json-rpc') return binding.method;
    return 'text' in binding.target ? `${binding.method} ${base}${binding.target.text}` : key;
  });
}

function groupOfFeed({ address, channels }: MockFeed): MockGroup {
  return { name: channels.join(', '), members: [`WS ${address}`] };
}

/** Where and how a mock is served. */
export interface MockOptions extends MockSettings {
  /** Port; 0 for a free one. */
  readonly port: number;
  /** Host name or address to listen on. */
  readonly host: string;
  /** Milliseconds between two messages of a channel. */
  readonly interval: number;
}

/** A mock that accepts requests. */
export interface RunningMock {
  /** Address, such as `http://127.0.0.1:4010`. */
  readonly address: string;
  /** Ends all connections. Resolves when the port is free. */
  close(): Promise<void>;
}

/**
 * Starts a mock. Resolves once it accepts requests.
 *
 * @throws the error of the system if it cannot listen, such as `EADDRINUSE`.
 */
export async function startMock(plan: MockPlan, options: MockOptions): Promise<RunningMock> {
  const server = nodeServer(createMockHandler(plan.paths, options));
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  if (plan.feeds.length > 0) serveFeed(server, acceptFeeds(plan.feeds, options));
  await listen(server, options);
  return {
    address: addressOf(server, options.host),
    close: async () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Node itself ends no connections of WebSockets.
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function listen(server: Server, { port, host }: MockOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function addressOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
