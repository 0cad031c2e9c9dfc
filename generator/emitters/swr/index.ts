import { texts } from '../../options/value-types.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code } from '../../printer/code.js';
import { emitQueries, type QueryKind } from '../calls/emit-queries.js';
import { planQueries, type QueriesPlan, type QueryNaming } from '../calls/plan-queries.js';
import { defineEmitter, emitterApiVersion, type Emitter, type EmitterOption } from '../emitter.js';

const { swr: names } = runtimeNames;

const naming: QueryNaming = {
  emitter: 'swr',
  rootKeys: ['SwrKeys', 'ApiSwrKeys'],
  serviceKeys: ['SwrKeys', 'ServiceSwrKeys'],
  key: ['SwrKey', 'SwrQueryKey'],
  options: ['Swr', 'SwrQuery'],
  infinite: ['SwrInfinite', 'SwrPages'],
  mutation: ['SwrMutation', 'SwrTrigger'],
};

const kind: QueryKind = {
  keyType: names.SwrKeyOf,
  listKeyType: names.SwrKeyOf,
  createKey: names.swrKeyOf,
  optionsType: names.SwrQueryOf,
  createOptions: names.swrQueryOf,
  infiniteType: names.SwrInfiniteOf,
  createInfinite: names.swrInfiniteOf,
  mutationType: names.SwrMutationOf,
  createMutation: names.swrMutationOf,
  operationKey: names.OperationKey,
  keyArguments: ({ callType }) => [callType],
  subject: code`Key and fetcher`,
};

/** Keys and fetchers of SWR for every operation, in one file for each service. */
export const swrEmitter: Emitter<
  QueriesPlan,
  { readonly queries: EmitterOption<readonly string[]> }
> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'swr',
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
      { name: 'swr', contents: code`keys and fetchers of SWR; its hooks require \`swr\`` },
    ],
    peerPackages: [{ name: 'swr', range: '^2.3.0', isOptional: true }],
  }),
});
