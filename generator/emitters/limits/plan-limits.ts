import type { Api } from '../../model/api.js';
import { exportedIdentifier, type NameScope } from '../../plan/names/name-scope.js';
import { chooseNames, globals } from '../../plan/names/names.js';
import type { LimitsPlan } from './plan.js';
import { camelCase, lowerFirst, wordsOf } from '../../plan/names/words.js';

const file = 'limits.ts';

/**
 * Plans a constant for each limit, and for each rate limit that operations use. Returns `undefined`
 * if there are none.
 */
export function planLimits(api: Api, base: string, names: NameScope): LimitsPlan | undefined {
  const operationLimits = api.operations.flatMap(({ rateLimits = [] }) => rateLimits);
  const usedBuckets = new Set(operationLimits.map(({ bucket }) => bucket));
  const rateLimits = api.rateLimits.filter(({ bucket }) => usedBuckets.has(bucket));
  if (api.limits.length === 0 && rateLimits.length === 0) return undefined;
  const fileNames = new Set<string>(globals);
  const values = chooseNames(
    api.limits.map(({ name }) => ({ key: name, candidates: [name, `${name}Limit`] })),
    fileNames,
  );
  const buckets = chooseNames(
    rateLimits.map(({ bucket }) => ({
      key: bucket,
      candidates: [bucketName(bucket)],
    })),
    fileNames,
  );
  const namespace = names.choose([
    { key: 'limits', candidates: ['limits', `${lowerFirst(base)}Limits`] },
  ]);
  return {
    file,
    namespace: exportedIdentifier(namespace, 'limits', file, 'value').name,
    values: api.limits.map((limit) => ({
      identifier: exportedIdentifier(values, limit.name, file, 'value'),
      limit,
    })),
    rateLimits: rateLimits.map((limit) => ({
      identifier: exportedIdentifier(buckets, limit.bucket, file, 'value'),
      limit,
    })),
  };
}

function bucketName(bucket: string): string {
  const words = wordsOf(bucket);
  return words.length === 0 ? 'rateLimit' : `${camelCase(words)}RateLimit`;
}
