import { defineError } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import type { Origin } from '../../../core/origin.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { NameKey, Operation } from '../../api.js';
import type { RateLimit } from '../../limits.js';
import { isArray, member } from '../json.js';
import { asNode, optional, originAt, childAt, requiredText, textAt } from '../openapi/node.js';
import type { ObjectNode, ValueNode } from '../openapi/node.js';
import type { Reading } from '../openapi/reading.js';
import { checkExtension, refuse } from './extension.js';

/** A bucket that is described twice, or never. */
export const rateLimitBucket: DiagnosticType<{
  conflict: { name: string };
  undeclared: { name: string };
}> = defineError('rate-limit-bucket', {
  conflict: ({ name }) => `the bucket "${name}" has a different limit elsewhere`,
  undeclared: ({ name }) => `the bucket "${name}" is not declared`,
});

/** A limit, or the name of a bucket that is declared elsewhere. */
export type RateLimitOrReference =
  | { readonly limit: RateLimit }
  | { readonly bucket: string; readonly origin: Origin };

/** Rate limits declared for one operation or its path item, and the tags that may declare others. */
export interface RateStatements {
  readonly own: readonly RateLimitOrReference[] | undefined;
  readonly tags: readonly string[];
}

/** Reads `x-rate-limit` of an object and checks its form. `bucket` is the default name of the bucket. */
export function readRateLimits(
  node: ObjectNode,
  bucket: string,
): readonly RateLimitOrReference[] | undefined {
  const valueNode = childAt(node, 'x-rate-limit');
  if (valueNode === undefined) return undefined;
  if (!isArray(valueNode.value)) return readStatement(valueNode, bucket);
  const isOneOfMany = valueNode.value.filter((item) => typeof item !== 'string').length > 1;
  return valueNode.value.flatMap((_, index) => {
    const item = childAt(valueNode, index);
    return item === undefined ? [] : readStatement(item, bucket, isOneOfMany);
  });
}

/** Reads one limit. Each of several limits on the same object has its own bucket, distinguished by `per`. */
function readStatement(
  valueNode: ValueNode,
  bucket: string,
  isOneOfMany = false,
): readonly RateLimitOrReference[] {
  if (typeof valueNode.value === 'string')
    return [{ bucket: valueNode.value, origin: valueNode.origin }];
  const node = asNode(valueNode, '"x-rate-limit"');
  if (node === undefined) return [];
  checkExtension(node, ['rate', 'burst', 'per', 'bucket'], '"x-rate-limit"');
  const rate = readNumber(node, 'rate', 'greater than 0', (value) => value > 0);
  const burst = readNumber(node, 'burst', 'of at least 1', (value) => value >= 1);
  const per = readPer(node);
  const name = textAt(node, 'bucket');
  if (name === '')
    refuse(
      node,
      ['bucket'],
      invalidExtension.value({ what: '"bucket"', expected: 'a name of at least one character' }),
    );
  if (rate === undefined) {
    if (!Object.hasOwn(node.value, 'rate'))
      refuse(node, [], invalidExtension.missing({ what: '"x-rate-limit"', name: 'rate' }));
    return [];
  }
  if (per === undefined) return [];
  return [
    {
      limit: {
        bucket: name || (isOneOfMany ? `${bucket} ${per}` : bucket),
        rate,
        burst: burst ?? Math.max(1, rate),
        per,
        origin: node.origin,
      },
    },
  ];
}

function readNumber(
  node: ObjectNode,
  name: string,
  range: string,
  isValid: (value: number) => boolean,
): number | undefined {
  const value = member(node.value, name);
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isFinite(value) && isValid(value)) return value;
  return refuse(
    node,
    [name],
    invalidExtension.value({ what: `"${name}"`, expected: `a number ${range}` }),
  );
}

function readPer(node: ObjectNode): string | undefined {
  const per = requiredText(node, 'per', '"x-rate-limit"');
  if (per === undefined || /^[A-Za-z][A-Za-z0-9]*$/.test(per)) return per;
  return refuse(
    node,
    ['per'],
    invalidExtension.value({ what: '"per"', expected: 'a name' }),
    'a name consists of letters and digits, and begins with a letter',
  );
}

/** Records the rate limits of an operation, or of the methods that replace it. */
export function collectRateLimits(
  reading: Reading,
  operations: readonly Operation[],
  statements: RateStatements,
): void {
  for (const { key } of operations) reading.rates.set(key, statements);
}

/** Returns the buckets of a description, and the operations with the buckets that they draw on. */
export function resolveRateLimits(
  reading: Reading,
  root: ObjectNode,
  operations: readonly Operation[],
): { readonly operations: readonly Operation[]; readonly rateLimits: readonly RateLimit[] } {
  const common = readRateLimits(root, 'default');
  const tags = readTagRates(root);
  const buckets = new Map<string, RateLimit>();
  const declared = [
    ...(common ?? []),
    ...[...tags.values()].flat(),
    ...[...reading.rates.values()].flatMap(({ own = [] }) => own),
  ];
  for (const statement of new Set(declared)) {
    if ('limit' in statement) addBucket(reading, buckets, statement.limit);
  }
  const find = limitFinder(reading, buckets);
  const statementsOf = (key: NameKey): readonly RateLimitOrReference[] => {
    const { own, tags: names = [] } = reading.rates.get(key) ?? { own: undefined };
    const tag = names.find((name) => tags.has(name));
    return own ?? (tag === undefined ? undefined : tags.get(tag)) ?? common ?? [];
  };
  // An unknown name is reported even if no operation uses it.
  for (const statement of new Set(declared)) find(statement);
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

function readTagRates(root: ObjectNode): ReadonlyMap<string, readonly RateLimitOrReference[]> {
  const rates = new Map<string, readonly RateLimitOrReference[]>();
  const list = childAt(root, 'tags');
  const items = list !== undefined && isArray(list.value) ? list.value : [];
  for (const index of items.keys()) {
    const valueNode = list && childAt(list, index);
    const tag = valueNode === undefined ? undefined : asTag(valueNode);
    if (tag === undefined || rates.has(tag.name)) continue;
    const stated = readRateLimits(tag.node, tag.name);
    if (stated !== undefined) rates.set(tag.name, stated);
  }
  return rates;
}

/** Returns the tag's node and name. An invalid tag is reported where tags are read. */
function asTag({
  value,
  ...fields
}: ValueNode): { readonly node: ObjectNode; readonly name: string } | undefined {
  if (typeof value !== 'object' || value === null || isArray(value)) return undefined;
  const name = member(value, 'name');
  return typeof name === 'string' ? { node: { ...fields, value }, name } : undefined;
}

function addBucket(reading: Reading, buckets: Map<string, RateLimit>, limit: RateLimit): void {
  const known = buckets.get(limit.bucket);
  if (known === undefined) {
    buckets.set(limit.bucket, limit);
    return;
  }
  const same = known.rate === limit.rate && known.burst === limit.burst && known.per === limit.per;
  if (same) return;
  reading.reporter.report(rateLimitBucket.conflict({ name: limit.bucket }), limit.origin, {
    hint: 'give this one another name in "bucket"',
    related: [{ message: 'the first is here', origin: known.origin }],
  });
}

/** Returns a function that resolves a statement to its limit, and reports each unknown name once. */
function limitFinder(
  reading: Reading,
  buckets: ReadonlyMap<string, RateLimit>,
): (statement: RateLimitOrReference) => RateLimit | undefined {
  const reported = new Set<RateLimitOrReference>();
  return (statement) => {
    const name = 'limit' in statement ? statement.limit.bucket : statement.bucket;
    const limit = buckets.get(name);
    if (limit === undefined && 'origin' in statement && !reported.has(statement)) {
      reported.add(statement);
      reading.reporter.report(
        rateLimitBucket.undeclared({ name }),
        statement.origin,
        didYouMean(name, [...buckets.keys()]),
      );
    }
    return limit;
  };
}

/** Reports a limit on requests that the server sends, because these are not counted. */
export function refuseRateLimit(node: ObjectNode): void {
  if (!Object.hasOwn(node.value, 'x-rate-limit')) return;
  node.reporter.report(
    invalidExtension.location({ name: 'x-rate-limit', what: 'a request that the server sends' }),
    originAt(node, 'x-rate-limit'),
    { part: 'key', hint: 'it limits requests of clients' },
  );
}
