import type { Identifier, OperationPlan, Plan } from '../../plan/plan.js';
import { code, identifier, stringLiteral, type Code } from '../../printer/code.js';
import { exportedConstant, reExport } from '../../printer/declare.js';
import { createFileScope, importPath } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { generic, objectType, readonlyTuple } from '../../printer/types.js';
import { list, objectLiteral, pureCall } from '../../printer/values.js';
import type {
  OperationQueriesPlan,
  QueriesPlan,
  QueryPlan,
  ServiceQueriesPlan,
} from './plan-queries.js';

/** Types and functions of the runtime that a kind of queries uses, and its words. */
export interface QueryKind {
  readonly keyType: Identifier;
  readonly listKeyType: Identifier;
  readonly createKey: Identifier;
  readonly optionsType: Identifier;
  readonly createOptions: Identifier;
  readonly infiniteType: Identifier;
  readonly createInfinite: Identifier;
  readonly mutationType: Identifier;
  readonly createMutation: Identifier;
  readonly operationKey: Identifier;
  /** Names that the type of a key depends on. */
  keyArguments(operation: OperationPlan): readonly Identifier[];
  /** Completes "… of a query of …" in doc comments: `Options`. */
  readonly subject: Code;
}

/** Emits the keys of all services, and a file for each service. */
export function* emitQueries(
  { file, keys, root, services }: QueriesPlan,
  plan: Plan,
  kind: QueryKind,
): Iterable<SourceFile> {
  for (const service of services) yield emitService(service, root, plan, kind);
  const scope = createFileScope(plan, file);
  const keyType = scope.name(kind.operationKey);
  const members = services.map(({ property, keys: name }) => ({
    property,
    name: scope.name(name),
  }));
  const declaration = exportedConstant(
    scope.name(keys),
    objectType([
      { label: code`readonly queryKey`, type: keyType },
      ...members.map(({ property, name }) => ({
        label: code`readonly ${identifier(property)}`,
        type: code`typeof ${name}`,
      })),
    ]),
    objectLiteral([
      { key: code`queryKey`, value: list([stringLiteral(root)]) },
      ...members.map(({ property, name }) => ({ key: identifier(property), value: name })),
    ]),
    [
      code`Keys of all queries, by service and operation. \`queryKey\` is the beginning of all keys below it.`,
    ],
  );
  yield scope.finish([
    ...services.map((service) => reExport(importPath(plan, service.file, file))),
    declaration,
  ]);
}

function emitService(
  { service, file, keys, operations }: ServiceQueriesPlan,
  root: string,
  plan: Plan,
  kind: QueryKind,
): SourceFile {
  const scope = createFileScope(plan, file);
  for (const { query, mutation } of operations)
    for (const name of [query?.key, query?.options, query?.infinite, mutation?.function])
      if (name !== undefined) scope.name(name);
  const queries = operations.flatMap(({ query, operation }) =>
    query === undefined ? [] : [{ query, operation }],
  );
  const serviceKeys = exportedConstant(
    scope.name(keys),
    objectType([
      { label: code`readonly queryKey`, type: scope.name(kind.operationKey) },
      ...queries.map(({ query, operation }) => ({
        label: code`readonly ${identifier(query.property)}`,
        type: keyTypeOf(operation, query, scope, kind),
      })),
    ]),
    objectLiteral([
      { key: code`queryKey`, value: path([root, service.property]) },
      ...queries.map(({ query }) => ({
        key: identifier(query.property),
        value: scope.name(query.key),
      })),
    ]),
    [
      code`Keys of the queries of the service, by operation. \`queryKey\` is the beginning of all of them.`,
    ],
  );
  return scope.finish([
    ...operations.flatMap((operation) => emitOperation(operation, scope, kind)),
    serviceKeys,
  ]);
}

function emitOperation(
  { operation, path: parts, query, mutation }: OperationQueriesPlan,
  scope: FileScope,
  kind: QueryKind,
): readonly Declaration[] {
  const call = scope.name(operation.function);
  const types = [scope.name(operation.callType), scope.name(operation.responsesType)];
  const docs = (what: Code): readonly Code[] => [
    code`${kind.subject} of ${what} of {@link ${call}}.`,
  ];
  const queryDeclarations = (planned: QueryPlan): readonly Declaration[] => [
    exportedConstant(
      scope.name(planned.key),
      keyTypeOf(operation, planned, scope, kind),
      pureCall(scope.name(kind.createKey), [scope.name(operation.descriptor), path(parts)]),
      [code`Keys of the queries of {@link ${call}}.`],
    ),
    exportedConstant(
      scope.name(planned.options),
      generic(scope.name(kind.optionsType), types),
      pureCall(scope.name(kind.createOptions), [call, scope.name(planned.key)]),
      docs(code`a query`),
    ),
    ...(planned.infinite === undefined
      ? []
      : [
          exportedConstant(
            scope.name(planned.infinite),
            generic(scope.name(kind.infiniteType), types),
            pureCall(scope.name(kind.createInfinite), [call, scope.name(planned.key)]),
            docs(code`an infinite query`),
          ),
        ]),
  ];
  if (mutation === undefined) return query === undefined ? [] : queryDeclarations(query);
  const names = mutation.variables.map((name) => stringLiteral(name));
  return [
    ...(query === undefined ? [] : queryDeclarations(query)),
    exportedConstant(
      scope.name(mutation.function),
      generic(scope.name(kind.mutationType), [...types, readonlyTuple(names)]),
      pureCall(scope.name(kind.createMutation), [call, path(parts), list(names)]),
      docs(code`a mutation`),
    ),
  ];
}

function keyTypeOf(
  operation: OperationPlan,
  { infinite }: QueryPlan,
  scope: FileScope,
  kind: QueryKind,
): Code {
  const type = scope.name(infinite === undefined ? kind.keyType : kind.listKeyType);
  return generic(
    type,
    kind.keyArguments(operation).map((argument) => scope.name(argument)),
  );
}

function path(parts: readonly string[]): Code {
  return list(parts.map((part) => stringLiteral(part)));
}
