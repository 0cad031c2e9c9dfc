import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import { matches } from '../../patterns/matches.js';
import type { Rule } from '../rule.js';

const undeclaredRequired: DiagnosticType<{ default: { name: string } }> = defineWarning(
  'undeclared-required',
  {
    default: ({ name }) => `"${name}" is required, but no schema describes it`,
  },
);

/**
 * Every name in `required` is a described property. The description may be in the schema itself, in a reference or part of it, or in a
 * schema that refers to it or contains it as a part. If none of these describes any property, nothing is reported.
 */
export const undeclaredRequiredRule: Rule = {
  diagnostics: [undeclaredRequired],
  check(api, reporter) {
    // FIX fields are checked where messages are read.
    if (api.fix !== undefined) return;
    const appliedBy = appliedByOf(api.schemas);
    let suggested = 0;
    for (const [id, schemas] of groupsOf(api.schemas, appliedBy)) {
      const related = describersOf(api.schemas, id, appliedBy);
      if (related === undefined) continue;
      const declared = new Set(related.flatMap(namesOf));
      if (declared.size === 0) continue;
      const patterned = related.filter(
        ({ keywords }) => (keywords.patternProperties ?? []).length > 0,
      );
      for (const { origin, keywords } of schemas) {
        const names = keywords.required ?? [];
        const required = new Set(names);
        for (const [index, name] of names.entries()) {
          if (declared.has(name) || patterned.some((each) => hasPattern(api.schemas, each, name)))
            continue;
          suggested += 1;
          const isCompared = suggested <= MAX_SUGGESTIONS;
          const unused = isCompared ? [...declared].filter((each) => !required.has(each)) : [];
          reporter.report(
            undeclaredRequired.default({ name }),
            childOrigin(origin, 'required', index),
            { hint: 'describe it in "properties"', ...didYouMean(name, unused) },
          );
        }
      }
    }
  },
};

/** Maximum number of suggestions. Thousands of names take too long to compare. */
const MAX_SUGGESTIONS = 1000;

/** Schemas by the schema that they apply to the same instance. */
type AppliedBy = ReadonlyMap<SchemaId, readonly KeywordSchema[]>;

function appliedByOf(table: SchemaTable): AppliedBy {
  const holders = new Map<SchemaId, KeywordSchema[]>();
  for (const schema of table.values()) {
    if (schema.kind === 'boolean') continue;
    for (const part of inPlaceSubschemas(schema)) {
      const known = holders.get(part);
      if (known === undefined) holders.set(part, [schema]);
      else known.push(schema);
    }
  }
  return holders;
}

/**
 * Returns the schemas with required names that they do not describe themselves, by a schema that the same schemas describe. This is the
 * schema that applies them, if only one does, so that the thousands of branches of one schema are compared with its properties only once.
 */
function groupsOf(
  table: SchemaTable,
  appliedBy: AppliedBy,
): ReadonlyMap<SchemaId, readonly KeywordSchema[]> {
  const groups = new Map<SchemaId, KeywordSchema[]>();
  for (const schema of table.values()) {
    if (schema.kind === 'boolean') continue;
    const { required = [], properties = [] } = schema.keywords;
    if (required.length === 0) continue;
    const described = new Set(properties.map(([name]) => name));
    if (required.every((name) => described.has(name))) continue;
    const id = onlyAncestorOf(schema.id, appliedBy);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [schema]);
    else group.push(schema);
  }
  return groups;
}

/** Returns the outermost schema that applies a schema, as long as only one schema applies each, and does not negate it. */
function onlyAncestorOf(start: SchemaId, appliedBy: AppliedBy): SchemaId {
  const ids = new Set([start]);
  let last = start;
  for (const id of ids) {
    last = id;
    const [holder, ...others] = appliedBy.get(id) ?? [];
    if (holder !== undefined && others.length === 0 && holder.keywords.not !== id)
      ids.add(holder.id);
  }
  return last;
}

/** Returns the schemas that a schema applies to the same instance. */
function inPlaceSubschemas({ keywords }: KeywordSchema): readonly SchemaId[] {
  const { $ref, $dynamicRef, not, if: condition, then, else: otherwise } = keywords;
  const single = [$ref, $dynamicRef?.initial, not, condition, then, otherwise];
  return [
    ...single.filter((id) => id !== undefined),
    ...(keywords.allOf ?? []),
    ...(keywords.anyOf ?? []),
    ...(keywords.oneOf ?? []),
    ...(keywords.dependentSchemas ?? []).map(([, id]) => id),
  ];
}

/**
 * Returns the schemas that may describe the properties of a schema. Returns `undefined` if one of them describes arbitrary properties, or
 * applies the schema under `not`.
 */
function describersOf(
  table: SchemaTable,
  start: SchemaId,
  appliedBy: AppliedBy,
): readonly KeywordSchema[] | undefined {
  const ids = new Set([start]);
  // Iterating over a set includes elements added during the iteration.
  for (const id of ids)
    for (const holder of appliedBy.get(id) ?? []) {
      if (holder.keywords.not === id) return undefined;
      ids.add(holder.id);
    }
  for (const id of ids) {
    const schema = table.get(id);
    if (schema?.kind === 'keywords') for (const part of inPlaceSubschemas(schema)) ids.add(part);
  }
  const schemas: KeywordSchema[] = [];
  for (const id of ids) {
    const schema = table.get(id);
    if (schema?.kind !== 'keywords') continue;
    const { additionalProperties, unevaluatedProperties, propertyNames } = schema.keywords;
    if (propertyNames !== undefined) return undefined;
    if ([additionalProperties, unevaluatedProperties].some((each) => describes(table, each)))
      return undefined;
    schemas.push(schema);
  }
  return schemas;
}

function describes(table: SchemaTable, id: SchemaId | undefined): boolean {
  const schema = id === undefined ? undefined : table.get(id);
  return schema?.kind === 'keywords' && Object.keys(schema.keywords).length > 0;
}

function namesOf({ keywords }: KeywordSchema): readonly string[] {
  const { properties = [], discriminator } = keywords;
  const names = properties.map(([name]) => name);
  return discriminator === undefined ? names : [...names, discriminator.propertyName];
}

/** True if a pattern matches the name, or may match it. */
function hasPattern(table: SchemaTable, { keywords }: KeywordSchema, name: string): boolean {
  return (keywords.patternProperties ?? []).some(
    ([pattern]) => matches(table, pattern, name) !== false,
  );
}
