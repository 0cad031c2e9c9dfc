import type { Pagination } from '../../model/api.js';
import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { requestSchemes } from '../../plan/security.js';
import { code, type Code, identifier, join, stringLiteral } from '../../printer/code.js';
import { call, list, returns } from '../../printer/values.js';
import { generic, readonlyArray, union } from '../../printer/types.js';
import {
  constant,
  exportedFunction,
  exportedInterface,
  type Member,
  reExport,
} from '../../printer/declare.js';
import { createFileScope, importPath } from '../../printer/file-scope.js';
import { reExportsOf } from '../../printer/re-exports.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { hasPrincipals, principalsParameter } from '../calls/handler-types.js';
import { clientOf } from '../client/plan.js';
import { knownPropertiesKey } from '../known-properties/plan.js';
import { limitsKey } from '../limits/plan.js';
import { validatorsOf } from '../validators/plan.js';
import { serverOf } from './plan.js';
import { verifierInterfaces } from '../calls/verifiers.js';

/** Emits `server.ts`: the interface of all handlers, the options and the factories. */
export function emitServer(plan: Plan): readonly SourceFile[] {
  const server = serverOf(plan);
  const scope = createFileScope(plan, server.factory.from);
  return [
    principalsFile(plan),
    scope.finish([
      handlers(plan, scope),
      options(plan, scope),
      operations(plan, scope),
      factory(plan, scope, 'whole'),
      factory(plan, scope, 'partial'),
      ...cursorsFunction(plan, scope),
      reExport(importPath(plan, server.principalsType.from, serverOf(plan).factory.from)),
      ...verifierExports(plan),
      ...plan.services.map((service) =>
        reExport(importPath(plan, service.serverFile, serverOf(plan).factory.from)),
      ),
    ]),
  ];
}

function verifierExports(plan: Plan): readonly Declaration[] {
  const onRequests = plan.security.filter(({ carriedBy }) => carriedBy !== 'deliveries');
  const names = onRequests.flatMap(({ verifier, permissions }) =>
    [permissions?.type, verifier].filter((name) => name !== undefined),
  );
  return reExportsOf(plan, names, serverOf(plan).factory.from);
}

/**
 * Emits the verifiers by scheme and their principals, in a separate file because services and
 * server both refer to it.
 */
function principalsFile(plan: Plan): SourceFile {
  const { principalsType, verifiersType } = serverOf(plan);
  const scope = createFileScope(plan, principalsType.from);
  const schemes = requestSchemes(plan.security);
  return scope.finish(verifierInterfaces(scope, verifiersType, principalsType, schemes));
}

function handlers(plan: Plan, scope: FileScope): Declaration {
  return exportedInterface(scope.name(serverOf(plan).handlersType), {
    docs: [code`Handlers of all operations. A missing handler is a compile error.`],
    typeParameters: usesPrincipals(plan)
      ? [principalsParameter(scope, serverOf(plan).principalsType)]
      : [],
    extends: plan.services.map((service) =>
      generic(
        scope.name(service.handlersType),
        service.operations.some(hasPrincipals) ? [code`Principals`] : [],
      ),
    ),
  });
}

function usesPrincipals({ services }: Plan): boolean {
  return services.some(({ operations }) => operations.some(hasPrincipals));
}

function options(plan: Plan, scope: FileScope): Declaration {
  const server = serverOf(plan);
  const client = clientOf(plan);
  const names = runtimeNames;
  const protocol = protocols(plan);
  const base =
    protocol === 'json-rpc' ? names.rpcServer.RpcServerOptions : names.server.ServerOptions;
  const variables: readonly Member[] =
    client.variables.length === 0
      ? []
      : [{ name: code`variables`, type: scope.name(client.variablesType), optional: true }];
  return exportedInterface(scope.name(server.optionsType), {
    docs: [code`Options of {@link ${identifier(server.factory.name)}}.`],
    typeParameters: [code`Verifiers extends ${scope.name(server.verifiersType)}`],
    extends: [scope.name(base)],
    members: [
      {
        name: code`security`,
        type: code`Verifiers`,
        optional: requestSchemes(plan.security).length === 0,
      },
      ...variables,
      middleware(plan, scope),
      ...rateLimits(plan, scope),
    ],
  });
}

/** Option for middleware, with the types of the operations. */
function middleware(plan: Plan, scope: FileScope): Member {
  const from = protocols(plan) === 'json-rpc' ? runtimeNames.rpcServer : runtimeNames.server;
  const calls = generic(scope.name(from.CallsOf), [handlersFor(plan, scope)]);
  return {
    name: code`middleware`,
    type: generic(scope.name(from.MiddlewareOption), [calls]),
    optional: true,
    docs: [code`Code around the handlers, such as a transaction.`],
  };
}

/** Handlers with the principals of the verifiers that a program passes. */
function handlersFor(plan: Plan, scope: FileScope): Code {
  const principals = usesPrincipals(plan) ? [principalsOf(scope)] : [];
  return generic(scope.name(serverOf(plan).handlersType), principals);
}

/** Option for rate limits: a key function for each kind of counter. */
function rateLimits(plan: Plan, scope: FileScope): readonly Member[] {
  const keyNames = new Set(
    (plan.partOf(limitsKey)?.rateLimits ?? []).map(({ limit }) => limit.per),
  );
  if (keyNames.size === 0) return [];
  const from = protocols(plan) === 'json-rpc' ? runtimeNames.rpcServer : runtimeNames.server;
  const names = union([...keyNames].map(stringLiteral));
  const principals = generic(code`Partial`, [principalsOf(scope)]);
  return [
    {
      name: code`rateLimits`,
      type: generic(scope.name(from.RateLimitOptions), [names, principals]),
      optional: true,
      docs: [
        code`Enforces the rate limits of the description. If absent, requests are not counted.`,
      ],
    },
  ];
}

/** Protocols of a package's server. */
function protocols(plan: Plan): 'http' | 'json-rpc' | 'both' {
  const rpc = plan.operations.filter(({ operation }) => operation.binding.kind === 'json-rpc');
  if (rpc.length === 0) return 'http';
  return rpc.length === plan.operations.length ? 'json-rpc' : 'both';
}

/** Declares the list of all routes, which both factories use. */
function operations(plan: Plan, scope: FileScope): Declaration {
  const routes = plan.services.map((service) => code`...${scope.name(service.routes)}`);
  const type = readonlyArray(scope.name(runtimeNames.server.ServerOperation));
  return constant(operationsName, type, list(routes));
}

/** Principals of the verifiers that a program passes. */
function principalsOf(scope: FileScope): Code {
  return generic(scope.name(runtimeNames.server.PrincipalsOf), [code`Verifiers`]);
}

/** Factory of the cursors of all lists whose pages have cursors. */
function cursorsFunction(plan: Plan, scope: FileScope): readonly Declaration[] {
  const lists = plan.operations.filter(({ pagination }) => hasCursors(pagination?.pagination));
  if (lists.length === 0) return [];
  const from = protocols(plan) === 'json-rpc' ? runtimeNames.rpcServer : runtimeNames.server;
  const names = union(lists.map((list) => stringLiteral(list.function.name)));
  const types = [names, code`Positions`];
  return [
    exportedFunction(scope.name(serverOf(plan).cursors), {
      docs: [
        code`Creates the cursors of lists. \`Positions\` has the type of a position in each list, by the name of its handler.`,
      ],
      typeParameters: [code`Positions`],
      parameters: [{ name: code`options`, type: scope.name(from.CursorOptions) }],
      returnType: generic(scope.name(from.Cursors), types),
      statements: [
        returns(call(scope.name(from.createCursors), [operationsName, code`options`], types)),
      ],
    }),
  ];
}

/** True if a link between pages is a cursor that the server issues. */
function hasCursors(pagination: Pagination | undefined): boolean {
  if (pagination === undefined) return false;
  return [pagination, pagination.back].some(
    (link) => link?.request !== undefined && ('pointer' in link.next || 'header' in link.next),
  );
}

const operationsName = code`operations`;

function factory(plan: Plan, scope: FileScope, kind: 'whole' | 'partial'): Declaration {
  const server = serverOf(plan);
  const client = clientOf(plan);
  const handlersType = handlersFor(plan, scope);
  const protocol = protocols(plan);
  const create =
    protocol === 'json-rpc'
      ? runtimeNames.rpcServer.createRpcServer
      : runtimeNames.server.createServer;
  const known = plan.partOf(knownPropertiesKey);
  const settings = [
    code`...options`,
    code`checks: ${scope.name(validatorsOf(plan).requestChecks)}`,
    ...(known === undefined ? [] : [code`knownProperties: ${scope.name(known.table)}`]),
    ...(kind === 'partial' ? [code`partial: true`] : []),
    ...(protocol === 'both'
      ? [code`protocols: [${scope.name(runtimeNames.rpcServer.jsonRpc)}]`]
      : []),
  ];
  return exportedFunction(scope.name(kind === 'whole' ? server.factory : server.partialFactory), {
    docs: [
      kind === 'whole'
        ? code`Creates a server: one function, to be mounted with an adapter or used as a client's transport.`
        : code`Creates a server that lacks some handlers. Their operations respond with status 501.`,
    ],
    typeParameters: [code`Verifiers extends ${scope.name(server.verifiersType)}`],
    parameters: [
      {
        name: code`handlers`,
        type: kind === 'whole' ? handlersType : generic(code`Partial`, [handlersType]),
      },
      { name: code`options`, type: generic(scope.name(server.optionsType), [code`Verifiers`]) },
    ],
    returnType: scope.name(runtimeNames.types.HttpHandler),
    statements: [
      code`return ${scope.name(create)}(${scope.name(client.description)}, ${operationsName}, handlers, {\n${join(
        settings.map((setting) => code`  ${setting},`),
        '\n',
      )}\n});`,
    ],
  });
}
