import {
  code,
  empty,
  literal,
  propertyKey,
  textOf,
  type Code,
  type Leaf,
} from '../printer/code.js';
import { flat } from '../printer/flat.js';
import type { ObjectMember } from '../printer/syntax.js';
import {
  annotated,
  block,
  list,
  numberList,
  objectLines,
  objectLiteral,
  returns,
} from '../printer/values.js';

/** Plain data that may contain references to constants. Undefined properties are omitted. */
export type Data =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Reference
  | LazyReference
  | PatternText
  | readonly Data[]
  | { readonly [name: string]: Data };

/** Code that is inserted into a literal unchanged. */
export class Reference {
  readonly code: Code;

  constructor(code: Code) {
    this.code = code;
  }

  /** Text of the code, so that equal data is equal as JSON. */
  toJSON(): unknown {
    return { code: flat(this.code) };
  }
}

/**
 * Reference to a constant that is evaluated lazily, by a getter. The constant may be the literal
 * itself.
 */
export class LazyReference {
  readonly code: Leaf;

  constructor(code: Leaf) {
    this.code = code;
  }

  /** Text of the code, so that equal data is equal as JSON. */
  toJSON(): unknown {
    return { getter: textOf(this.code) };
  }
}

/** Pattern of a description. Each file replaces it by code (`withPatterns`). */
export class PatternText {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** Object literal, list or plain value of data, which breaks as the formatter does. */
export function dataLiteral(data: Data): Code {
  if (data === undefined) throw new Error('undefined has no literal');
  if (data instanceof PatternText) throw new Error('a file says what stands for a pattern');
  if (data instanceof LazyReference) throw new Error('a getter is a member of an object');
  if (data instanceof Reference) return data.code;
  if (typeof data !== 'object' || data === null) return literal(data);
  if (isList(data)) {
    if (data.length > 0 && data.every(isNumber)) return numberList(data.map(literal));
    return list(data.map(dataLiteral));
  }
  const members: ObjectMember[] = [];
  let hasGetter = false;
  for (const name of Object.keys(data)) {
    const value = data[name];
    if (value === undefined) continue;
    const key = propertyKey(name);
    if (value instanceof LazyReference) {
      hasGetter = true;
      members.push({ value: block(code`get ${key}()`, [returns(value.code)]) });
    } else members.push({ key, value: memberLiteral(name, value) });
  }
  return hasGetter ? objectLines(members) : objectLiteral(members);
}

/**
 * Literal of a member. Although the object has an index signature, TypeScript takes the types of `constructor` and `toString` from
 * `Object`, and would therefore widen the literals in the value.
 */
function memberLiteral(name: string, value: Data): Code {
  const written = dataLiteral(value);
  const isWidened =
    Object.hasOwn(Object.prototype, name) &&
    name !== '__proto__' &&
    value !== null &&
    !(value instanceof Reference);
  return isWidened ? annotated(empty, written, code` as const`) : written;
}

function isList(data: object): data is readonly Data[] {
  return Array.isArray(data);
}

function isNumber(data: Data): data is number {
  return typeof data === 'number';
}
