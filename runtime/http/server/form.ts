import type { IntegersDescriptor, WireType } from '../../core/descriptor.js';
import { finishIntegers, parseStrictJson } from '../../core/integers.js';
import { JsonError } from '../../core/json.js';
import { parseJsonNumbers } from '../../core/json-numbers.js';
import type { FaultViolation } from '../../core/server/fault.js';
import { decodeFormText, type RawPair } from '../../core/server/query.js';
import { memberType, readTyped } from './read-typed.js';

/**
 * The members of a form. A name that comes several times is a list where its type has one, and is refused
 * elsewhere; what is declared as an object is read as JSON, as is each such item of a list (OpenAPI 3.1, "Encoding
 * Object"). Names such as `__proto__` are data.
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
    const known = texts.get(name) ?? [];
    known.push(decode(raw, `${path}/${name}`));
    texts.set(name, known);
  }
  const parse = integers === undefined ? parseStrictJson : parseJsonNumbers;
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, all] of texts) {
    values[name] = readMember(all, memberType(type, name), `${path}/${name}`, violations, parse);
  }
  return integers === undefined
    ? values
    : (accepted(() => finishIntegers(values, integers), path, violations) ?? values);
}

function readMember(
  all: readonly string[],
  type: WireType,
  path: string,
  violations: FaultViolation[],
  parse: (text: string) => unknown,
): unknown {
  const [only = ''] = all;
  if (type.types.includes('object') && all.length === 1 && only.trimStart().startsWith('{')) {
    return accepted(() => parse(only), path, violations);
  }
  if (type.types.includes('array') && type.items?.types.includes('object') === true) {
    return all.map((text, index) => accepted(() => parse(text), `${path}/${index}`, violations));
  }
  const one = {
    scalar: () => (all.length === 1 ? only : undefined),
    list: () => all,
    members: () => undefined,
  };
  return readTyped(one, type, path, violations);
}

/** What a reader of JSON makes; where it refuses, a violation. */
function accepted<Value>(
  read: () => Value,
  path: string,
  violations: FaultViolation[],
): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const message = `expected JSON; it fails at offset ${error.offset}`;
    violations.push({ path, keyword: 'syntax', message });
    return undefined;
  }
}
