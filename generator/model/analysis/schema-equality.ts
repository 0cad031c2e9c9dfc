import type { Schema, SchemaId, SchemaTable } from '../schema.js';

/** Whether two readings of one place in a document come to the same: every keyword, subschemas by their ids. */
export function equalKeywords(left: Schema, right: Schema): boolean {
  if (left.kind === 'boolean' || right.kind === 'boolean') {
    return left.kind === 'boolean' && right.kind === 'boolean' && left.value === right.value;
  }
  return sameValue(left.keywords, right.keywords, (one, other) => one === other);
}

/**
 * Compares schemas of two documents by what they accept as written, keyword by keyword and through references, whatever their prose.
 * Schemas that contain themselves are the same unless something in them differs.
 */
export function createSchemaEquality(
  table: SchemaTable,
): (left: SchemaId, right: SchemaId) => boolean {
  const assumed = new Set<string>();
  const isSame = (left: SchemaId, right: SchemaId): boolean => {
    const [one, other] = [targetOf(table, left), targetOf(table, right)];
    if (one === other) return true;
    const pair = `${one} ${other}`;
    if (assumed.has(pair)) return true;
    assumed.add(pair);
    const [mine, theirs] = [table.get(one), table.get(other)];
    if (mine === undefined || theirs === undefined) return false;
    if (mine.kind === 'boolean' || theirs.kind === 'boolean') return equalKeywords(mine, theirs);
    const strings = (a: string, b: string): boolean =>
      a === b ||
      (table.has(a as SchemaId) &&
        table.has(b as SchemaId) &&
        isSame(a as SchemaId, b as SchemaId));
    const { readOnly, writeOnly } = mine.annotations;
    return (
      (readOnly ?? false) === (theirs.annotations.readOnly ?? false) &&
      (writeOnly ?? false) === (theirs.annotations.writeOnly ?? false) &&
      sameValue(mine.keywords, theirs.keywords, strings)
    );
  };
  return (left, right) => {
    assumed.clear();
    return isSame(left, right);
  };
}

/** Follows schemas that are nothing but a reference. */
function targetOf(table: SchemaTable, id: SchemaId): SchemaId {
  let at = id;
  for (const seen = new Set<SchemaId>(); !seen.has(at);) {
    seen.add(at);
    const schema = table.get(at);
    if (schema?.kind !== 'keywords') return at;
    const { $ref, ...others } = schema.keywords;
    if ($ref === undefined || Object.values(others).some((value) => value !== undefined)) return at;
    at = $ref;
  }
  return at;
}

function sameValue(
  left: unknown,
  right: unknown,
  strings: (left: string, right: string) => boolean,
): boolean {
  if (typeof left === 'string' && typeof right === 'string') return strings(left, right);
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return Object.is(left, right);
  }
  const [mine, theirs] = [membersOf(left), membersOf(right)];
  return (
    Array.isArray(left) === Array.isArray(right) &&
    mine.size === theirs.size &&
    [...mine].every(
      ([name, value]) => theirs.has(name) && sameValue(value, theirs.get(name), strings),
    )
  );
}

function membersOf(value: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(value).filter(([, member]) => member !== undefined));
}
