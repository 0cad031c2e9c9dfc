import type { OperationDescriptor } from '../core/descriptor.js';
import type { Verifier } from '../core/security.js';
import type { AnyHandler } from '../core/server/handler.js';
import type { LogEntry } from '../core/server/log.js';
import type { ServerOperation } from '../core/server/serve.js';
import { expand, variablesOf } from '../core/server/variables.js';
import type { HttpHandler, WireRequest } from '../core/wire.js';
import { FakeError } from '../fakes/create-fakes.js';
import { fetchHandler } from '../http/fetch.js';
import type { HandlerRequest } from '../http/server/operation.js';
import { createServer } from '../http/server/server.js';
import { jsonRpc } from '../rpc/server.js';
import { fakeReply, replyWith } from './fake-reply.js';
import { isFailure, MockError, mockErrorOf } from './mock-error.js';
import { destinations, type Destination } from './routes.js';
import type { MockApiSettings, MockedApi, MockSettings } from './types.js';

/** The handlers of MSW decide by this method whether a request is theirs. */
interface Predicate {
  predicate(given: { readonly request: Request }): boolean;
}

/**
 * Creates a function for each operation, by the name of its handler, which creates a handler of MSW. The handler is a server of the
 * operation: it reads, checks and responds like the generated one. The caller states the type of the functions.
 */
export function createMocks<MswHandler extends object, Mocks>(
  api: MockedApi<MswHandler>,
  settings: MockSettings = {},
): Mocks {
  const context = contextOf(api, settings);
  const mocks = api.operations.map((operation) => {
    const mock = (response?: unknown, options: { readonly once?: boolean } = {}): MswHandler => {
      const server = createServers(context, () => handlerFor(context, operation, response));
      const isOwn = ({ operations }: Destination): boolean => operations.includes(operation);
      return mswHandler(context, labelOf(operation.descriptor), options, isOwn, {
        async resolve(request, { basePath }) {
          const { rpc } = operation.descriptor;
          if (
            rpc !== undefined &&
            !(await methodsIn(request)).includes(context.methodOf(operation))
          )
            return undefined;
          return server(basePath, [operation])(request);
        },
      });
    };
    return [operation.handler, mock] as const;
  });
  return Object.fromEntries(mocks) as Mocks;
}

/**
 * Creates the handler of a whole API: one handler of MSW, in a list to be spread. `responses` has responses of operations by the names
 * of their handlers; `unmocked` says what happens to the others.
 */
export function mockApi<MswHandler extends object>(
  api: MockedApi<MswHandler>,
  responses: object = {},
  settings: MockApiSettings = {},
): MswHandler[] {
  const { unmocked = 'fake' } = settings;
  const context = contextOf(api, settings);
  const given = new Map<string, unknown>(
    Object.entries(responses).filter(([, response]) => response !== undefined),
  );
  const isMocked = ({ handler }: ServerOperation): boolean => given.has(handler);
  const server = createServers(context, (operation) => {
    if (!isMocked(operation) && unmocked !== 'fake') return () => failUnmocked(operation);
    return handlerFor(context, operation, given.get(operation.handler));
  });
  const label = `${api.description.title} ${api.description.version}`;
  const resolve = async (
    request: Request,
    { basePath, operations }: Destination,
  ): Promise<Response | undefined> => {
    const isRpc = operations[0]?.descriptor.rpc !== undefined;
    const served = isRpc ? operations : operations.slice(0, 1);
    if (unmocked === 'passthrough') {
      const methods = isRpc ? await methodsIn(request) : [];
      const called = served.filter(
        (operation) => !isRpc || methods.includes(context.methodOf(operation)),
      );
      if (!called.some(isMocked)) return api.library.passthrough();
    }
    return server(basePath, served)(request);
  };
  return [mswHandler(context, label, {}, () => true, { resolve })];
}

function failUnmocked({ descriptor }: ServerOperation): never {
  throw new MockError('unmocked', descriptor.id, `"${descriptor.id}" has no mock.`);
}

/** What all mocks of one call share. */
interface MockContext<MswHandler> {
  readonly api: MockedApi<MswHandler>;
  readonly settings: MockSettings;
  readonly find: (request: Request) => Destination | undefined;
  /** Name of the JSON-RPC method of an operation. */
  methodOf(operation: ServerOperation): string;
}

function contextOf<MswHandler>(
  api: MockedApi<MswHandler>,
  settings: MockSettings,
): MockContext<MswHandler> {
  const variables = variablesOf(api.description, settings.variables);
  const baseUrl = settings.baseUrl === undefined ? undefined : String(settings.baseUrl);
  let find: MockContext<MswHandler>['find'] | undefined;
  return {
    api,
    settings,
    find(request) {
      find ??= destinations(api.description, api.operations, variables, baseUrl);
      return find(request);
    },
    methodOf: ({ descriptor }) => expand(descriptor.rpc?.method ?? '', variables),
  };
}

/** A handler of MSW, which takes the requests that the routes of the description lead to it. */
function mswHandler<MswHandler extends object>(
  { api, find }: MockContext<MswHandler>,
  label: string,
  options: { readonly once?: boolean },
  isOwn: (destination: Destination) => boolean,
  {
    resolve,
  }: {
    readonly resolve: (request: Request, destination: Destination) => Promise<Response | undefined>;
  },
): MswHandler {
  const { HttpHandler: Handler } = api.library;
  const handler = new Handler(
    /./,
    '*',
    async ({ request }) => {
      const destination = find(request);
      return destination === undefined ? undefined : resolve(request, destination);
    },
    options,
  );
  const { info } = handler as { info?: object };
  if (info !== undefined) Object.assign(info, { header: label });
  const predicate: Predicate['predicate'] = ({ request }) => {
    const destination = find(request);
    return destination !== undefined && isOwn(destination);
  };
  return Object.assign(handler, { predicate });
}

function labelOf({ id, method, path, parameters }: OperationDescriptor): string {
  const text = path
    .map((part) => (typeof part === 'string' ? part : `{${parameters?.[part]?.name ?? ''}}`))
    .join('');
  return `${method} ${text} (${id})`;
}

/** The handler of a server for the response of a mock. */
function handlerFor<MswHandler>(
  { api, settings }: MockContext<MswHandler>,
  { handler, descriptor }: ServerOperation,
  response: unknown,
): AnyHandler {
  if (typeof response === 'function')
    return (request, respond): unknown => Reflect.apply(response, undefined, [request, respond]);
  const reply = Object.hasOwn(api.replies, handler) ? api.replies[handler] : undefined;
  if (reply === undefined)
    return () => {
      const message = `The mock of "${descriptor.id}" needs a function: its description has no response of success.`;
      throw new MockError('no-fake', descriptor.id, message);
    };
  if (response !== undefined) return (_request, respond) => replyWith(respond, reply, response);
  return (request, respond) => {
    try {
      const { accepts = [] } = request as Partial<Pick<HandlerRequest, 'accepts'>>;
      return fakeReply(respond, reply, { fakes: api.fakes, seed: settings.seed ?? 0, accepts });
    } catch (cause) {
      if (!(cause instanceof FakeError)) throw cause;
      const message = `There is no fake of the response of "${descriptor.id}": ${cause.message}`;
      throw new MockError('no-fake', descriptor.id, message, { cause });
    }
  };
}

type Serve = (request: Request) => Promise<Response>;

/** Creates servers when they are first needed: one for each base path and list of operations. */
function createServers<MswHandler>(
  context: MockContext<MswHandler>,
  handlerOf: (operation: ServerOperation) => AnyHandler,
): (basePath: string, operations: readonly ServerOperation[]) => Serve {
  const servers = new Map<string, Serve>();
  return (basePath, operations) => {
    const key = JSON.stringify([basePath, operations.map(({ handler }) => handler)]);
    const known = servers.get(key);
    if (known !== undefined) return known;
    const handlers = operations.map((operation) => [operation.handler, handlerOf(operation)]);
    const server = serverOf(context, basePath, operations, Object.fromEntries(handlers));
    servers.set(key, server);
    return server;
  };
}

/** Accepts any credential that is not empty. */
const anyValue: Verifier = {
  head: ({ credentials }) =>
    credentials.every((text) => text.trim() !== '')
      ? { ok: true, principal: 'anyone' }
      : { ok: false, reason: 'credentials-empty' },
};

/** Creates a server whose own faults, such as invalid responses, are thrown. */
function serverOf<MswHandler>(
  { api, settings }: MockContext<MswHandler>,
  basePath: string,
  operations: readonly ServerOperation[],
  handlers: object,
): Serve {
  const { credentials = 'any', validate = true, variables } = settings;
  const failures = new Map<string, LogEntry>();
  const ids = new WeakMap<WireRequest, string>();
  let count = 0;
  const handle: HttpHandler = createServer(
    api.description,
    operations.map(({ handler, descriptor }) => ({
      handler,
      descriptor: plain(descriptor, credentials === 'any'),
    })),
    handlers,
    {
      basePath,
      trustHost: true,
      protocols: [jsonRpc],
      security: Object.fromEntries(
        Object.keys(api.description.security).map((name) => [name, anyValue]),
      ),
      limits: { body: Number.POSITIVE_INFINITY, queryKeys: Number.POSITIVE_INFINITY },
      correlationId: (request) => ids.get(request) ?? '',
      log(entry) {
        if (entry.correlationId !== undefined && isFailure(entry))
          failures.set(entry.correlationId, entry);
      },
      ...(variables !== undefined && { variables }),
      ...(validate && { checks: api.checks, validateResponses: api.validateResponses }),
      ...(api.xml !== undefined && { xml: api.xml }),
    },
  );
  return fetchHandler(async (request) => {
    count += 1;
    const id = String(count);
    ids.set(request, id);
    const response = await handle(request);
    const failure = failures.get(id);
    failures.delete(id);
    if (failure === undefined) return response;
    throw mockErrorOf(failure.operation ?? operations[0]?.descriptor.id ?? '', failure);
  });
}

/** An operation without what belongs to a real server: keys of idempotency, and credentials if any are accepted. */
function plain(descriptor: OperationDescriptor, isOpen: boolean): OperationDescriptor {
  const { idempotencyHeader: _header, security, ...rest } = descriptor;
  return isOpen || security === undefined ? rest : { ...rest, security };
}

/** Names of the JSON-RPC methods that a request calls. */
async function methodsIn(request: Request): Promise<readonly string[]> {
  try {
    const body: unknown = await request.clone().json();
    const calls: readonly unknown[] = Array.isArray(body) ? body : [body];
    return calls.flatMap((call) =>
      typeof call === 'object' &&
      call !== null &&
      'method' in call &&
      typeof call.method === 'string'
        ? [call.method]
        : [],
    );
  } catch {
    return [];
  }
}
