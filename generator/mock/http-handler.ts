import { mapAwaitable } from '../../runtime/core/awaitable.js';
import { systemTimers } from '../../runtime/core/clock.js';
import type { OperationDescriptor } from '../../runtime/core/descriptor.js';
import { problem } from '../../runtime/core/server/fault-body.js';
import { Refusal, type Fault } from '../../runtime/core/server/fault.js';
import {
  createHttpHandler,
  wrapHandler,
  type RouteHandler,
} from '../../runtime/core/server/http-handler.js';
import { limitsOf } from '../../runtime/core/server/options.js';
import type { Route } from '../../runtime/core/server/route.js';
import type { ProtocolParts, ServerOperation } from '../../runtime/core/server/serve.js';
import type { HttpHandler, WireRequest } from '../../runtime/core/wire.js';
import { xml } from '../../runtime/core/xml/index.js';
import { idempotency } from '../../runtime/http/server/idempotency.js';
import { prepareOperation, type HandlerRequest } from '../../runtime/http/server/operation.js';
import type { HttpOptions } from '../../runtime/http/server/server.js';
import { jsonRpc } from '../../runtime/rpc/server.js';
import type { Operation } from '../model/api.js';
import { compileOperation, type CompiledOperation } from './compile-operation.js';
import { withOpenCors } from './cors.js';
import {
  credentialViolations,
  describeApi,
  verifiersFor,
  withKnownSchemes,
  type Endpoint,
  type ServedPath,
} from './endpoints.js';
import { readPreference } from './preference.js';
import {
  createResources,
  findResourceRoles,
  type ResourceRole,
  type Resources,
} from './resources.js';
import { createResponses, type Reply } from './responses.js';

/** Settings of the responses of a mock. */
export interface MockSettings {
  /** Keeps what requests create, where paths have the form of plain REST. */
  readonly stateful: boolean;
  /** Equal seeds give equal fakes. */
  readonly seed: number;
  /** Called for each request, once its response is known. */
  readonly log: (entry: MockLogEntry) => void;
}

/** What a mock did with one request. */
export interface MockLogEntry {
  readonly method: string;
  /** Path of the request, without its query, which may contain credentials. */
  readonly path: string;
  readonly status: number;
  /** Source of the response: an example, a fake, state, or violations of the request. */
  readonly why: string;
}

/** Creates the handler of all endpoints. An operation is compiled by the first request for it. */
export function createMockHandler(
  paths: readonly ServedPath[],
  settings: MockSettings,
): HttpHandler {
  const reasons = new WeakMap<WireRequest, string>();
  const explain = (request: WireRequest, why: string): void => void reasons.set(request, why);
  const roles = new Map(
    settings.stateful
      ? [...new Set(paths.map(({ endpoint }) => endpoint.api))].flatMap((api) => [
          ...findResourceRoles(api.operations),
        ])
      : [],
  );
  const context = { settings, explain, roles, resources: createResources() };
  const handlers = new Map<Endpoint, RouteHandler>();
  const handlerOf = (endpoint: Endpoint): RouteHandler => {
    const handler = handlers.get(endpoint) ?? createRoute(endpoint, context);
    handlers.set(endpoint, handler);
    return handler;
  };
  const routes = paths.map(({ endpoint, path }): Route<RouteHandler> => {
    const { method, trailingSlash } = endpoint;
    return { method, path, trailingSlash, value: handlerOf(endpoint) };
  });
  const endpointOf = new Map(
    [...handlers].map(([endpoint, { descriptor }]) => [descriptor, endpoint]),
  );
  const options = {
    trustHost: true,
    onFault: (fault: Fault, request: WireRequest) => {
      const endpoint = fault.operation && endpointOf.get(fault.operation);
      if (fault.name !== 'unauthorized' || endpoint === undefined) {
        explain(request, whyRefused(fault));
        return undefined;
      }
      const named = { ...fault, violations: credentialViolations(endpoint) };
      explain(request, whyRefused(named));
      return { status: fault.status, ...problem(named) };
    },
  };
  const handler = createHttpHandler({
    operations: routes.map(({ value }) => value.descriptor),
    routes,
    schemes: {},
    basePathOf: () => '',
    options,
  });
  return logged(withOpenCors(handler), settings, (request) => reasons.get(request));
}

/** What all routes share. */
interface RouteContext {
  readonly settings: MockSettings;
  readonly explain: (request: WireRequest, why: string) => void;
  readonly roles: ReadonlyMap<Operation, ResourceRole>;
  readonly resources: Resources;
}

function createRoute(endpoint: Endpoint, context: RouteContext): RouteHandler {
  let route: RouteHandler | undefined;
  let failure: Refusal | undefined;
  const { method, base, path, operations } = endpoint;
  const compiled = (): RouteHandler => {
    if (failure !== undefined) throw failure;
    try {
      return (route ??= compileRoute(endpoint, context));
    } catch (cause) {
      failure = new Refusal('not-implemented', 'not-compiled', {
        message: 'The operation cannot be served: it exceeds a limit of tallystick.',
        cause,
      });
      throw failure;
    }
  };
  return {
    descriptor: stub(method, [base, ...path], operations[0]),
    answer: (routed) => compiled().answer(routed),
  };
}

/** The part of a descriptor that routing needs. */
function stub(
  method: string,
  path: Endpoint['path'],
  operation: Endpoint['operations'][number] | undefined,
): OperationDescriptor {
  const parameters = (operation?.parameters ?? []).map(({ name, in: location }) => ({
    name,
    in: location,
    type: { types: [] },
  }));
  return { id: operation?.key ?? '', method, path, parameters, input: 'none', outcomes: [] };
}

function compileRoute({ api, base, operations }: Endpoint, context: RouteContext): RouteHandler {
  const description = describeApi(api);
  const compiled = operations.map((operation) => compileOperation(api, operation));
  const roleOf = (index: number): ResourceRole | undefined => {
    const operation = operations[index];
    return operation && context.roles.get(operation);
  };
  const handlers: Record<string, unknown> = Object.create(null);
  const served = compiled.map((each, index): ServerOperation => {
    const handler = `operation${index}`;
    handlers[handler] = createHandler(each, base, roleOf(index), context);
    return { descriptor: withKnownSchemes(each.descriptor, description), handler };
  });
  const parts: ProtocolParts<HttpOptions> = {
    api: description,
    operations: served,
    handlers,
    verifiers: verifiersFor(description),
    variables: Object.fromEntries(api.variables.map(({ name, default: value }) => [name, value])),
    rateLimiter: () => undefined,
    runner: undefined,
    options: {
      trustHost: true,
      xml,
      checks: Object.fromEntries(
        compiled.flatMap(({ descriptor, checks }) =>
          checks === undefined ? [] : [[descriptor.id, checks] as const],
        ),
      ),
    },
  };
  const [first] = served;
  if (first === undefined) throw new Error('an endpoint has an operation');
  if (first.descriptor.rpc === undefined) {
    const runOnce = idempotency({}, systemTimers, limitsOf().body, undefined);
    return prepareOperation(first, parts, runOnce);
  }
  const [route] = jsonRpc.routes(parts);
  if (route === undefined) throw new Error('an endpoint has a route');
  return route.value;
}

/** Request of an operation, or of a JSON-RPC method. */
type AnyRequest = Pick<HandlerRequest, 'wire'> &
  Partial<Pick<HandlerRequest, 'accepts'>> & { readonly body?: unknown };

function createHandler(
  compiled: CompiledOperation,
  base: string,
  role: ResourceRole | undefined,
  { settings, explain, resources }: RouteContext,
): (request: AnyRequest) => Reply['answer'] {
  const responses = createResponses(compiled, settings.seed);
  return ({ wire, accepts = [], body }) => {
    const preference = readPreference(wire.headers);
    const usual = (): Reply => responses.reply({ preference, accepts });
    const isPreferred = preference.code !== undefined || preference.example !== undefined;
    const { answer, why } =
      role === undefined || isPreferred
        ? usual()
        : resources.reply({ role, wire, base, body, responses, usual });
    explain(wire, why);
    return answer;
  };
}

/** Maximum number of violations in the log of one request. */
const loggedViolations = 3;

function whyRefused({ violations, message }: Fault): string {
  if (violations.length === 0) return message;
  const named = violations
    .slice(0, loggedViolations)
    .map(({ path, message: expected }) => `${path}: ${expected}`);
  const more = violations.length - named.length;
  return `violation: ${named.join('; ')}${more > 0 ? `; ${more} more` : ''}`;
}

function logged(
  handler: HttpHandler,
  { log }: MockSettings,
  reasonOf: (request: WireRequest) => string | undefined,
): HttpHandler {
  return wrapHandler(handler, (request, next) =>
    mapAwaitable(next(request), (response) => {
      const [path = ''] = request.target.split('?', 1);
      const why = reasonOf(request) ?? 'allowed methods';
      log({ method: request.method, path, status: response.status, why });
      return response;
    }),
  );
}
