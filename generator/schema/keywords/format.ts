import type { FormatPart } from '../../checks/check.js';
import { type Condition, any, compares, holds, not } from '../../checks/statements/condition.js';
import type { FunctionContext, Instance } from '../../checks/emit-context.js';
import { isIntegral } from '../../checks/guard/type-test.js';
import { isBigInteger } from '../../model/analysis/big-integer.js';
import { assertedFormat, formatFunctions, numberFormats } from '../../model/formats.js';
import type { KeywordSchema } from '../../model/schema.js';
import { type Leaf, code } from '../../printer/code.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword, KeywordGroup, KeywordLowering } from '../keyword.js';
import { readText } from '../read/texts.js';

/** Validation 7, if asserted. The formats of numbers are defined by OpenAPI (3.1.1 section 4.4). */
export const format: Keyword<'format', FormatPart> = {
  name: 'format',
  dialects: everyDialect,
  vocabulary: 'format',
  group: 'scalar',
  read: readText('format'),
  lower: lowerFormat,
  phrase({ name }) {
    const bits = /^u?int(\d+)$/.exec(name)?.[1];
    if (bits !== undefined) return { size: `${bits} bits` };
    if (numberFormats.has(name)) return {};
    return { noun: nouns[name] ?? `a string of the format ${name}` };
  },
  fails(part, instance, context) {
    const { file } = context;
    if (part.isBigint === true) return bigintFailure(part.name, instance);
    const range = rangeFailure(part.name, instance, context);
    if (range !== undefined) return range;
    const test = formatFunctions[part.name];
    if (test === undefined) throw new Error(`the format ${part.name} is known`);
    return not(holds(code`${file.runtime(test)}(${instance.value})`));
  },
  expected({ name, isBigint }) {
    if (isBigint !== true) return name;
    return `an integer of 64 bits${name === 'uint64' ? ' without a sign' : ''}, as a bigint`;
  },
  impliedBy(name, given, schema) {
    const isImplied = given
      .of('format')
      .some(({ value }) => value === name || widerFormats.get(value) === name);
    if (isImplied || name === 'double') return 'yes';
    return assertedFormat(schema) === undefined ? 'unknown' : 'no';
  },
};

function lowerFormat(
  schema: KeywordSchema,
  lowering: KeywordLowering,
  group: KeywordGroup,
): readonly FormatPart[] {
  const { format: name, const: constant, enum: values } = schema.keywords;
  if (name === undefined) return [];
  if (group === 'number' && lowering.bigints && isBigInteger(schema)) {
    // Listed integers are used as they are.
    const isListed = constant !== undefined || values !== undefined;
    return isListed ? [] : [{ keyword: 'format', name, isBigint: true }];
  }
  const isAsserted =
    numberFormats.has(name) === (group === 'number') && lowering.assertsFormat(name, schema);
  return isAsserted ? [{ keyword: 'format', name }] : [];
}

/** Formats with a format that has all of their values. */
const widerFormats: ReadonlyMap<string, string> = new Map([
  ['int32', 'int64'],
  ['float', 'double'],
]);

const nouns: { readonly [format: string]: string } = {
  byte: 'base64 text',
  date: 'a date such as 2024-01-31',
  'date-time': 'a date and time such as 2024-01-31T12:00:00Z',
  uuid: 'a UUID',
};

/** Condition that a `bigint` is out of range. */
function bigintFailure(name: string, { value }: Instance): Condition {
  const [min, max] =
    name === 'uint64'
      ? [code`0n`, code`18446744073709551615n`]
      : [code`-9223372036854775808n`, code`9223372036854775807n`];
  return any(compares(value, '<', min), compares(value, '>', max));
}

/**
 * Range test of an integer in packages with `bigint` integers. In a union, the value may be a
 * `bigint` regardless of its branch.
 */
function outOfRange(min: Leaf, max: Leaf, value: Leaf, context: FunctionContext): Condition {
  return any(not(isIntegral(value, context)), compares(value, '<', min), compares(value, '>', max));
}

function rangeFailure(
  name: string,
  { value }: Instance,
  context: FunctionContext,
): Condition | undefined {
  const { file } = context;
  switch (name) {
    case 'int32':
      if (file.bigints) return outOfRange(code`-2147483648`, code`2147483647`, value, context);
      return not(holds(code`${file.runtime('isInt32')}(${value})`));
    case 'int64':
      if (file.bigints) return outOfRange(code`-(2 ** 63)`, code`2 ** 63`, value, context);
      return not(holds(code`${file.runtime('isInt64')}(${value})`));
    case 'float':
      return context.file.bigints
        ? any(
            compares(value, '<', code`-3.4028234663852886e38`),
            compares(value, '>', code`3.4028234663852886e38`),
          )
        : compares(code`Math.abs(${value})`, '>', code`3.4028234663852886e38`);
    case 'double':
      return { kind: 'constant', value: false };
    default:
      return undefined;
  }
}
