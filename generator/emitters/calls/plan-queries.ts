import {
  defineError,
  defineWarning,
  type DiagnosticType,
  type Reporter,
} from '../../core/diagnostic.js';
import { isStream } from '../../model/analysis/stream-forms.js';
import type { NameScope } from '../../plan/names/name-scope.js';
import { nameOf } from '../../plan/names/name-scope.js';
import { identifierName, type NameRequest } from '../../plan/names/names.js';
import { lowerFirst } from '../../plan/names/words.js';
import type {
  Identifier,
  IdentifierName,
  OperationPlan,
  Plan,
  ServicePlan,
} from '../../plan/plan.js';
import { inputLabel } from './arguments.js';

/** An operation whose response a cache of queries cannot keep. */
export const uncachedOperation: DiagnosticType<{
  default: { emitter: string; operation: string; reason: string };
}> = defineWarning('uncached-operation', {
  default: ({ emitter, operation, reason }) =>
    `the emitter "${emitter}" writes nothing for "${operation}": ${reason}`,
});

/** An operation that the option `queries` names and the description lacks. */
export const unknownQuery: DiagnosticType<{ default: { emitter: string; operation: string } }> =
  defineError('unknown-query', {
    default: ({ emitter, operation }) =>
      `the option "queries" of the emitter "${emitter}" names "${operation}", but no operation has this id`,
  });

/** Contents of `query.ts` or `swr.ts`, and of a file for each service. */
export interface QueriesPlan {
  /** `query.ts` or `swr.ts`. */
  readonly file: string;
  /** Keys of all services, such as `shopKeys`. */
  readonly keys: Identifier;
  /** First part of every key. */
  readonly root: string;
  readonly services: readonly ServiceQueriesPlan[];
}

/** Queries and mutations of one service. */
export interface ServiceQueriesPlan {
  readonly service: ServicePlan;
  readonly file: string;
  /** Keys of the service, such as `ordersKeys`. */
  readonly keys: Identifier;
  /** Property of the keys of all services. */
  readonly property: IdentifierName;
  readonly operations: readonly OperationQueriesPlan[];
}

/** What is written for one operation. */
export interface OperationQueriesPlan {
  readonly operation: OperationPlan;
  /** The parts of its key: names of the package, the service and the operation. */
  readonly path: readonly string[];
  /** Present if the operation is a query. */
  readonly query?: QueryPlan;
  /** Present if the operation is a mutation. */
  readonly mutation?: MutationPlan;
}

/** Names of a query. */
export interface QueryPlan {
  /** Function that creates keys, such as `listOrdersKey`. */
  readonly key: Identifier;
  /** Property of the service's keys, such as `list`. */
  readonly property: IdentifierName;
  /** Function such as `listOrdersOptions`. */
  readonly options: Identifier;
  /** Function such as `listOrdersInfiniteOptions`. Present for lists with pages. */
  readonly infinite?: Identifier;
}

/** Names of a mutation. */
export interface MutationPlan {
  /** Function such as `createOrderMutation`. */
  readonly function: Identifier;
  /** Names of the arguments, as properties of the variables. */
  readonly variables: readonly string[];
}

/** How an emitter names what it writes: candidates, of which the first is preferred. */
export interface QueryNaming {
  /** Name of the emitter, of its file and of its folder. */
  readonly emitter: 'query' | 'swr';
  readonly rootKeys: readonly [string, string];
  readonly serviceKeys: readonly [string, string];
  readonly key: readonly [string, string];
  readonly options: readonly [string, string];
  readonly infinite: readonly [string, string];
  readonly mutation: readonly [string, string];
}

/** Input for planning queries. */
export interface QueriesContext {
  readonly plan: Plan;
  readonly names: NameScope;
  readonly reporter: Reporter;
  /** Ids of operations that are queries although their method may change something. */
  readonly queries: readonly string[];
}

type Role = 'query' | 'mutation';

/**
 * Plans queries for the operations that change nothing, and mutations for the others. A JSON-RPC method does not state whether it changes
 * anything, so that it has both, unless it is a list. Operations that a cache cannot keep are reported.
 *
 * @returns `undefined` if there are no operations.
 */
export function planQueries(
  naming: QueryNaming,
  { plan, names: scope, reporter, queries }: QueriesContext,
): QueriesPlan | undefined {
  const { emitter } = naming;
  const file = `${emitter}.ts`;
  const listed = new Set(queries);
  for (const { id } of plan.operations) listed.delete(id);
  for (const operation of listed)
    reporter.report(unknownQuery.default({ emitter, operation }), plan.api.origin);
  const services = plan.services.flatMap((service) => {
    const operations = service.operations.flatMap((operation) => {
      const reason = obstacleOf(operation, queries);
      const roles = reason === undefined ? rolesOf(operation, queries) : [];
      if (reason !== undefined)
        reporter.report(
          uncachedOperation.default({ emitter, operation: operation.function.name, reason }),
          operation.operation.origin,
        );
      return roles.length === 0 ? [] : [{ operation, roles }];
    });
    return operations.length === 0 ? [] : [{ service, operations }];
  });
  if (services.length === 0) return undefined;
  const root = lowerFirst(plan.baseName);
  const requests = services.flatMap(({ service, operations }) => [
    request(`service ${service.property}`, service.property, naming.serviceKeys),
    ...operations.flatMap(({ operation }) => operationRequests(operation, naming)),
  ]);
  const chosen = scope.choose([request('root', root, naming.rootKeys), ...requests]);
  const identifier = (key: string, from: string): Identifier => ({
    name: nameOf(chosen, key),
    from,
    typeOnly: false,
  });
  const properties = propertyNames(services.map(({ service }) => service.property));
  return {
    file,
    keys: identifier('root', file),
    root,
    services: services.map(({ service, operations }, index): ServiceQueriesPlan => {
      const from = service.file.replace(/^operations\//, `${emitter}/`);
      const members = propertyNames(operations.map(({ operation }) => operation.method));
      return {
        service,
        file: from,
        keys: identifier(`service ${service.property}`, from),
        property: properties[index] ?? service.property,
        operations: operations.map(({ operation, roles }, at): OperationQueriesPlan => {
          const name = operation.function.name;
          const query: QueryPlan = {
            key: identifier(`key ${name}`, from),
            property: members[at] ?? operation.method,
            options: identifier(`options ${name}`, from),
            ...(operation.pagination === undefined
              ? {}
              : { infinite: identifier(`infinite ${name}`, from) }),
          };
          const mutation: MutationPlan = {
            function: identifier(`mutation ${name}`, from),
            variables: argumentNames(operation),
          };
          return {
            operation,
            path: [root, service.property, operation.method],
            ...(roles.includes('query') ? { query } : {}),
            ...(roles.includes('mutation') ? { mutation } : {}),
          };
        }),
      };
    }),
  };
}

/** Reason why a cache cannot keep the response of an operation; `undefined` if it can. */
function obstacleOf(operation: OperationPlan, queries: readonly string[]): string | undefined {
  const { outcomes, arguments: args } = operation;
  if (outcomes.some(({ success, defaultContents }) => success && defaultContents.some(isStream)))
    return 'its response is a stream';
  const contents = args.body?.contents ?? [];
  const isUpload = contents.some(({ codec }) => codec !== 'json' && codec !== 'text');
  return isUpload && rolesOf(operation, queries).includes('query')
    ? 'it is a query whose body cannot be a part of its key'
    : undefined;
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE']);

function rolesOf({ operation, id, pagination }: OperationPlan, queries: readonly string[]): Role[] {
  if (pagination !== undefined || queries.includes(id)) return ['query'];
  const { binding } = operation;
  if (binding.kind === 'json-rpc') return ['query', 'mutation'];
  return safeMethods.has(binding.method) ? ['query'] : ['mutation'];
}

function argumentNames(operation: OperationPlan): readonly string[] {
  const { path, input } = operation.arguments;
  return [
    ...path.map(({ name }) => name),
    ...(input.kind === 'none' ? [] : [inputLabel(operation)]),
  ];
}

function operationRequests(
  { function: { name } }: OperationPlan,
  naming: QueryNaming,
): readonly NameRequest[] {
  const { key, options, infinite, mutation } = naming;
  return [
    request(`key ${name}`, name, key),
    request(`options ${name}`, name, options),
    request(`infinite ${name}`, name, infinite),
    request(`mutation ${name}`, name, mutation),
  ];
}

function request(key: string, name: string, suffixes: readonly [string, string]): NameRequest {
  return { key, candidates: suffixes.map((suffix) => `${name}${suffix}`) };
}

/** Names of properties beside `queryKey`, which keys have at every level. */
function propertyNames(names: readonly IdentifierName[]): readonly IdentifierName[] {
  const taken = new Set<string>(names);
  return names.map((name) => {
    if (name !== 'queryKey') return name;
    let free = `${name}Operation`;
    while (taken.has(free)) free += '_';
    return identifierName(free);
  });
}
