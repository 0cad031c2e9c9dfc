import type {
  Keywords,
  KeywordSchema,
  ResourceId,
  Schema,
  SchemaId,
  SchemaTable,
} from '../../model/schema.js';
import { contentClasses } from '../../model/content-classes.js';
import { leadingTo } from '../../model/content-leads.js';
import { isConverted, type ConvertedFormats } from '../../model/converted.js';
import { oneWayMembers } from '../../model/one-way.js';
import type { CheckKey } from './check.js';
import { referencesOf } from './reference.js';
import { createUsers } from './users.js';

/**
 * What the meaning of a schema may depend on beside itself: the dynamic scope (JSON Schema Core 7.1), and
 * the way the value travels. Both are settled while generating: a schema is compiled once for each
 * context that makes a difference to it, and for an ordinary schema none does.
 */
export interface Context {
  /** The schema that each dynamic anchor means: the outermost one that was entered. */
  readonly anchors: ReadonlyMap<string, SchemaId>;
  /** A request leaves out what is `readOnly`, a response what is `writeOnly`. */
  readonly direction: Direction;
  /**
   * What is looked at may be text as it travels or what a program holds: under keywords that say nothing of the type of a value, such
   * as `not`, `if`, `contains` and `propertyNames`.
   */
  readonly aside: boolean;
  /** Bytes of a form are looked at as a server sees them, which has text in their place. */
  readonly standIns: boolean;
}

export type Direction = 'request' | 'response' | 'both';

export interface Contexts {
  /** The context in which a schema is evaluated when it is reached from another one. */
  enter(from: Context, id: SchemaId): Context;
  /** What a dynamic reference means in a context. */
  resolve(reference: NonNullable<Keywords['$dynamicRef']>, context: Context): SchemaId;
  key(id: SchemaId, context: Context): CheckKey;
}

/** The context of a schema that is checked by itself. */
export function rootContext(direction: Direction, standIns = false): Context {
  return { anchors: new Map(), direction, aside: false, standIns };
}

/**
 * Reads off a table what any of its schemas depends on. `mayBeBytes` is asked of one schema of each content if the table is one that was
 * numbered.
 */
export function createContexts(
  schemas: SchemaTable,
  formats: ConvertedFormats,
  mayBeBytes: (schema: KeywordSchema) => boolean,
  isNumbered: boolean,
): Contexts {
  const anchors = readAnchors(isNumbered ? contentClasses(schemas).examples : schemas.values());
  const needsAt = (schema: Schema): Needs | undefined =>
    schema.kind === 'keywords' ? needsOf(schema, schemas, anchors, formats, mayBeBytes) : undefined;
  let isAny = false;
  const isMeant = (schema: Schema): boolean => {
    const is = needsAt(schema) !== undefined;
    isAny ||= is;
    return is;
  };
  // What a dynamic reference may lead to is no part of what the schema says.
  const isByContent = isNumbered && anchors.byName.size === 0;
  const isNeedy = isByContent ? leadingTo(schemas, isMeant) : () => true;
  const needs =
    isByContent && !isAny
      ? new Map<SchemaId, Needs>()
      : readNeeds(schemas, anchors, isNeedy, needsAt);
  const asides = formats.size === 0 ? new Set<SchemaId>() : readAsides(schemas);

  function enter(from: Context, id: SchemaId): Context {
    const needed = needs.size === 0 ? undefined : needs.get(id);
    if (needed === undefined) return ordinary;
    const scope = new Map<string, SchemaId>();
    const schema = schemas.get(id);
    const own = schema?.kind === 'keywords' ? anchors.byResource.get(schema.resource) : undefined;
    for (const anchor of needed.anchors) {
      const meaning = from.anchors.get(anchor) ?? own?.get(anchor);
      if (meaning !== undefined) scope.set(anchor, meaning);
    }
    return {
      anchors: scope,
      direction: needed.direction ? from.direction : 'both',
      aside: needed.dates && (from.aside || asides.has(id)),
      standIns: needed.bytes && from.standIns,
    };
  }

  function resolve(reference: NonNullable<Keywords['$dynamicRef']>, context: Context): SchemaId {
    if (!isDynamic(reference, schemas)) return reference.initial;
    return context.anchors.get(reference.anchor) ?? reference.initial;
  }

  function key(id: SchemaId, context: Context): CheckKey {
    if (context === ordinary) return id;
    const { aside, direction, standIns } = context;
    if (context.anchors.size === 0 && direction === 'both' && !aside && !standIns) return id;
    const scope = [...context.anchors].map(([anchor, target]) => `${anchor}=${target}`).sort();
    const ways = [...(aside ? ['aside'] : []), ...(standIns ? ['standIns'] : [])];
    return [id, direction, ...ways, ...scope].join('\u0000');
  }

  return { enter, resolve, key };
}

/** The context of schemas whose meaning depends on nothing but themselves. */
export const ordinary: Context = rootContext('both');

/** Schemas under keywords that say nothing of the type of a value. */
function readAsides(schemas: SchemaTable): ReadonlySet<SchemaId> {
  const found = new Set<SchemaId>();
  for (const schema of schemas.values()) {
    if (schema.kind === 'boolean') continue;
    const { keywords } = schema;
    const { not, if: condition, then, else: otherwise, contains, propertyNames } = keywords;
    for (const id of [not, condition, then, otherwise, contains, propertyNames])
      if (id !== undefined) found.add(id);
    for (const [, id] of keywords.dependentSchemas ?? []) found.add(id);
  }
  return found;
}

/** Only a reference whose first target is itself a dynamic anchor looks further (Core 8.2.3.2). */
function isDynamic(reference: NonNullable<Keywords['$dynamicRef']>, schemas: SchemaTable): boolean {
  const target = schemas.get(reference.initial);
  return target?.kind === 'keywords' && target.keywords.$dynamicAnchor === reference.anchor;
}

interface Anchors {
  readonly byResource: ReadonlyMap<ResourceId, ReadonlyMap<string, SchemaId>>;
  readonly byName: ReadonlyMap<string, readonly SchemaId[]>;
}

function readAnchors(schemas: Iterable<Schema>): Anchors {
  const byResource = new Map<ResourceId, Map<string, SchemaId>>();
  const byName = new Map<string, SchemaId[]>();
  for (const schema of schemas) {
    const anchor = schema.kind === 'keywords' ? schema.keywords.$dynamicAnchor : undefined;
    if (schema.kind !== 'keywords' || anchor === undefined) continue;
    const own = byResource.get(schema.resource) ?? new Map<string, SchemaId>();
    byResource.set(schema.resource, own.set(anchor, schema.id));
    byName.set(anchor, [...(byName.get(anchor) ?? []), schema.id]);
  }
  return { byResource, byName };
}

interface Needs {
  readonly anchors: Set<string>;
  direction: boolean;
  /** There are texts that are something else in a program. */
  dates: boolean;
  /** There are values that may be bytes. */
  bytes: boolean;
}

/** Which anchors, and whether the direction, matter to a schema or to anything that can be reached from it. */
function readNeeds(
  schemas: SchemaTable,
  anchors: Anchors,
  isNeedy: (schema: Schema) => boolean,
  needsAt: (schema: Schema) => Needs | undefined,
): ReadonlyMap<SchemaId, Needs> {
  const needs = new Map<SchemaId, Needs>();
  const pending: SchemaId[] = [];
  const needy: Schema[] = [];
  for (const schema of schemas.values()) {
    if (!isNeedy(schema)) continue;
    needy.push(schema);
    const own = needsAt(schema);
    if (own !== undefined) {
      needs.set(schema.id, own);
      pending.push(schema.id);
    }
  }
  if (pending.length === 0) return needs;
  const users = createUsers<SchemaId>();
  const candidates = candidatesIn(anchors);
  for (const schema of needy) {
    for (const { id } of referencesOf(schema, candidates)) users.add(id, schema.id);
  }
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const found = needs.get(id);
    if (found === undefined) continue;
    for (const user of users.of(id)) {
      const known = needs.get(user) ?? {
        anchors: new Set<string>(),
        direction: false,
        dates: false,
        bytes: false,
      };
      const before = sizeOf(known);
      for (const anchor of found.anchors) known.anchors.add(anchor);
      known.direction ||= found.direction;
      known.dates ||= found.dates;
      known.bytes ||= found.bytes;
      if (sizeOf(known) === before && needs.has(user)) continue;
      needs.set(user, known);
      pending.push(user);
    }
  }
  return needs;
}

function sizeOf({ anchors, direction, dates, bytes }: Needs): number {
  return anchors.size + Number(direction) + Number(dates) + Number(bytes);
}

function candidatesIn(anchors: Anchors) {
  return (reference: NonNullable<Keywords['$dynamicRef']>): readonly SchemaId[] => [
    reference.initial,
    ...(anchors.byName.get(reference.anchor) ?? []),
  ];
}

function needsOf(
  schema: KeywordSchema,
  schemas: SchemaTable,
  anchors: Anchors,
  formats: ConvertedFormats,
  mayBeBytes: (schema: KeywordSchema) => boolean,
): Needs | undefined {
  const reference = schema.keywords.$dynamicRef;
  const isWanted =
    reference !== undefined &&
    isDynamic(reference, schemas) &&
    (anchors.byName.get(reference.anchor) ?? []).length > 1;
  const direction = oneWayMembers(schema, schemas).length > 0;
  const dates = isConverted(schema, formats);
  const bytes = mayBeBytes(schema);
  if (!isWanted && !direction && !dates && !bytes) return undefined;
  return { anchors: new Set(isWanted ? [reference.anchor] : []), direction, dates, bytes };
}
