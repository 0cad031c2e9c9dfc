import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import { matches } from '../../patterns/matches.js';
import type { Rule } from '../rule.js';
import { memberNames } from '../applicable-schemas.js';

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
    const above = appliedByOf(api.schemas);
    for (const schema of api.schemas.values()) {
      const names = schema.kind === 'boolean' ? undefined : schema.keywords.required;
      if (schema.kind === 'boolean' || names === undefined || names.length === 0) continue;
      const ownNames = new Set(memberNames(api.schemas, schema.id));
      if (names.every((name) => ownNames.has(name))) continue;
      const related = describersOf(api.schemas, schema.id, above);
      if (related === undefined) continue;
      const declared = new Set(related.flatMap(namesOf));
      if (declared.size === 0) continue;
      const required = new Set(names);
      const unusedNames = [...declared].filter((each) => !required.has(each));
      let suggested = 0;
      for (const [index, name] of names.entries()) {
        if (declared.has(name) || related.some((each) => hasPattern(api.schemas, each, name)))
          continue;
        suggested += 1;
        reporter.report(
          undeclaredRequired.default({ name }),
          childOrigin(schema.origin, 'required', index),
          {
            hint: 'describe it in "properties"',
            ...(suggested <= MAX_SUGGESTIONS && didYouMean(name, unusedNames)),
          },
        );
      }
    }
  },
};

/** Maximum number of suggestions for one schema. Thousands of names take too long to compare. */
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
