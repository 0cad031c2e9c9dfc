import { readOrWriteOnly } from '../../model/analysis/read-write-only.js';
import { isEqual } from '../../schema/equal-values.js';
import type { Constraints, GivenKeyword } from '../../schema/comparison.js';
import { keywordList } from '../../schema/registry.js';
import type { KeywordSchema, Keywords, Json, SchemaId, SchemaTable } from '../../model/schema.js';
import { acceptsValue } from './accepts-value.js';

/** Kinds of JSON values. Integers are numbers. */
export type ValueKind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

export const valueKinds = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;

/**
 * Values of one kind that satisfy several schemas at once. References, `allOf` and branches have been resolved, so that equal sets of values
 * have equal cases however they are written.
 */
export interface Case extends Constraints {
  readonly kind: ValueKind;
  /** The schemas, each with its own keywords only. */
  readonly parts: readonly KeywordSchema[];
  /** All values, if they are listed. Then the other keywords have been applied to them. */
  readonly values?: readonly Json[];
  /** Branches of `anyOf` and `oneOf` that lead here. */
  readonly branches: readonly SchemaId[];
  /** True if it is not certain that the listed values satisfy all other keywords, such as a format. */
  readonly isUncertain?: true;
  /** Properties that objects of other branches have, and that such an object may have without listing them. */
  readonly foreign?: ReadonlySet<string>;
}

/** All values that satisfy a list of schemas. */
export interface Meaning {
  readonly cases: ReadonlyMap<ValueKind, readonly Case[]>;
  /** True if a value could match several branches of a `oneOf`, which rejects it. */
  readonly overlaps: boolean;
  /** True if there are too many branches to look at each. */
  readonly isTooLarge: boolean;
}

/** Maximum number of combinations of branches. */
const maxBranches = 256;

/** Maximum number of schemas that are visited for them: branches that accept nothing are no combinations. */
const maxVisits = 4096;

/** Maximum number of alternatives of which each is compared with every other one. */
const maxCompared = 64;

/** A choice of one branch from every union. */
interface Branch {
  readonly parts: readonly KeywordSchema[];
  readonly branches: readonly SchemaId[];
}

interface Expansion {
  readonly branches: readonly Branch[];
  readonly overlaps: boolean;
}

/** Resolves schemas to the values that satisfy all of them. */
export function meaningOf(table: SchemaTable, ids: readonly SchemaId[]): Meaning {
  const expansion = expand(table, ids, new Set(), { visits: 0 });
  if (expansion === undefined) return { cases: new Map(), overlaps: false, isTooLarge: true };
  const cases = new Map<ValueKind, readonly Case[]>();
  const found = expansion.branches.flatMap((branch) => casesOf(branch, table));
  for (const kind of valueKinds) {
    const ofKind = merged(
      found.filter((each) => each.kind === kind),
      table,
    );
    if (ofKind.length > 0)
      cases.set(kind, kind === 'object' ? withForeignNames(ofKind, table) : ofKind);
  }
  return { cases, overlaps: expansion.overlaps, isTooLarge: false };
}

/** Combines the branches of all unions. `undefined` if there are too many. */
function expand(
  table: SchemaTable,
  ids: readonly SchemaId[],
  active: ReadonlySet<SchemaId>,
  spent: { visits: number },
): Expansion | undefined {
  spent.visits += 1;
  if (spent.visits > maxVisits) return undefined;
  const { parts, isNever } = flatten(table, ids);
  if (isNever) return { branches: [], overlaps: false };
  let branches: readonly Branch[] = [{ parts, branches: [] }];
  let overlaps = false;
  for (const part of parts) {
    const { anyOf, oneOf, discriminator } = part.keywords;
    for (const union of [anyOf, oneOf]) {
      if (union === undefined || active.has(part.id)) continue;
      const inside = new Set(active).add(part.id);
      const expansions: (readonly Branch[])[] = [];
      for (const id of union) {
        const expansion = expand(table, [id], inside, spent);
        if (expansion === undefined) return undefined;
        overlaps ||= expansion.overlaps;
        expansions.push(
          expansion.branches.map((each) => ({ ...each, branches: [id, ...each.branches] })),
        );
      }
      if (union === oneOf && discriminator === undefined)
        overlaps ||= !areDisjoint(expansions, table);
      const options = expansions.flat();
      if (branches.length * options.length > maxBranches) return undefined;
      branches = branches.flatMap((left) => options.map((right) => combined(left, right)));
    }
  }
  return { branches, overlaps };
}

function combined(left: Branch, right: Branch): Branch {
  return {
    parts: [...new Set([...left.parts, ...right.parts])],
    branches: [...left.branches, ...right.branches],
  };
}

/** All schemas that apply to one value without a choice. */
export function flatten(
  table: SchemaTable,
  ids: readonly SchemaId[],
): { readonly parts: readonly KeywordSchema[]; readonly isNever: boolean } {
  const seen = new Set(ids);
  const parts: KeywordSchema[] = [];
  for (const id of seen) {
    const schema = table.get(id);
    if (schema === undefined) continue;
    if (schema.kind === 'boolean') {
      if (!schema.value) return { parts: [], isNever: true };
      continue;
    }
    parts.push(schema);
    const { $ref, allOf = [], $dynamicRef } = schema.keywords;
    if ($ref !== undefined) seen.add($ref);
    if ($dynamicRef !== undefined) seen.add($dynamicRef.initial);
    for (const inner of allOf) seen.add(inner);
  }
  return { parts, isNever: false };
}

/** Splits a branch by the kinds of its values. */
function casesOf({ parts, branches }: Branch, table: SchemaTable): readonly Case[] {
  const { kinds, isInteger } = kindsOf(parts);
  const values = listedValues(parts);
  return kinds.flatMap((kind) => {
    const given: Case = {
      kind,
      parts,
      branches,
      isInteger: kind === 'number' && isInteger,
      of: (name) => givenBy(parts, name),
    };
    const listed = kind === 'boolean' ? (values ?? [false, true]) : values;
    if (kind === 'null')
      return values?.includes(null) === false ? [] : [{ ...given, values: [null] }];
    if (listed === undefined) return [given];
    const isFit = (value: Json): boolean =>
      kindOf(value) === kind &&
      (!given.isInteger || Number.isInteger(value) || typeof value === 'bigint');
    const answers = listed
      .filter(isFit)
      .map((value) => ({ value, answer: acceptsValue(given, value, table) }))
      .filter(({ answer }) => answer !== 'no');
    if (answers.length === 0) return [];
    const isUncertain = answers.some(({ answer }) => answer === 'unknown');
    const ofKind = answers.map(({ value }) => value);
    return [{ ...given, values: ofKind, ...(isUncertain && { isUncertain }) }];
  });
}

function givenBy<Name extends keyof Keywords>(
  parts: readonly KeywordSchema[],
  name: Name,
): readonly GivenKeyword<Name>[] {
  const given: GivenKeyword<Name>[] = [];
  for (const schema of parts) {
    const value = schema.keywords[name];
    if (value !== undefined) given.push({ value: value as GivenKeyword<Name>['value'], schema });
  }
  return given;
}

function kindsOf(parts: readonly KeywordSchema[]): {
  readonly kinds: readonly ValueKind[];
  readonly isInteger: boolean;
} {
  let kinds: readonly ValueKind[] = valueKinds;
  let isInteger = false;
  for (const { keywords } of parts) {
    const { type } = keywords;
    if (type === undefined) continue;
    kinds = kinds.filter(
      (kind) =>
        (type as readonly string[]).includes(kind) ||
        (kind === 'number' && type.includes('integer')),
    );
    if (type.includes('integer') && !type.includes('number')) isInteger = true;
  }
  return { kinds, isInteger };
}

/** Values that all lists of the schemas contain. */
function listedValues(parts: readonly KeywordSchema[]): readonly Json[] | undefined {
  let values: readonly Json[] | undefined;
  for (const { keywords } of parts) {
    for (const list of [keywords.enum, keywords.const && [keywords.const.value]]) {
      if (list === undefined) continue;
      values =
        values === undefined
          ? list
          : values.filter((value) => list.some((other) => isEqual(value, other)));
    }
  }
  return values;
}

/** The kind of a value. */
export function kindOf(value: Json): ValueKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'bigint' ? 'number' : (type as 'boolean' | 'number' | 'string' | 'object');
}

/** The cases of schemas as if they had no branches. */
export function casesWithoutUnions(table: SchemaTable, ids: readonly SchemaId[]): readonly Case[] {
  const { parts, isNever } = flatten(table, ids);
  return isNever ? [] : casesOf({ parts, branches: [] }, table);
}

/** Combines lists of values, and omits values that another case accepts. */
function merged(cases: readonly Case[], table: SchemaTable): readonly Case[] {
  const listed = cases.filter(({ values }) => values !== undefined);
  const [first] = listed;
  if (first === undefined || (listed.length === 1 && cases.length === 1)) return cases;
  const others = cases.filter(({ values }) => values === undefined);
  const values: Json[] = [];
  for (const value of listed.flatMap((each) => each.values ?? [])) {
    const isKnown = values.some((other) => isEqual(other, value));
    if (!isKnown && !others.some((other) => acceptsValue(other, value, table) === 'yes'))
      values.push(value);
  }
  const all: Case = {
    ...first,
    parts: [...new Set(listed.flatMap(({ parts }) => parts))],
    values,
    ...(listed.some(({ isUncertain }) => isUncertain) && { isUncertain: true }),
  };
  return values.length === 0 ? others : [...others, all];
}

/** Notes the properties of alternatives that an object may match as well. */
function withForeignNames(cases: readonly Case[], table: SchemaTable): readonly Case[] {
  if (cases.length < 2) return cases;
  return cases.map((each) => {
    const names = cases
      .filter(
        (other) => other !== each && (cases.length > maxCompared || !excludes(each, other, table)),
      )
      .flatMap(({ parts }) =>
        parts.flatMap(({ keywords }) => (keywords.properties ?? []).map(([name]) => name)),
      );
    return names.length === 0 ? each : { ...each, foreign: new Set(names) };
  });
}

/** True if no value certainly matches two of the alternatives. */
function areDisjoint(alternatives: readonly (readonly Branch[])[], table: SchemaTable): boolean {
  if (alternatives.length > maxCompared) return false;
  const cases = alternatives.map((branches) => branches.flatMap((each) => casesOf(each, table)));
  return cases.every((left, index) =>
    cases
      .slice(index + 1)
      .every((right) => left.every((one) => right.every((other) => excludes(one, other, table)))),
  );
}

/** True if two cases certainly have no value in common. */
export function excludes(left: Case, right: Case, table: SchemaTable): boolean {
  if (left.kind !== right.kind) return true;
  if (left.values !== undefined && right.values !== undefined)
    return !left.values.some((value) => right.values?.some((other) => isEqual(value, other)));
  if (left.values !== undefined)
    return left.values.every((value) => acceptsValue(right, value, table) === 'no');
  if (right.values !== undefined)
    return right.values.every((value) => acceptsValue(left, value, table) === 'no');
  if (left.kind !== 'object') return false;
  const required = requiredNames(left, table, undefined);
  for (const name of requiredNames(right, table, undefined)) {
    if (!required.has(name)) continue;
    const [one, other] = [markOf(left, name, table), markOf(right, name, table)];
    if (one !== undefined && other !== undefined && !one.some((value) => other.includes(value)))
      return true;
  }
  return false;
}

/** Texts and numbers that a property may have, if they are listed. */
export function markOf(
  { parts }: Pick<Case, 'parts'>,
  name: string,
  table: SchemaTable,
): readonly Json[] | undefined {
  const ids = parts.flatMap(({ keywords }) =>
    (keywords.properties ?? []).filter(([key]) => key === name).map(([, id]) => id),
  );
  return listedValues(flatten(table, ids).parts);
}

/** The direction in which values travel, which decides about properties that travel only one way. */
export type Way = 'request' | 'response' | 'message';

/** Schemas of the properties that are listed, by name. */
export function listedProperties(
  parts: readonly KeywordSchema[],
): ReadonlyMap<string, readonly SchemaId[]> {
  const listed = new Map<string, readonly SchemaId[]>();
  for (const { keywords } of parts)
    for (const [name, id] of keywords.properties ?? []) {
      const others = listed.get(name);
      listed.set(name, others === undefined ? [id] : [...others, id]);
    }
  return listed;
}

/** Names of properties that values must have. Those that do not travel this way are left out. */
export function requiredNames(
  { parts }: Pick<Case, 'parts'>,
  table: SchemaTable,
  way: Way | undefined,
  listed: ReadonlyMap<string, readonly SchemaId[]> = listedProperties(parts),
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { keywords } of parts)
    for (const name of keywords.required ?? [])
      if (!isAbsent(listed.get(name), table, way)) names.add(name);
  return names;
}

/**
 * Names of properties that conditions mention, such as `if`, `not` and `dependentRequired`. Objects may have them, and may even have to,
 * without listing them.
 */
export function conditionalNames(
  parts: readonly KeywordSchema[],
  table: SchemaTable,
): ReadonlySet<string> {
  const names = new Set<string>();
  const visited = new Set<SchemaId>();
  const visit = (id: SchemaId): void => {
    const schema = table.get(id);
    if (visited.has(id) || schema?.kind !== 'keywords') return;
    visited.add(id);
    const { required = [], properties = [], $ref, allOf, anyOf, oneOf } = schema.keywords;
    for (const name of [...required, ...properties.map(([name]) => name)]) names.add(name);
    for (const inner of [...idsOf($ref), ...[allOf, anyOf, oneOf].flatMap((ids) => ids ?? [])])
      visit(inner);
    visitConditions(schema);
  };
  const visitConditions = ({ keywords }: KeywordSchema): void => {
    const { dependentSchemas = [], dependentRequired = [] } = keywords;
    for (const [name, required] of dependentRequired)
      for (const each of [name, ...required]) names.add(each);
    for (const [name, id] of dependentSchemas) {
      names.add(name);
      visit(id);
    }
    for (const id of [keywords.if, keywords.then, keywords.else, keywords.not].flatMap(idsOf))
      visit(id);
  };
  for (const part of parts) visitConditions(part);
  return names;
}

function idsOf(id: SchemaId | undefined): readonly SchemaId[] {
  return id === undefined ? [] : [id];
}

/** True if a property with these schemas does not travel this way: `readOnly` in requests, `writeOnly` in responses. */
export function isAbsent(
  schemas: readonly SchemaId[] | undefined,
  table: SchemaTable,
  way: Way | undefined,
): boolean {
  if (schemas === undefined || (way !== 'request' && way !== 'response')) return false;
  return schemas.some((id) => {
    const { readOnly, writeOnly } = readOrWriteOnly(table.get(id), table);
    return readOnly !== writeOnly && (way === 'request' ? readOnly : writeOnly);
  });
}

/** Keywords that constrain values of a kind and can be compared without looking at other schemas. */
export const simpleKeywords: ReadonlyMap<ValueKind, readonly (keyof Keywords)[]> = new Map(
  valueKinds.map((kind) => [
    kind,
    keywordList
      .filter(
        ({ group, impliedBy }) =>
          impliedBy !== undefined &&
          (group === kind || (group === 'scalar' && (kind === 'number' || kind === 'string'))),
      )
      .map(({ name }) => name),
  ]),
);
