import type {
  Keywords,
  KeywordSchema,
  ResourceId,
  Schema,
  SchemaId,
  SchemaTable,
} from '../model/schema.js';
import { equivalenceClasses } from '../model/analysis/schema-equivalence.js';
import { reachesSchema } from '../model/analysis/reachability.js';
import { isConverted, type ConvertedFormats } from '../model/analysis/converted-formats.js';
import { readWriteOnlyProperties } from '../model/analysis/read-write-only.js';
import type { Use } from '../model/shape/shape.js';
import { schemasUnder, testApplicators } from '../schema/applicators.js';
import type { CheckKey } from './check.js';
import { referencesOf } from './lower/reference.js';
import { createReverseEdges } from './analysis/reverse-edges.js';

/**
 * Context that affects the meaning of a schema: the dynamic scope (JSON Schema Core 7.1), and the
 * direction of the value. Both are resolved at generation time. A schema is compiled once for each
 * context that affects it. Most schemas have only one.
 */
export interface EvaluationContext {
  /** Target of each dynamic anchor: the outermost schema that was entered. */
  readonly anchors: ReadonlyMap<string, SchemaId>;
  /** Requests omit `readOnly` properties, and responses omit `writeOnly` ones. */
  readonly direction: Direction;
  /**
   * True if the value may have wire form or program form. This applies to schemas that do not
   * determine the type of a value: those under `not`, `if`, `contains` and `propertyNames`.
   */
  readonly mayBeEitherForm: boolean;
  /** True if the value is a form on the server, in which strings represent the bytes. */
  readonly hasStringsForBytes: boolean;
}

export type Direction = 'request' | 'response' | 'both';

/** Direction of the values of a use. */
export function directionOf({ direction }: Pick<Use, 'direction'>): Direction {
  return direction === 'send' ? 'request' : direction === 'receive' ? 'response' : 'both';
}

export interface EvaluationContexts {
  /** Context of a schema that is reached from another one. */
  enter(from: EvaluationContext, id: SchemaId): EvaluationContext;
  /** Resolves a dynamic reference in a context. */
  resolve(reference: NonNullable<Keywords['$dynamicRef']>, context: EvaluationContext): SchemaId;
  key(id: SchemaId, context: EvaluationContext): CheckKey;
}

/** Context of a root schema. */
export function rootContext(direction: Direction, hasStringsForBytes = false): EvaluationContext {
  return { anchors: new Map(), direction, mayBeEitherForm: false, hasStringsForBytes };
}

/**
 * Determines the contexts that affect each schema of a table. If the table is numbered,
 * `mayBeBytes` is called for one schema of each class.
 */
export function createContexts(
  schemas: SchemaTable,
  formats: ConvertedFormats,
  mayBeBytes: (schema: KeywordSchema) => boolean,
  isNumbered: boolean,
): EvaluationContexts {
  const anchors = readAnchors(isNumbered ? equivalenceClasses(schemas).examples : schemas.values());
  const needsAt = (schema: Schema): Needs | undefined =>
    schema.kind === 'keywords' ? needsOf(schema, schemas, anchors, formats, mayBeBytes) : undefined;
  let isAny = false;
  const hasNeeds = (schema: Schema): boolean => {
    const is = needsAt(schema) !== undefined;
    isAny ||= is;
    return is;
  };
  // Targets of dynamic references are not part of a schema's own content.
  const isByContent = isNumbered && anchors.byName.size === 0;
  const mayHaveNeeds = isByContent ? reachesSchema(schemas, hasNeeds) : () => true;
  const needs =
    isByContent && !isAny
      ? new Map<SchemaId, Needs>()
      : readNeeds(schemas, anchors, mayHaveNeeds, needsAt);
  const eitherForm = formats.size === 0 ? new Set<SchemaId>() : schemasOfEitherForm(schemas);

  function enter(from: EvaluationContext, id: SchemaId): EvaluationContext {
    const needed = needs.size === 0 ? undefined : needs.get(id);
    if (needed === undefined) return ordinary;
    const scope = new Map<string, SchemaId>();
    const schema = schemas.get(id);
    const own = schema?.kind === 'keywords' ? anchors.byResource.get(schema.resource) : undefined;
    for (const anchor of needed.anchors) {
      const target = from.anchors.get(anchor) ?? own?.get(anchor);
      if (target !== undefined) scope.set(anchor, target);
    }
    return {
      anchors: scope,
      direction: needed.direction ? from.direction : 'both',
      mayBeEitherForm: needed.dates && (from.mayBeEitherForm || eitherForm.has(id)),
      hasStringsForBytes: needed.bytes && from.hasStringsForBytes,
    };
  }

  function resolve(
    reference: NonNullable<Keywords['$dynamicRef']>,
    context: EvaluationContext,
  ): SchemaId {
    if (!isDynamic(reference, schemas)) return reference.initial;
    return context.anchors.get(reference.anchor) ?? reference.initial;
  }

  function key(id: SchemaId, context: EvaluationContext): CheckKey {
    if (context === ordinary) return id;
    const { mayBeEitherForm, direction, hasStringsForBytes } = context;
    if (
      context.anchors.size === 0 &&
      direction === 'both' &&
      !mayBeEitherForm &&
      !hasStringsForBytes
    )
      return id;
    const scope = [...context.anchors].map(([anchor, target]) => `${anchor}=${target}`).sort();
    const flags = [
      ...(mayBeEitherForm ? ['aside'] : []),
      ...(hasStringsForBytes ? ['standIns'] : []),
    ];
    return [id, direction, ...flags, ...scope].join('\u0000');
  }

  return { enter, resolve, key };
}

/** Context of schemas that do not depend on a context. */
export const ordinary: EvaluationContext = rootContext('both');

/** Schemas under keywords that do not determine the type of a value. */
function schemasOfEitherForm(schemas: SchemaTable): ReadonlySet<SchemaId> {
  const found = new Set<SchemaId>();
  for (const schema of schemas.values()) {
    if (schema.kind === 'boolean') continue;
    for (const applicator of testApplicators)
      for (const id of schemasUnder(applicator, schema.keywords)) found.add(id);
  }
  return found;
}

/**
 * A dynamic reference is resolved dynamically only if its initial target is a dynamic anchor (Core
 * 8.2.3.2).
 */
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
  /** True if strings are converted. */
  dates: boolean;
  /** True if values may be bytes. */
  bytes: boolean;
}

/**
 * Determines the anchors, and whether the direction matters, for each schema and everything
 * reachable from it.
 */
function readNeeds(
  schemas: SchemaTable,
  anchors: Anchors,
  mayHaveNeeds: (schema: Schema) => boolean,
  needsAt: (schema: Schema) => Needs | undefined,
): ReadonlyMap<SchemaId, Needs> {
  const needs = new Map<SchemaId, Needs>();
  const pending: SchemaId[] = [];
  const relevant: Schema[] = [];
  for (const schema of schemas.values()) {
    if (!mayHaveNeeds(schema)) continue;
    relevant.push(schema);
    const own = needsAt(schema);
    if (own !== undefined) {
      needs.set(schema.id, own);
      pending.push(schema.id);
    }
  }
  if (pending.length === 0) return needs;
  const referrers = createReverseEdges<SchemaId>();
  const candidates = candidatesIn(anchors);
  for (const schema of relevant) {
    for (const { id } of referencesOf(schema, candidates)) referrers.add(id, schema.id);
  }
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const found = needs.get(id);
    if (found === undefined) continue;
    for (const referrer of referrers.of(id)) {
      const known = needs.get(referrer) ?? {
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
      if (sizeOf(known) === before && needs.has(referrer)) continue;
      needs.set(referrer, known);
      pending.push(referrer);
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
  const hasDynamicTargets =
    reference !== undefined &&
    isDynamic(reference, schemas) &&
    (anchors.byName.get(reference.anchor) ?? []).length > 1;
  const direction = readWriteOnlyProperties(schema, schemas).length > 0;
  const dates = isConverted(schema, formats);
  const bytes = mayBeBytes(schema);
  if (!hasDynamicTargets && !direction && !dates && !bytes) return undefined;
  return { anchors: new Set(hasDynamicTargets ? [reference.anchor] : []), direction, dates, bytes };
}
