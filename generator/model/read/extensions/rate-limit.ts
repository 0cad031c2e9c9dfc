import type { Origin } from '../../../core/origin.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { NameKey, Operation } from '../../api.js';
import type { RateLimit } from '../../limits.js';
import { isArray, member } from '../json.js';
import { asNode, optional, originAt, placeAt, requiredText, textAt } from '../openapi/node.js';
import type { Node, Place } from '../openapi/node.js';
import type { Reading } from '../openapi/reading.js';
import { checkExtension, refuse } from './extension.js';

/** A limit, or the name of a bucket that is described elsewhere. */
export type RateStatement =
  | { readonly limit: RateLimit }
  | { readonly bucket: string; readonly origin: Origin };

/** What was said about the rate of one operation, by itself or its path, and the tags that may say more. */
export interface RateStatements {
  readonly own: readonly RateStatement[] | undefined;
  readonly tags: readonly string[];
}

/** `x-rate-limit` of an object, its form checked. `bucket` is the name of a bucket that is given none. */
export function readRateLimits(node: Node, bucket: string): readonly RateStatement[] | undefined {
  const place = placeAt(node, 'x-rate-limit');
  if (place === undefined) return undefined;
  if (!isArray(place.value)) return readStatement(place, bucket);
  const several = place.value.filter((item) => typeof item !== 'string').length > 1;
  return place.value.flatMap((_, index) => {
    const item = placeAt(place, index);
    return item === undefined ? [] : readStatement(item, bucket, several);
  });
}

/** Of several limits in one place each has a bucket of its own, told by what it is per. */
function readStatement(place: Place, bucket: string, several = false): readonly RateStatement[] {
  if (typeof place.value === 'string') return [{ bucket: place.value, origin: place.origin }];
  const node = asNode(place, '"x-rate-limit"');
  if (node === undefined) return [];
  checkExtension(node, ['rate', 'burst', 'per', 'bucket'], '"x-rate-limit"');
  const rate = readNumber(node, 'rate', 'above 0', (value) => value > 0);
  const burst = readNumber(node, 'burst', 'from 1 upwards', (value) => value >= 1);
  const per = readPer(node);
  const named = textAt(node, 'bucket');
  if (named === '') refuse(node, ['bucket'], 'the name of a bucket is empty');
  if (rate === undefined) {
    if (!Object.hasOwn(node.value, 'rate')) refuse(node, [], '"x-rate-limit" has no "rate"');
    return [];
  }
  if (per === undefined) return [];
  return [
    {
      limit: {
        bucket: named || (several ? `${bucket} ${per}` : bucket),
        rate,
        burst: burst ?? Math.max(1, rate),
        per,
        origin: node.origin,
      },
    },
  ];
}

function readNumber(
  node: Node,
  name: string,
  range: string,
  holds: (value: number) => boolean,
): number | undefined {
  const value = member(node.value, name);
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isFinite(value) && holds(value)) return value;
  return refuse(node, [name], `"${name}" is not a number ${range}`);
}

function readPer(node: Node): string | undefined {
  const per = requiredText(node, 'per', '"x-rate-limit"');
  if (per === undefined || /^[A-Za-z][A-Za-z0-9]*$/.test(per)) return per;
  return refuse(
    node,
    ['per'],
    `"${per}" can not be what a limit is per`,
    'a name is a letter and then letters and digits',
  );
}

/** Remembers what is said about the rate of an operation, or of the methods that take its place. */
export function noteRates(
  reading: Reading,
  operations: readonly Operation[],
  statements: RateStatements,
): void {
  for (const { key } of operations) reading.rates.set(key, statements);
}

/** The buckets of a description, and each operation with those that it draws on. */
export function settleRateLimits(
  reading: Reading,
  root: Node,
  operations: readonly Operation[],
): { readonly operations: readonly Operation[]; readonly rateLimits: readonly RateLimit[] } {
  const common = readRateLimits(root, 'default');
  const tags = readTagRates(root);
  const buckets = new Map<string, RateLimit>();
  const stated = [
    ...(common ?? []),
    ...[...tags.values()].flat(),
    ...[...reading.rates.values()].flatMap(({ own = [] }) => own),
  ];
  for (const statement of new Set(stated)) {
    if ('limit' in statement) addBucket(reading, buckets, statement.limit);
  }
  const find = limitFinder(reading, buckets);
  const statementsOf = (key: NameKey): readonly RateStatement[] => {
    const { own, tags: names = [] } = reading.rates.get(key) ?? { own: undefined };
    const tag = names.find((name) => tags.has(name));
    return own ?? (tag === undefined ? undefined : tags.get(tag)) ?? common ?? [];
  };
  // A name that nothing describes is reported even where nobody draws on it.
  for (const statement of new Set(stated)) find(statement);
  return {
    operations: operations.map((operation) => {
      if (operation.sentBy === 'server') return operation;
      const limits = statementsOf(operation.key).flatMap((statement) => find(statement) ?? []);
      const distinct = [...new Set(limits)];
      return {
        ...operation,
        ...optional('rateLimits', distinct.length === 0 ? undefined : distinct),
      };
    }),
    rateLimits: [...buckets.values()],
  };
}

function readTagRates(root: Node): ReadonlyMap<string, readonly RateStatement[]> {
  const rates = new Map<string, readonly RateStatement[]>();
  const list = placeAt(root, 'tags');
  const items = list !== undefined && isArray(list.value) ? list.value : [];
  for (const index of items.keys()) {
    const place = list && placeAt(list, index);
    const tag = place === undefined ? undefined : asTag(place);
    if (tag === undefined || rates.has(tag.name)) continue;
    const stated = readRateLimits(tag.node, tag.name);
    if (stated !== undefined) rates.set(tag.name, stated);
  }
  return rates;
}

/** A tag that is no tag is reported where tags are read. */
function asTag({
  value,
  ...place
}: Place): { readonly node: Node; readonly name: string } | undefined {
  if (typeof value !== 'object' || value === null || isArray(value)) return undefined;
  const name = member(value, 'name');
  return typeof name === 'string' ? { node: { ...place, value }, name } : undefined;
}

function addBucket(reading: Reading, buckets: Map<string, RateLimit>, limit: RateLimit): void {
  const known = buckets.get(limit.bucket);
  if (known === undefined) {
    buckets.set(limit.bucket, limit);
    return;
  }
  const same = known.rate === limit.rate && known.burst === limit.burst && known.per === limit.per;
  if (same) return;
  reading.reporter.error(
    'rate-limit-bucket',
    limit.origin,
    `the bucket "${limit.bucket}" has another limit elsewhere`,
    {
      hint: 'give this one another name in "bucket"',
      related: [{ message: 'the first is here', origin: known.origin }],
    },
  );
}

/** The limit that a statement stands for; reports a name once that nothing describes. */
function limitFinder(
  reading: Reading,
  buckets: ReadonlyMap<string, RateLimit>,
): (statement: RateStatement) => RateLimit | undefined {
  const reported = new Set<RateStatement>();
  return (statement) => {
    const name = 'limit' in statement ? statement.limit.bucket : statement.bucket;
    const limit = buckets.get(name);
    if (limit === undefined && 'origin' in statement && !reported.has(statement)) {
      reported.add(statement);
      reading.reporter.error(
        'rate-limit-bucket',
        statement.origin,
        `the bucket "${name}" is described nowhere`,
        didYouMean(name, [...buckets.keys()]),
      );
    }
    return limit;
  };
}

/** Refuses a limit on what the server sends: nobody counts that here. */
export function refuseRateLimit(node: Node): void {
  if (!Object.hasOwn(node.value, 'x-rate-limit')) return;
  node.reporter.error(
    'invalid-extension',
    originAt(node, 'x-rate-limit'),
    '"x-rate-limit" stands on a request that the server sends',
    { part: 'key', hint: 'it limits what clients send' },
  );
}
