import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { requestSchemes } from '../../plan/security.js';
import { code, type Code, join, stringLiteral } from '../code.js';
import {
  constant,
  exportedFunction,
  exportedInterface,
  type Member,
  reExport,
} from '../declare.js';
import { createFileScope, importPath } from '../file-scope.js';
import { reExportsOf } from '../re-exports.js';
import type { Declaration, FileScope, SourceFile } from '../source-file.js';
import { principalsParameter } from './service.js';
import { verifierInterfaces } from './verifiers.js';

/** `server.ts`: all handlers, the verifiers they rely on, and the factories. */
export function emitServer(plan: Plan): readonly SourceFile[] {
  const { server } = plan;
  const scope = createFileScope(plan, server.factory.from);
  return [
    principalsFile(plan),
    scope.finish([
      handlers(plan, scope),
      options(plan, scope),
      operations(plan, scope),
      factory(plan, scope, 'whole'),
      factory(plan, scope, 'partial'),
      reExport(importPath(plan, server.principalsType.from, plan.server.factory.from)),
      ...verifierExports(plan),
      ...plan.services.map((service) =>
        reExport(importPath(plan, service.serverFile, plan.server.factory.from)),
      ),
    ]),
  ];
}

function verifierExports(plan: Plan): readonly Declaration[] {
  const served = plan.security.filter(({ carriedBy }) => carriedBy !== 'deliveries');
  const names = served.flatMap(({ verifier, hmac }) =>
    [hmac?.scopeType, verifier].filter((name) => name !== undefined),
  );
  return reExportsOf(plan, names, plan.server.factory.from);
}

/** Verifiers by scheme, and what they find: in a file of its own because services and server both name it. */
function principalsFile(plan: Plan): SourceFile {
  const { principalsType, verifiersType } = plan.server;
  const scope = createFileScope(plan, principalsType.from);
  const schemes = requestSchemes(plan.security);
  return scope.finish(verifierInterfaces(scope, verifiersType, principalsType, schemes));
}

function handlers(plan: Plan, scope: FileScope): Declaration {
  return exportedInterface(scope.name(plan.server.handlersType), {
    docs: [code`A handler for each operation. A missing one is a compile error.`],
    typeParameters:
      plan.services.length === 0 ? [] : [principalsParameter(scope, plan.server.principalsType)],
    extends: plan.services.map((service) => code`${scope.name(service.handlersType)}<Principals>`),
  });
}

function options(plan: Plan, scope: FileScope): Declaration {
  const { server, client } = plan;
  const names = runtimeNames;
  const speaks = protocols(plan);
  const base =
    speaks === 'json-rpc' ? names.rpcServer.RpcServerOptions : names.server.ServerOptions;
  const variables: readonly Member[] =
    client.variables.length === 0
      ? []
      : [{ name: code`variables`, type: scope.name(client.variablesType), optional: true }];
  return exportedInterface(scope.name(server.optionsType), {
    docs: [code`Where a server answers, whom it trusts, and how much it takes.`],
    typeParameters: [code`Verifiers extends ${scope.name(server.verifiersType)}`],
    extends: [scope.name(base)],
    members: [
      {
        name: code`security`,
        type: code`Verifiers`,
        optional: requestSchemes(plan.security).length === 0,
      },
      ...variables,
      ...rateLimits(plan, scope),
    ],
  });
}

/** Whose bucket a request draws on: a key for everything that limits are per. */
function rateLimits(plan: Plan, scope: FileScope): readonly Member[] {
  const pers = new Set((plan.limits?.rates ?? []).map(({ limit }) => limit.per));
  if (pers.size === 0) return [];
  const from = protocols(plan) === 'json-rpc' ? runtimeNames.rpcServer : runtimeNames.server;
  const names = join([...pers].map(stringLiteral), ' | ');
  const principals = code`Partial<${scope.name(runtimeNames.server.PrincipalsOf)}<Verifiers>>`;
  return [
    {
      name: code`rateLimits`,
      type: code`${scope.name(from.RateLimitOptions)}<${names}, ${principals}>`,
      optional: true,
      docs: [
        code`Counts requests as the description's rate limits say. Without it nothing is counted.`,
      ],
    },
  ];
}

/** What a package's server speaks. */
function protocols(plan: Plan): 'http' | 'json-rpc' | 'both' {
  const rpc = plan.operations.filter(({ operation }) => operation.binding.kind === 'json-rpc');
  if (rpc.length === 0) return 'http';
  return rpc.length === plan.operations.length ? 'json-rpc' : 'both';
}

/** Every route of the package, for both factories. */
function operations(plan: Plan, scope: FileScope): Declaration {
  const routes = plan.services.map((service) => code`...${scope.name(service.routes)}`);
  const type = code`readonly ${scope.name(runtimeNames.server.ServerOperation)}[]`;
  const before = code`const ${operationsName}: ${type} = `;
  return constant(operationsName, type, listOf(routes, before.length));
}

/** A list as the formatter lays it out. `before` is how many columns of its first line are taken. */
function listOf(items: readonly Code[], before: number): Code {
  const flat = code`[${join(items, ', ')}]`;
  if (before + flat.length + 1 <= 100) return flat;
  return code`[\n${join(
    items.map((item) => code`  ${item},`),
    '\n',
  )}\n]`;
}

const operationsName = code`operations`;

function factory(plan: Plan, scope: FileScope, kind: 'whole' | 'partial'): Declaration {
  const { server, client } = plan;
  const principals = (): Code => code`<${scope.name(runtimeNames.server.PrincipalsOf)}<Verifiers>>`;
  const handlersType = code`${scope.name(server.handlersType)}${
    plan.services.length === 0 ? code`` : principals()
  }`;
  const speaks = protocols(plan);
  const create =
    speaks === 'json-rpc'
      ? runtimeNames.rpcServer.createRpcServer
      : runtimeNames.server.createServer;
  const settings = [
    code`...options`,
    code`checks: ${scope.name(server.requestChecks)}`,
    ...(kind === 'partial' ? [code`partial: true`] : []),
    ...(speaks === 'both'
      ? [code`protocols: [${scope.name(runtimeNames.rpcServer.jsonRpc)}]`]
      : []),
  ];
  return exportedFunction(scope.name(kind === 'whole' ? server.factory : server.partialFactory), {
    docs: [
      kind === 'whole'
        ? code`A server as one function: give it to an adapter, or to a client as its transport.`
        : code`The same with handlers missing: their operations answer 501.`,
    ],
    typeParameters: [code`Verifiers extends ${scope.name(server.verifiersType)}`],
    parameters: [
      {
        name: code`handlers`,
        type: kind === 'whole' ? handlersType : code`Partial<${handlersType}>`,
      },
      { name: code`options`, type: code`${scope.name(server.optionsType)}<Verifiers>` },
    ],
    returnType: scope.name(runtimeNames.types.Exchange),
    statements: [
      code`return ${scope.name(create)}(${scope.name(client.description)}, ${operationsName}, handlers, {\n${join(
        settings.map((setting) => code`  ${setting},`),
        '\n',
      )}\n});`,
    ],
  });
}
