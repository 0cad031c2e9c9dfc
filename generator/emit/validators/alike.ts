import type { Origin } from '../../core/origin.js';
import { concernsOf, ofSchemas } from '../../model/concerns.js';
import { contentClasses, type ContentClasses } from '../../model/content-classes.js';
import type { Keywords, KeywordSchema, Schema, SchemaId, SchemaTable } from '../../model/schema.js';
import { subschemas } from '../../model/subschemas.js';
import { isSecret } from './secret.js';

/**
 * Schemas that are checked alike: they say the same, refer to nothing, and are asked for nowhere but where they are written. Nine of
 * ten schemas of a large description are such, so that one of them is explored, lowered and compared for all.
 */
export interface Alike {
  /** The number of what a schema says, below `count`, where its check follows from that alone. */
  numberOf(schema: Schema): number | undefined;
  /** The same where the schema is asked for only where it is written. */
  innerNumberOf(schema: Schema): number | undefined;
  readonly count: number;
}

/**
 * Reads off a table which schemas are alike. `asked` are those that are asked for elsewhere than where they are written, or of which
 * more is known than they say.
 */
export function alikeIn(described: SchemaTable, asked: readonly Iterable<SchemaId>[]): Alike {
  const classes = contentClasses(described);
  const { count } = classes;
  const closed = closedClasses(described, classes);
  if (closed === undefined)
    return { numberOf: () => undefined, innerNumberOf: () => undefined, count };
  const marks = marksOf(described, [...asked, referredTo(described, classes)]);
  const numberWithin = (schema: Schema, most: number): number | undefined => {
    const number = classes.of(schema);
    return closed[number] === 1 && (marks.get(schema.origin) ?? 0) <= most ? number : undefined;
  };
  return {
    numberOf: (schema) => numberWithin(schema, isAsked),
    innerNumberOf: (schema) => numberWithin(schema, 0),
    count,
  };
}

/** Of schemas that are asked for; of whatever holds such schemas, which are then told apart from equal ones. */
const isAsked = 1;
const holdsAsked = 2;

function marksOf(
  schemas: SchemaTable,
  asked: readonly Iterable<SchemaId>[],
): ReadonlyMap<Origin, number> {
  const marks = new Map<Origin, number>();
  for (const ids of asked) {
    for (const id of ids) {
      const origin = schemas.get(id)?.origin;
      if (origin === undefined) continue;
      if (!marks.has(origin)) marks.set(origin, isAsked);
      for (let at = origin; 'parent' in at; at = at.parent) {
        if (marks.get(at.parent) === holdsAsked) break;
        marks.set(at.parent, holdsAsked);
      }
    }
  }
  return marks;
}

/** By number, whether what is said speaks of nothing but what is written inside; `undefined` where more has to be looked at. */
function closedClasses(schemas: SchemaTable, classes: ContentClasses): Uint8Array | undefined {
  const closed = new Uint8Array(classes.count);
  const isClosed = (schema: KeywordSchema): boolean => {
    const { keywords } = schema;
    for (const name in keywords) if (reaching.has(name)) return false;
    if ((concernsOf(keywords) & ofSchemas) === 0) return true;
    return subschemas(keywords).every((id) => {
      const part = schemas.get(id);
      return part !== undefined && isInside(part, schema) && closed[classes.of(part)] === 1;
    });
  };
  // What is inside has been numbered before.
  for (const [number, schema] of classes.examples.entries()) {
    if (schema.kind === 'keywords') {
      // What is secret, or looked at, is so for all that look at the same value.
      if (isSecret(schema, schemas) || looksAround(schema.keywords)) return undefined;
      if (!isClosed(schema)) continue;
    }
    closed[number] = 1;
  }
  return closed;
}

const reaching: ReadonlySet<string> = new Set<keyof Keywords>([
  '$ref',
  '$dynamicRef',
  '$dynamicAnchor',
  'discriminator',
  'contentSchema',
]);

function looksAround({ unevaluatedItems, unevaluatedProperties }: Keywords): boolean {
  return (unevaluatedItems ?? unevaluatedProperties) !== undefined;
}

/** Whether a schema is written right under a keyword of another one, or under a name or an index there. */
function isInside({ origin }: Schema, holder: Schema): boolean {
  if (!('parent' in origin)) return false;
  const { parent } = origin;
  return parent === holder.origin || ('parent' in parent && parent.parent === holder.origin);
}

/** Schemas that others refer to, or hold without their being written inside. */
function referredTo(schemas: SchemaTable, { examples }: ContentClasses): readonly SchemaId[] {
  const ids: SchemaId[] = [];
  for (const schema of examples) {
    if (schema.kind === 'boolean' || (concernsOf(schema.keywords) & ofSchemas) === 0) continue;
    for (const id of subschemas(schema.keywords)) {
      const part = schemas.get(id);
      if (part !== undefined && !isInside(part, schema)) ids.push(id);
    }
  }
  return ids;
}
