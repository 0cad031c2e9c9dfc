import type { Api } from '../model/api.js';
import { exported } from './exported.js';
import { chooseNames, globals } from './names.js';
import type { LimitsPlan, Plan } from './plan.js';
import { camelCase, lowerFirst, wordsOf } from './words.js';

const file = 'limits.ts';

/** A constant for every limit, and for every bucket that operations draw on. */
export function planLimits(api: Api, base: string, taken: Set<string>): Pick<Plan, 'limits'> {
  const drawn = api.operations.flatMap(({ rateLimits = [] }) => rateLimits);
  const used = new Set(drawn.map(({ bucket }) => bucket));
  const rates = api.rateLimits.filter(({ bucket }) => used.has(bucket));
  if (api.limits.length === 0 && rates.length === 0) return {};
  const own = new Set<string>(globals);
  const values = chooseNames(
    api.limits.map(({ name }) => ({ key: name, candidates: [name, `${name}Limit`] })),
    own,
  );
  const buckets = chooseNames(
    rates.map(({ bucket }) => ({
      key: bucket,
      candidates: [bucketName(bucket)],
    })),
    own,
  );
  const namespace = chooseNames(
    [{ key: 'limits', candidates: ['limits', `${lowerFirst(base)}Limits`] }],
    taken,
  );
  const limits: LimitsPlan = {
    file,
    namespace: exported(namespace, 'limits', file, 'value').name,
    values: api.limits.map((limit) => ({
      identifier: exported(values, limit.name, file, 'value'),
      limit,
    })),
    rates: rates.map((limit) => ({
      identifier: exported(buckets, limit.bucket, file, 'value'),
      limit,
    })),
  };
  return { limits };
}

function bucketName(bucket: string): string {
  const words = wordsOf(bucket);
  return words.length === 0 ? 'rateLimit' : `${camelCase(words)}RateLimit`;
}
