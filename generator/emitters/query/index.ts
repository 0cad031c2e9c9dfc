import { texts } from '../../options/value-types.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code } from '../../printer/code.js';
import { emitQueries, type QueryKind } from '../calls/emit-queries.js';
import { planQueries, type QueriesPlan, type QueryNaming } from '../calls/plan-queries.js';
import { defineEmitter, emitterApiVersion, type Emitter, type EmitterOption } from '../emitter.js';

const { query: names } = runtimeNames;

const naming: QueryNaming = {
  emitter: 'query',
  rootKeys: ['Keys', 'ApiKeys'],
  serviceKeys: ['Keys', 'ServiceKeys'],
  key: ['Key', 'QueryKey'],
  options: ['Options', 'QueryOptions'],
  infinite: ['InfiniteOptions', 'InfiniteQueryOptions'],
  mutation: ['Mutation', 'MutationOptions'],
};

const kind: QueryKind = {
  keyType: names.QueryKeyOf,
  listKeyType: names.ListKeyOf,
  createKey: names.queryKeyOf,
  optionsType: names.QueryOptionsOf,
  createOptions: names.queryOptionsOf,
  infiniteType: names.InfiniteOptionsOf,
  createInfinite: names.infiniteOptionsOf,
  mutationType: names.MutationOf,
  createMutation: names.mutationOf,
  operationKey: names.OperationKey,
  keyArguments: ({ callType, responsesType }) => [callType, responsesType],
  subject: code`Options`,
};

/** Options of TanStack Query for every operation, in one file for each service. */
export const queryEmitter: Emitter<
  QueriesPlan,
  { readonly queries: EmitterOption<readonly string[]> }
> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'query',
  isOptIn: true,
  requires: ['types', 'client'],
  options: {
    queries: {
      summary: 'Ids of operations that are queries although their method may change something.',
      type: texts,
    },
  },
  plan: ({ plan, names: scope, reporter, options: { queries = [] } }) =>
    planQueries(naming, { plan, names: scope, reporter, queries }),
  emit: (part, { plan }) => emitQueries(part, plan, kind),
  packagePart: () => ({
    subpaths: [
      {
        name: 'query',
        contents: code`options and keys of TanStack Query; requires \`@tanstack/query-core\``,
      },
    ],
    peerPackages: [{ name: '@tanstack/query-core', range: '^5.80.0', isOptional: true }],
  }),
});
