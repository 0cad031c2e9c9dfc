import type { Check, CheckKey } from '../check.js';
import type { CheckRoot } from '../compile-checks.js';
import type { Signatures } from './signatures.js';
import { targetsOf } from '../lower/targets.js';

/** Facts about checks that are equal. */
export interface SharedChecks {
  /** True if an inline check should be a function, which equal checks share. */
  isShared(check: Check): boolean;
  /** True if no other schema shares the function of a check in a file. */
  isUnshared(check: Check, file: string): boolean;
  /** File of the function of an unnamed check: the file of the first schema that uses it. */
  fileOfShared(check: Check): string | undefined;
}

/** A schema with a planned function. */
type Root = readonly [key: CheckKey, root: CheckRoot];

/**
 * Finds checks that are used more than once. Descriptions repeat lists of states, times and whole
 * objects. Checks that are as short as a function call remain inline.
 */
export function findSharedChecks(
  roots: readonly Root[],
  checkOf: (key: CheckKey) => Check,
  signatureOf: Signatures,
): SharedChecks {
  const inlined = new Map<number, number>();
  /** Number of schemas with a function, by file and signature. */
  const functions = new Map<string, number>();
  const files = new Map<number, string>();
  const lengths = new Map<Check, number>();
  const called = new Set<CheckKey>();
  const pending: Check[] = [];
  /** Number of visits of each check. Two are enough to count its parts as repeated. */
  const visits = new Map<Check, number>();
  const visitFunction = (key: CheckKey, file: string, ownerFile: string | undefined): void => {
    if (called.has(key)) return;
    called.add(key);
    const check = checkOf(key);
    const signature = signatureOf(check);
    if (ownerFile !== undefined && !files.has(signature)) files.set(signature, ownerFile);
    const functionKey = `${ownerFile === undefined ? file : files.get(signature)} ${signature}`;
    functions.set(functionKey, (functions.get(functionKey) ?? 0) + 1);
    pending.push(check);
  };
  for (const [key] of roots) called.add(key);
  for (const [key, { exported, functions: file }] of roots) {
    called.delete(key);
    visitFunction(key, file, undefined);
    // Roots that only tables use come last, so that exported functions determine the files.
    const ownerFile = exported ? file : undefined;
    for (let check = pending.pop(); check !== undefined; check = pending.pop()) {
      const previousVisits = visits.get(check) ?? 0;
      if (previousVisits > 1) continue;
      visits.set(check, previousVisits + 1);
      for (const target of targetsOf(check)) {
        if (target.kind === 'function') visitFunction(target.key, file, ownerFile);
        if (target.kind !== 'inline') continue;
        const signature = signatureOf(target.check);
        inlined.set(signature, (inlined.get(signature) ?? 0) + 1);
        if (ownerFile !== undefined && !files.has(signature)) files.set(signature, ownerFile);
        pending.push(target.check);
      }
    }
  }
  return {
    isShared: (check) =>
      isLarge(check) ||
      linesOf(check, lengths) >= minLargeLines ||
      ((inlined.get(signatureOf(check)) ?? 0) > 1 && linesOf(check, lengths) >= minSharedLines),
    isUnshared: (check, file) => {
      const signature = signatureOf(check);
      if (functions.get(`${file} ${signature}`) !== 1) return false;
      return !inlined.has(signature) || (files.get(signature) ?? file) !== file;
    },
    fileOfShared: (check) => files.get(signatureOf(check)),
  };
}

/** Number of lines from which a shared function is worthwhile. */
const minSharedLines = 5;

/** Number of properties from which an object becomes a function, to limit the size of functions. */
const minLargeProperties = 5;

/** Number of lines from which any check becomes a function, to limit the size of functions. */
const minLargeLines = 400;

function isLarge({ object }: Check): boolean {
  return object.some(
    (part) => part.keyword === 'properties' && part.members.length >= minLargeProperties,
  );
}

/** Approximate number of lines of an inline check. `known` caches the results. */
function linesOf(check: Check, cache: Map<Check, number>): number {
  const previousVisits = cache.get(check);
  if (previousVisits !== undefined) return previousVisits;
  const { literals, number, string, array, object, any } = check;
  const scalars = number.length + string.length;
  // A type and a single keyword form one condition.
  let lines = scalars < 2 ? 2 : 3 + 2 * scalars;
  if (literals !== undefined && literals.values.length > 2) lines += literals.values.length;
  lines += 5 * (array.length + any.length) + 2 * object.length;
  for (const target of targetsOf(check))
    lines += target.kind === 'inline' ? linesOf(target.check, cache) : 1;
  cache.set(check, lines);
  return lines;
}
