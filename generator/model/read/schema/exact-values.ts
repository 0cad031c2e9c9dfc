import { childOrigin, tokensOf } from '../../../core/origin.js';
import type { Json } from '../../schema.js';
import type { SchemaSite } from './site.js';

/** An integer of a description that a program would hold as another one. */
interface Changed {
  readonly keys: readonly (string | number)[];
  readonly text: string;
  readonly held: number;
}

/**
 * Whether a program holds every integer in the value of a keyword as it is spelt. One beyond 2^53 that no double holds is reported
 * at its place; what lists values refuses the document, since it would take other values than it says, and the rest is advice.
 */
export function isExact(
  site: SchemaSite,
  value: Json,
  name: string,
  severity: 'error' | 'warning',
): boolean {
  const changed = changedIn(site, value, [name]);
  if (changed === undefined) return true;
  const { keys, text, held } = changed;
  site.reading.reporter[severity](
    'inexact-integer',
    childOrigin(site.origin, ...keys),
    `${text} is beyond what a JavaScript number holds, which would be ${BigInt(held)} here`,
    { hint: 'describe identifiers of so many digits as strings' },
  );
  return false;
}

/** The first such integer, at any depth. */
function changedIn(
  site: SchemaSite,
  value: Json,
  keys: readonly (string | number)[],
): Changed | undefined {
  if (typeof value === 'number') return changedNumber(site, value, keys);
  if (typeof value !== 'object' || value === null) return undefined;
  const items: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? [...(value as readonly Json[]).entries()]
    : Object.entries(value);
  for (const [key, item] of items) {
    if (typeof item !== 'number' && typeof item !== 'object') continue;
    const found = changedIn(site, item, [...keys, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The text is looked up only where digits can be lost at all. What a double prints as it is spelt is what somebody else's double was. */
function changedNumber(
  site: SchemaSite,
  held: number,
  keys: readonly (string | number)[],
): Changed | undefined {
  if (!Number.isInteger(held) || Math.abs(held) <= Number.MAX_SAFE_INTEGER) return undefined;
  const text = site.scope.document.numberText?.(tokensOf(childOrigin(site.origin, ...keys)));
  const digits = text?.replace(/\.0*$/, '');
  if (text === undefined || digits === undefined || !INTEGER.test(digits)) return undefined;
  const isHeld = digits === String(held) || BigInt(digits) === BigInt(held);
  return isHeld ? undefined : { keys, text, held };
}

/** JSON's integers, and those of YAML's core schema. */
const INTEGER = /^(?:[-+]?\d+|0x[\da-fA-F]+|0o[0-7]+)$/;
