import { childOrigin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import { matches } from '../../patterns/matches.js';
import type { Rule } from '../rule.js';
import { memberNames } from '../schema-facts.js';

/**
 * A name in `required` is that of a member which is described, by the schema itself or by another one that the same value is held to: those
 * that it refers to and is made of, and those that refer to it or are made of it. Where none of them describes any member, nobody says what
 * the value has.
 */
export const undeclaredRequired: Rule = (api, reporter) => {
  // Of fields of FIX this is told where messages are read.
  if (api.fix !== undefined) return;
  const above = holdersOf(api.schemas);
  for (const schema of api.schemas.values()) {
    const names = schema.kind === 'boolean' ? undefined : schema.keywords.required;
    if (schema.kind === 'boolean' || names === undefined || names.length === 0) continue;
    const own = new Set(memberNames(api.schemas, schema.id));
    if (names.every((name) => own.has(name))) continue;
    const around = describersOf(api.schemas, schema.id, above);
    if (around === undefined) continue;
    const declared = new Set(around.flatMap(namesOf));
    if (declared.size === 0) continue;
    const required = new Set(names);
    const free = [...declared].filter((each) => !required.has(each));
    let suggested = 0;
    for (const [index, name] of names.entries()) {
      if (declared.has(name) || around.some((each) => hasPattern(api.schemas, each, name)))
        continue;
      suggested += 1;
      reporter.warning(
        'undeclared-required',
        childOrigin(schema.origin, 'required', index),
        `"${name}" is required, and no schema says what it is`,
        {
          hint: 'describe it among "properties"',
          ...(suggested <= mostSuggestions && didYouMean(name, free)),
        },
      );
    }
  }
};

/** How many names of one schema are compared with those that are described: where thousands are wrong, that takes too long. */
const mostSuggestions = 1000;

/** Schemas that hold a value to another one, by that other. */
type Holders = ReadonlyMap<SchemaId, readonly KeywordSchema[]>;

function holdersOf(table: SchemaTable): Holders {
  const holders = new Map<SchemaId, KeywordSchema[]>();
  for (const schema of table.values()) {
    if (schema.kind === 'boolean') continue;
    for (const part of inPlace(schema)) {
      const known = holders.get(part);
      if (known === undefined) holders.set(part, [schema]);
      else known.push(schema);
    }
  }
  return holders;
}

/** Schemas that the same value is held to, or judged by. */
function inPlace({ keywords }: KeywordSchema): readonly SchemaId[] {
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
 * What may describe the members of a schema; `undefined` where anything may be a member that is described, and where the schema says what a
 * value must not be.
 */
function describersOf(
  table: SchemaTable,
  start: SchemaId,
  above: Holders,
): readonly KeywordSchema[] | undefined {
  const whole = new Set([start]);
  // A set is walked through to the end while it grows.
  for (const id of whole)
    for (const holder of above.get(id) ?? []) {
      if (holder.keywords.not === id) return undefined;
      whole.add(holder.id);
    }
  for (const id of whole) {
    const schema = table.get(id);
    if (schema?.kind === 'keywords') for (const part of inPlace(schema)) whole.add(part);
  }
  const found: KeywordSchema[] = [];
  for (const id of whole) {
    const schema = table.get(id);
    if (schema?.kind !== 'keywords') continue;
    const { additionalProperties, unevaluatedProperties, propertyNames } = schema.keywords;
    if (propertyNames !== undefined) return undefined;
    if ([additionalProperties, unevaluatedProperties].some((each) => describes(table, each)))
      return undefined;
    found.push(schema);
  }
  return found;
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

/** Whether a pattern takes a name, or may. */
function hasPattern(table: SchemaTable, { keywords }: KeywordSchema, name: string): boolean {
  return (keywords.patternProperties ?? []).some(
    ([pattern]) => matches(table, pattern, name) !== false,
  );
}
