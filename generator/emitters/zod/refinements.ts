import { flagsOf } from '../../core/pattern-flags.js';
import { identifierName } from '../../plan/names.js';
import type { ZodArray, ZodNumber, ZodObject, ZodString } from './node.js';
import { code, type Text, literal, regularExpression, stringLiteral } from '../../printer/code.js';
import { linearCode } from '../../typescript/pattern-code.js';
import type { FileScope } from '../../printer/source-file.js';
import type { Call } from './lay-out.js';

/** Imports an export of `@tallystick/runtime/validate`. */
export function runtimeName(scope: FileScope, name: string, typeOnly = false): Text {
  const from = '@tallystick/runtime/validate';
  return scope.name({ name: identifierName(name), from, typeOnly });
}

/**
 * Calls for a string. Lengths are in code points and are tested before the pattern. Formats use the
 * tests of the generated checks.
 */
export function stringCalls(node: ZodString, scope: FileScope): readonly Call[] {
  const { minLength, maxLength, pattern, format } = node;
  const calls: Call[] = [];
  if (minLength !== undefined) {
    const shorter = runtimeName(scope, 'isShorter');
    const test = code`(text) => !${shorter}(text, ${minLength})`;
    calls.push(refine(test, `expected at least ${count(minLength, 'character')}`, true));
  }
  if (maxLength !== undefined) {
    const longer = runtimeName(scope, 'isLonger');
    const test = code`(text) => !${longer}(text, ${maxLength})`;
    calls.push(refine(test, `expected at most ${count(maxLength, 'character')}`, true));
  }
  const isLinear = pattern !== undefined && scope.isLinear(pattern);
  if (isLinear) {
    const test = code`${linearCode(pattern, scope)}.test`;
    calls.push(refine(test, `expected text that matches ${pattern}`));
  } else if (pattern !== undefined) {
    const regex = regularExpression(pattern, flagsOf(pattern));
    calls.push({ name: code`regex`, arguments: [regex] });
  }
  const known = format === undefined ? undefined : formats[format];
  if (known !== undefined) {
    calls.push(refine(runtimeName(scope, known.test), `expected ${known.phrase}`));
  }
  return [
    ...calls,
    ...meta({ minLength, maxLength, pattern: isLinear ? pattern : undefined, format }),
  ];
}

const formats: {
  readonly [format: string]: { readonly test: string; readonly phrase: string } | undefined;
} = {
  byte: { test: 'isByte', phrase: 'text in base64' },
  date: { test: 'isDate', phrase: 'a date such as 2024-01-31' },
  'date-time': { test: 'isDateTime', phrase: 'a date and time such as 2024-01-31T12:00:00Z' },
  uuid: { test: 'isUuid', phrase: 'a UUID' },
};

/** Calls for a number. Zod's integers are not used, because they end at 2^53. */
export function numberCalls(node: ZodNumber, scope: FileScope): readonly Call[] {
  const { multipleOf, format } = node;
  const integer = node.integer || format === 'int32' || format === 'int64';
  const calls: Call[] = [];
  if (integer) calls.push(refine(code`Number.isInteger`, 'expected an integer'));
  const bound = (name: Text, value: number | undefined): void => {
    if (value !== undefined) calls.push({ name, arguments: [code`${value}`] });
  };
  bound(code`gte`, node.minimum);
  bound(code`lte`, node.maximum);
  bound(code`gt`, node.exclusiveMinimum);
  bound(code`lt`, node.exclusiveMaximum);
  const range = format === undefined ? undefined : ranges[format];
  if (range !== undefined) {
    bound(code`gte`, range[0]);
    bound(code`lte`, range[1]);
  }
  if (multipleOf !== undefined) {
    const test = code`(value) => ${runtimeName(scope, 'isMultipleOf')}(value, ${stringLiteral(multipleOf)})`;
    calls.push(refine(test, `expected a multiple of ${multipleOf}`));
  }
  return [
    ...calls,
    ...meta({
      type: integer ? 'integer' : undefined,
      multipleOf: multipleOf === undefined ? undefined : Number(multipleOf),
      format,
    }),
  ];
}

const ranges: { readonly [format: string]: readonly [number, number] | undefined } = {
  int32: [-2147483648, 2147483647],
  int64: [-(2 ** 63), 2 ** 63],
  float: [-3.4028234663852886e38, 3.4028234663852886e38],
};

/** Calls for the limits of an array or a tuple. */
export function arrayCalls(node: ZodArray, scope: FileScope): readonly Call[] {
  const { minItems, maxItems, uniqueItems } = node;
  const isTuple = node.prefix.length > 0;
  const calls: Call[] = [];
  // A tuple without optional items already requires them.
  if (minItems !== undefined && minItems > node.prefix.length) {
    const phrase = `expected at least ${count(minItems, 'item')}`;
    calls.push(
      isTuple
        ? refine(code`(items) => (items as readonly unknown[]).length >= ${minItems}`, phrase)
        : { name: code`min`, arguments: [code`${minItems}`] },
    );
  }
  if (maxItems !== undefined) {
    const phrase = `expected at most ${count(maxItems, 'item')}`;
    calls.push(
      isTuple
        ? refine(code`(items) => (items as readonly unknown[]).length <= ${maxItems}`, phrase)
        : { name: code`max`, arguments: [code`${maxItems}`] },
    );
  }
  if (uniqueItems === true) {
    calls.push(refine(runtimeName(scope, 'isUnique'), 'expected items that are all different'));
  }
  return [...calls, ...meta({ uniqueItems })];
}

/** Calls for the number of properties. */
export function objectCalls(node: ZodObject, scope: FileScope): readonly Call[] {
  const { minProperties, maxProperties } = node;
  const calls: Call[] = [];
  const members = (): Text => code`${runtimeName(scope, 'countMembers')}(value)`;
  if (minProperties !== undefined) {
    const test = code`(value) => ${members()} >= ${minProperties}`;
    calls.push(refine(test, `expected at least ${count(minProperties, 'member')}`));
  }
  if (maxProperties !== undefined) {
    const test = code`(value) => ${members()} <= ${maxProperties}`;
    calls.push(refine(test, `expected at most ${count(maxProperties, 'member')}`));
  }
  return [...calls, ...meta({ minProperties, maxProperties })];
}

/** Refinement of a schema. `abort` prevents the following pattern test on text that is too long. */
function refine(test: Text, message: string, abort = false): Call {
  const messageCode = stringLiteral(message);
  const name = code`refine`;
  return abort
    ? { name, arguments: [test], options: [code`error: ${messageCode}`, code`abort: true`] }
    : { name, arguments: [test, messageCode] };
}

/** Metadata of refinements, for conversion to JSON Schema. */
function meta(facts: {
  readonly [name: string]: string | number | boolean | undefined;
}): readonly Call[] {
  const known = Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined),
  );
  if (Object.keys(known).length === 0) return [];
  return [{ name: code`meta`, arguments: [literal(known)] }];
}

function count(limit: number, noun: string): string {
  return `${limit} ${limit === 1 ? noun : `${noun}s`}`;
}
