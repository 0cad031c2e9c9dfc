import type { Reporter } from '../core/diagnostic.js';
import type { Origin } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import { createJsonIndex, endOfString, skipSpace } from './json-index.js';
import { findJsonFaults } from './json-scan.js';
import { DEEPEST_NESTING } from './source.js';
import type { Content } from './content.js';
import type { Lines } from './text.js';

/**
 * Reads JSON. `JSON.parse` does the work; whether a key stood twice is known from counting: it keeps one of the two,
 * so the text has more members than the value.
 */
export function readJson(
  text: string,
  lines: Lines,
  origin: Origin,
  reporter: Reporter,
): Content | undefined {
  let value: Json | undefined;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    value = undefined;
  }
  const members = value === undefined ? undefined : countMembers(value, DEEPEST_NESTING);
  if (value === undefined || members === undefined || members !== countKeys(text)) {
    reportFaults(text, lines, origin, reporter);
    return undefined;
  }
  const index = createJsonIndex(text);
  return {
    value,
    locate(tokens, part) {
      const found = index.find(tokens);
      return found === undefined ? undefined : lines.position(found[part]);
    },
    numberText(tokens) {
      const offset = index.find(tokens)?.value;
      if (offset === undefined) return undefined;
      return /^-?\d[\d.eE+-]*/.exec(text.slice(offset, offset + 2048))?.[0];
    },
  };
}

function reportFaults(text: string, lines: Lines, origin: Origin, reporter: Reporter): void {
  for (const fault of findJsonFaults(text, DEEPEST_NESTING)) {
    const position = lines.position(fault.offset);
    const first = fault.first === undefined ? undefined : lines.position(fault.first);
    const hint =
      first === undefined
        ? fault.hint !== undefined && { hint: fault.hint }
        : { hint: `the first is at line ${first.line}, column ${first.column}` };
    reporter.error(fault.code, origin, fault.message, { position, ...hint });
  }
}

/** Members of all objects of a value; `undefined` where it is nested deeper than allowed, or a number is infinite. */
function countMembers(value: Json, deepest: number): number | undefined {
  if (typeof value !== 'object' || value === null) return isInfinite(value) ? undefined : 0;
  if (deepest === 0) return undefined;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) {
      if (typeof item !== 'object' || item === null) {
        if (isInfinite(item)) return undefined;
        continue;
      }
      const inner = countMembers(item, deepest - 1);
      if (inner === undefined) return undefined;
      count += inner;
    }
    return count;
  }
  const object = value as { readonly [name: string]: Json };
  for (const name in object) {
    count++;
    const item = object[name] as Json;
    if (typeof item !== 'object' || item === null) {
      if (isInfinite(item)) return undefined;
      continue;
    }
    const inner = countMembers(item, deepest - 1);
    if (inner === undefined) return undefined;
    count += inner;
  }
  return count;
}

/** JSON has no infinity, and `JSON.parse` makes one of `1e400`. */
function isInfinite(value: Json): boolean {
  return value === Infinity || value === -Infinity;
}

/** Strings that a colon follows: one for each member. Looks at quotes alone, which are found faster than colons. */
function countKeys(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    at = skipSpace(text, endOfString(text, at));
    if (text.charCodeAt(at) === 0x3a) count++;
  }
  return count;
}
