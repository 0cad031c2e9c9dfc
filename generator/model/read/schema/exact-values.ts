import { childOrigin, tokensOf } from '../../../core/origin.js';
import type { Json } from '../../schema.js';
import { isArray, member } from '../json.js';
import type { SchemaSite } from './site.js';

/** An integer of a description that a program would hold as another one. */
interface Changed {
  readonly keys: readonly (string | number)[];
  readonly text: string;
  readonly held: number;
}

/**
 * The value of a keyword as a program holds it; `undefined` where that is another one. An integer beyond 2^53 that no double holds is a
 * `bigint` where those of the schema are, and all integers that are listed with it. Else it is reported at its place; what lists
 * values refuses the document, since it would take other values than it says, and the rest is advice.
 */
export function exactValue(
  site: SchemaSite,
  value: Json,
  name: string,
  severity: 'error' | 'warning',
): Json | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  const changed = changedIn(site, value, [name]);
  if (changed === undefined) return value;
  const { keys, text, held } = changed;
  const exact = holdsBigints(site) ? bigValue(site, value, [name]) : undefined;
  if (exact !== undefined) return exact;
  site.reading.reporter[severity](
    'inexact-integer',
    childOrigin(site.origin, ...keys),
    `${text} is beyond what a JavaScript number holds, which would be ${BigInt(held)} here`,
    {
      hint: 'describe identifiers of so many digits as strings, or as integers of the format int64 and those as bigint (x-int64)',
    },
  );
  return undefined;
}

/** Whether values of the schema are integers of 64 bits in a package that has those as `bigint`. */
function holdsBigints({ reading, value }: SchemaSite): boolean {
  const format = member(value, 'format');
  const type = member(value, 'type');
  const types = isArray(type) ? type : [type];
  return (
    reading.int64 === 'bigint' &&
    (format === 'int64' || format === 'uint64') &&
    (types.includes('integer') || types.includes('number'))
  );
}

/** The same with every integer as a `bigint`; `undefined` for what is no integer, nor a list of those. */
function bigValue(
  site: SchemaSite,
  value: Json,
  keys: readonly (string | number)[],
): Json | undefined {
  if (value === null) return value;
  if (typeof value === 'number') {
    const digits = digitsAt(site, keys)?.digits ?? String(value);
    return INTEGER.test(digits) ? BigInt(digits) : undefined;
  }
  if (!isArray(value)) return undefined;
  const items = value.map((item, index) => bigValue(site, item, [...keys, index]));
  return items.every((item) => item !== undefined) ? items : undefined;
}

/** The first such integer, at any depth. */
function changedIn(
  site: SchemaSite,
  value: Json,
  keys: readonly (string | number)[],
): Changed | undefined {
  if (typeof value === 'number') return changedNumber(site, value, keys);
  if (typeof value !== 'object' || value === null) return undefined;
  if (isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const found = changedPart(site, value[index], keys, index);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  for (const name of Object.keys(value)) {
    const found = changedPart(site, value[name], keys, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function changedPart(
  site: SchemaSite,
  item: Json | undefined,
  keys: readonly (string | number)[],
  key: string | number,
): Changed | undefined {
  return typeof item === 'number' || typeof item === 'object'
    ? changedIn(site, item, [...keys, key])
    : undefined;
}

/** The text is looked up only where digits can be lost at all. What a double prints as it is spelt is what somebody else's double was. */
function changedNumber(
  site: SchemaSite,
  held: number,
  keys: readonly (string | number)[],
): Changed | undefined {
  if (!Number.isInteger(held) || Math.abs(held) <= Number.MAX_SAFE_INTEGER) return undefined;
  const { text, digits } = digitsAt(site, keys) ?? {};
  if (text === undefined || digits === undefined || !INTEGER.test(digits)) return undefined;
  const isHeld = digits === String(held) || BigInt(digits) === BigInt(held);
  return isHeld ? undefined : { keys, text, held };
}

/** A number as it is spelt, and without a fraction of zeros or a sign that says nothing. */
function digitsAt(
  site: SchemaSite,
  keys: readonly (string | number)[],
): { readonly text: string; readonly digits: string } | undefined {
  const text = site.scope.document.numberText?.(tokensOf(childOrigin(site.origin, ...keys)));
  return text === undefined
    ? undefined
    : { text, digits: text.replace(/\.0*$/, '').replace(/^\+/, '') };
}

/** JSON's integers, and those of YAML's core schema. */
const INTEGER = /^(?:-?\d+|0x[\da-fA-F]+|0o[0-7]+)$/;
