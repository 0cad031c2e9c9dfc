import type { IntegersDescriptor, WireType } from '../../../core/descriptor.js';
import { finishIntegers, parseStrictJson } from '../../../core/integers.js';
import { JsonError } from '../../../core/json.js';
import { parseJsonNumbers } from '../../../core/json-numbers.js';
import type { FaultViolation } from '../../../core/server/fault.js';
import { decodeFormText, type RawPair } from '../../../core/server/query.js';
import { memberType, readTyped } from '../read-typed.js';

/**
 * Reads the properties of a form.
 *
 * A repeated name is a list if its type allows one, and is otherwise refused. Values and list items declared as objects
 * are parsed as JSON (OpenAPI 3.1, "Encoding Object"). Names such as `__proto__` are ordinary data.
 */
export function readForm(
  pairs: readonly RawPair[],
  type: WireType,
  path: string,
  violations: FaultViolation[],
  decode: (raw: string, path: string) => string = decodeFormText,
  integers?: IntegersDescriptor,
): Record<string, unknown> {
  const texts = new Map<string, string[]>();
  for (const { name, raw } of pairs) {
    const memberTexts = texts.get(name) ?? [];
    memberTexts.push(decode(raw, `${path}/${name}`));
    texts.set(name, memberTexts);
  }
  const parse = integers === undefined ? parseStrictJson : parseJsonNumbers;
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, memberTexts] of texts) {
    values[name] = readMember(
      memberTexts,
      memberType(type, name),
      `${path}/${name}`,
      violations,
      parse,
    );
  }
  return integers === undefined
    ? values
    : (parseOrReport(() => finishIntegers(values, integers), path, violations) ?? values);
}

function readMember(
  texts: readonly string[],
  type: WireType,
  path: string,
  violations: FaultViolation[],
  parse: (text: string) => unknown,
): unknown {
  const [only = ''] = texts;
  if (type.types.includes('object') && texts.length === 1 && only.trimStart().startsWith('{')) {
    return parseOrReport(() => parse(only), path, violations);
  }
  const { items } = type;
  if (type.types.includes('array') && items?.types.some(hasParts) === true) {
    const mayBeNull = type.types.includes('null') && !items.types.includes('null');
    if (mayBeNull && texts.length === 1 && only === 'null') return null;
    return texts.map((text, index) => readItem(text, items, `${path}/${index}`, violations, parse));
  }
  const source = {
    scalar: () => (texts.length === 1 ? only : undefined),
    list: () => texts,
    members: () => undefined,
  };
  return readTyped(source, type, path, violations);
}

/** An item that may have parts, which is JSON where it has some. */
function readItem(
  text: string,
  type: WireType,
  path: string,
  violations: FaultViolation[],
  parse: (text: string) => unknown,
): unknown {
  const scalars = type.types.filter((each) => !hasParts(each));
  if (scalars.length === 0) return parseOrReport(() => parse(text), path, violations);
  const value = parseOrReport(() => parse(text), path, []);
  if (typeof value === 'object' && value !== null) return value;
  const source = { scalar: () => text, list: () => undefined, members: () => undefined };
  return readTyped(source, { ...type, types: scalars }, path, violations);
}

function hasParts(type: WireType['types'][number]): boolean {
  return type === 'object' || type === 'array';
}

/** Runs a JSON parser; reports a violation if it fails. */
function parseOrReport<Value>(
  read: () => Value,
  path: string,
  violations: FaultViolation[],
): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const message = `expected JSON; there is an error at offset ${error.offset}`;
    violations.push({ path, keyword: 'syntax', message });
    return undefined;
  }
}
