import type { Origin } from '../../core/origin.js';
import { keywordGroupsOf, ofSchemas } from '../../model/analysis/keyword-groups.js';
import {
  equivalenceClasses,
  type EquivalenceClasses,
} from '../../model/analysis/schema-equivalence.js';
import type { Keywords, KeywordSchema, Schema, SchemaId, SchemaTable } from '../../model/schema.js';
import { subschemas } from '../../model/analysis/subschemas.js';
import { isSensitive } from './sensitive.js';

/**
 * Finds schemas with equivalent checks: schemas with equal keywords that contain no reference and
 * are used only where they are written. In large descriptions, nine of ten schemas are equivalent
 * to others. Only one of each class is explored, lowered and compared.
 */
export interface EquivalentSchemas {
  /**
   * Number of a schema's equivalence class, below `count`, if its check depends only on its own
   * keywords.
   */
  numberOf(schema: Schema): number | undefined;
  /** Same, for a schema that is used only where it is written. */
  innerNumberOf(schema: Schema): number | undefined;
  readonly count: number;
}

/**
 * Builds the equivalence classes of a table. `asked` contains schemas that are used in other
 * locations, or that are affected by other schemas.
 */
export function findEquivalentSchemas(
  schemas: SchemaTable,
  usedElsewhere: readonly Iterable<SchemaId>[],
): EquivalentSchemas {
  const classes = equivalenceClasses(schemas);
  const { count } = classes;
  const closed = closedClasses(schemas, classes);
  if (closed === undefined)
    return { numberOf: () => undefined, innerNumberOf: () => undefined, count };
  const marks = markUsedElsewhere(schemas, [...usedElsewhere, referencedSchemas(schemas, classes)]);
  const numberIfMarked = (schema: Schema, maxMark: number): number | undefined => {
    const number = classes.of(schema);
    return closed[number] === 1 && (marks.get(schema.origin) ?? 0) <= maxMark ? number : undefined;
  };
  return {
    numberOf: (schema) => numberIfMarked(schema, isUsedElsewhere),
    innerNumberOf: (schema) => numberIfMarked(schema, 0),
    count,
  };
}

/**
 * Marks of schemas that are used elsewhere, and of schemas that contain such schemas. The latter
 * differ from equal schemas without them.
 */
const isUsedElsewhere = 1;
const containsUsedElsewhere = 2;

function markUsedElsewhere(
  schemas: SchemaTable,
  usedElsewhere: readonly Iterable<SchemaId>[],
): ReadonlyMap<Origin, number> {
  const marks = new Map<Origin, number>();
  for (const ids of usedElsewhere) {
    for (const id of ids) {
      const origin = schemas.get(id)?.origin;
      if (origin === undefined) continue;
      if (!marks.has(origin)) marks.set(origin, isUsedElsewhere);
      for (let current = origin; 'parent' in current; current = current.parent) {
        if (marks.get(current.parent) === containsUsedElsewhere) break;
        marks.set(current.parent, containsUsedElsewhere);
      }
    }
  }
  return marks;
}

/**
 * For each class, 1 if its keywords depend only on nested schemas. Returns `undefined` if the table
 * has keywords that affect other schemas of the same value.
 */
function closedClasses(schemas: SchemaTable, classes: EquivalenceClasses): Uint8Array | undefined {
  const closed = new Uint8Array(classes.count);
  const isClosed = (schema: KeywordSchema): boolean => {
    const { keywords } = schema;
    for (const name in keywords) if (referringKeywords.has(name)) return false;
    if ((keywordGroupsOf(keywords) & ofSchemas) === 0) return true;
    return subschemas(keywords).every((id) => {
      const part = schemas.get(id);
      return part !== undefined && isNestedIn(part, schema) && closed[classes.of(part)] === 1;
    });
  };
  // Nested schemas have lower class numbers.
  for (const [number, schema] of classes.examples.entries()) {
    if (schema.kind === 'keywords') {
      // Sensitive data and unevaluated keywords affect all schemas of the same value.
      if (isSensitive(schema, schemas) || hasUnevaluated(schema.keywords)) return undefined;
      if (!isClosed(schema)) continue;
    }
    closed[number] = 1;
  }
  return closed;
}

const referringKeywords: ReadonlySet<string> = new Set<keyof Keywords>([
  '$ref',
  '$dynamicRef',
  '$dynamicAnchor',
  'discriminator',
  'contentSchema',
]);

function hasUnevaluated({ unevaluatedItems, unevaluatedProperties }: Keywords): boolean {
  return (unevaluatedItems ?? unevaluatedProperties) !== undefined;
}

/**
 * True if a schema is written directly under a keyword of another one, or under a name or index
 * there.
 */
function isNestedIn({ origin }: Schema, outer: Schema): boolean {
  if (!('parent' in origin)) return false;
  const { parent } = origin;
  return parent === outer.origin || ('parent' in parent && parent.parent === outer.origin);
}

/** Schemas that others refer to, or use without containing them. */
function referencedSchemas(
  schemas: SchemaTable,
  { examples }: EquivalenceClasses,
): readonly SchemaId[] {
  const ids: SchemaId[] = [];
  for (const schema of examples) {
    if (schema.kind === 'boolean' || (keywordGroupsOf(schema.keywords) & ofSchemas) === 0) continue;
    for (const id of subschemas(schema.keywords)) {
      const part = schemas.get(id);
      if (part !== undefined && !isNestedIn(part, schema)) ids.push(id);
    }
  }
  return ids;
}
