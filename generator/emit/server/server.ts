import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, commentLines, identifier, join, propertyName } from '../code.js';
import { exportedFunction, exportedInterface, type Member, reExport } from '../declare.js';
import { createFileScope } from '../file-scope.js';
import { moduleSpecifier } from '../module-specifier.js';
import type { Declaration, FileScope, SourceFile } from '../source-file.js';

/** `server.ts`: all handlers, the verifiers they rely on, and the factories. */
export function emitServer(plan: Plan): readonly SourceFile[] {
  const { server } = plan;
  const scope = createFileScope(plan, server.factory.from);
  return [
    principalsFile(plan),
    scope.finish([
      handlers(plan, scope),
      options(plan, scope),
      factory(plan, scope, 'whole'),
      factory(plan, scope, 'partial'),
      reExport(moduleSpecifier(server.factory.from, server.principalsType.from)),
      ...verifierExports(plan),
      ...plan.services.map((service) => reExport(moduleSpecifier(server.factory.from, service.serverFile))),
    ]),
  ];
}

function verifierExports(plan: Plan): readonly Declaration[] {
  const verifiers = plan.security.flatMap(({ verifier }) => (verifier === undefined ? [] : [verifier]));
  const [first] = verifiers;
  if (first === undefined) return [];
  const names = verifiers.map(({ name }) => identifier(name));
  return [reExport(moduleSpecifier(plan.server.factory.from, first.from), names)];
}

/** Verifiers by scheme, and what they find: in a file of its own because services and server both name it. */
function principalsFile(plan: Plan): SourceFile {
  const { principalsType, verifiersType } = plan.server;
  const scope = createFileScope(plan, principalsType.from);
  const verifier = scope.name(runtimeNames.types.Verifier);
  const verifiers: readonly Member[] = plan.security.map(({ scheme }) => ({
    name: propertyName(scheme.key),
    type: verifier,
    docs: scheme.description === undefined ? [] : [join(commentLines(scheme.description.trim()), '\n')],
  }));
  const principals = plan.security.map(({ scheme }) => ({
    name: propertyName(scheme.key),
    type: code`unknown`,
    optional: true,
  }));
  return scope.finish([
    exportedInterface(scope.name(verifiersType), {
      docs: [code`Who decides for each security scheme whether a request may pass.`],
      members: verifiers,
    }),
    exportedInterface(scope.name(principalsType), {
      docs: [code`What the verifiers found, by scheme; absent where the operation did not ask.`],
      members: principals,
    }),
  ]);
}

function handlers(plan: Plan, scope: FileScope): Declaration {
  return exportedInterface(scope.name(plan.server.handlersType), {
    docs: [code`A handler for each operation. A missing one is a compile error.`],
    typeParameters: [code`Principals = ${scope.name(plan.server.principalsType)}`],
    extends: plan.services.map((service) => code`${scope.name(service.handlersType)}<Principals>`),
  });
}

function options(plan: Plan, scope: FileScope): Declaration {
  const { server, client } = plan;
  const variables: readonly Member[] =
    client.variables.length === 0
      ? []
      : [{ name: code`variables`, type: scope.name(client.variablesType), optional: true }];
  return exportedInterface(scope.name(server.optionsType), {
    docs: [code`Where a server answers, whom it trusts, and how much it takes.`],
    typeParameters: [code`Verifiers extends ${scope.name(server.verifiersType)}`],
    extends: [scope.name(runtimeNames.serverTypes.ServerOptions)],
    members: [{ name: code`security`, type: code`Verifiers`, optional: plan.security.length === 0 }, ...variables],
  });
}

function factory(plan: Plan, scope: FileScope, kind: 'whole' | 'partial'): Declaration {
  const { server, services, client } = plan;
  const { serverTypes } = runtimeNames;
  const principals = code`${scope.name(serverTypes.PrincipalsOf)}<Verifiers>`;
  const handlersType = code`${scope.name(server.handlersType)}<${principals}>`;
  const all = services.map((service) => code`...${scope.name(service.routes)}`);
  const flags = kind === 'partial' ? code`, partial: true` : code``;
  return exportedFunction(scope.name(kind === 'whole' ? server.factory : server.partialFactory), {
    docs: [
      kind === 'whole'
        ? code`A server as one function: give it to an adapter, or to a client as its transport.`
        : code`The same with handlers missing: their operations answer 501.`,
    ],
    typeParameters: [code`Verifiers extends ${scope.name(server.verifiersType)}`],
    parameters: [
      { name: code`handlers`, type: kind === 'whole' ? handlersType : code`Partial<${handlersType}>` },
      { name: code`options`, type: code`${scope.name(server.optionsType)}<Verifiers>` },
    ],
    returnType: scope.name(runtimeNames.types.Exchange),
    statements: [
      code`return ${scope.name(runtimeNames.server.createServer)}(${scope.name(client.description)}, [${join(all, ', ')}], handlers, {
  ...options,
  checks: ${scope.name(plan.server.requestChecks)}${flags},
});`,
    ],
  });
}
