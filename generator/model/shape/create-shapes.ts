import { tooLarge } from '../../core/diagnostics/limits.js';
import { isBigInteger, type Int64 } from '../analysis/big-integer.js';
import type { BinaryForms } from '../analysis/binary-forms.js';
import { keywordGroupsOf, ofObjects, ofSchemas } from '../analysis/keyword-groups.js';
import { equivalenceClasses } from '../analysis/schema-equivalence.js';
import { schemaLimitError } from '../analysis/counted-schemas.js';
import { formatsInUse, noFormats, type ConvertedFormats } from '../analysis/converted-formats.js';
import type { KeywordSchema, Keywords, Schema, SchemaId, SchemaTable } from '../schema.js';
import { isReferenceOnly } from '../analysis/reference-only.js';
import { neverShape, unionOf, unknownShape } from './algebra.js';
import { requireMembers } from './required-members.js';
import { inheritedObject, type ShapeContext } from './objects.js';
import { intersectionOf } from './products.js';
import { ownShape } from './types.js';
import { branchesShape } from './unions.js';
import type { BrandedShapes, Shape, Shapes, Use } from './shape.js';
import { describingKeyword } from '../analysis/untyped-schemas.js';

/**
 * Shapes of one description: a pure view from keywords to what TypeScript can say, computed on first asking. Every valid value inhabits the
 * shape. Shapes without conversions are the same object for all callers, so that none is computed again.
 */
export function createShapes(
  schemas: SchemaTable,
  int64: Int64 = 'number',
  formats: ConvertedFormats = noFormats,
  bytes: BinaryForms = allBytes,
  brands: BrandedShapes = noBrands,
): Shapes {
  const { examples } = equivalenceClasses(schemas);
  const exact = int64 === 'bigint' && examples.some(isBigInteger);
  const converted = formatsInUse(examples, formats);
  const differs = exact || converted.size + brands.size > 0;
  const known = differs
    ? undefined
    : (plainShapes.get(schemas) ?? new WeakMap<BinaryForms, Shapes>());
  const before = known?.get(bytes);
  if (before !== undefined) return before;
  const oneWay = examples.some(isOneWay);
  const views: Record<Use['representation'], Views> = {
    wire: createViews(schemas, 'wire', { exact: false, converted: noFormats, bytes }, noBrands),
    value: createViews(schemas, 'value', { exact, converted, bytes }, brands),
  };
  const of = (id: SchemaId, { direction, representation }: Use): Shape =>
    views[differs ? representation : 'wire'](id, oneWay ? direction : 'both');
  const shapes: Shapes = { of, schemas, int64: exact ? 'bigint' : 'number', converted, bytes };
  if (known !== undefined) plainShapes.set(schemas, known.set(bytes, shapes));
  return shapes;
}

/** Treats each binary schema as bytes. */
const allBytes: BinaryForms = () => 'bytes';

const noBrands: BrandedShapes = new Map();

/** Shapes without conversions. */
const plainShapes = new WeakMap<SchemaTable, WeakMap<BinaryForms, Shapes>>();

/** The shapes of one representation by direction. */
type Views = (id: SchemaId, direction: Use['direction']) => Shape;

/**
 * Most schemas hold nothing that travels one way only. Which ones do is noted while the shape for both ways is
 * made, and only those are made again for a single direction.
 */
function createViews(
  schemas: SchemaTable,
  representation: Use['representation'],
  held: ShapeContext['held'],
  brands: BrandedShapes,
): Views {
  const remembered = { both: new Map(), send: new Map(), receive: new Map() } as Readonly<
    Record<Use['direction'], Map<SchemaId, Shape>>
  >;
  /** Schemas whose shape may depend on the direction; those that are being made count among them. */
  const turning = new Set<SchemaId>();
  /** Whether what has been made since the last look depends on the direction. */
  let turns = false;
  const noteTurn = (): void => {
    turns = true;
  };
  const contextOf = (direction: Use['direction']): ShapeContext =>
    contextFor(schemas, { direction, representation }, held, of, noteTurn);
  const { of: contentOf } = equivalenceClasses(schemas);
  /** Shapes that schemas of one content share, by its number; `null` where each has its own. */
  const plain: (Shape | null | undefined)[] = [];
  const plainOf = (id: SchemaId): Shape | null => {
    const schema = schemas.get(id);
    if (schema === undefined) return null;
    const content = contentOf(schema);
    const known = plain[content];
    if (known !== undefined) return known;
    const shape = plainShape(schema, contexts.both) ?? null;
    plain[content] = shape;
    return shape;
  };
  const neutralOf = (id: SchemaId): Shape => {
    const known = remembered.both.get(id);
    if (known !== undefined) {
      if (turning.has(id)) turns = true;
      return known;
    }
    // Whoever asks for it while it is being made gets a reference: this is how recursion ends.
    remembered.both.set(id, { kind: 'reference', target: id });
    turning.add(id);
    const before = turns;
    turns = false;
    const shape = computeShape(id, contexts.both);
    if (!turns) turning.delete(id);
    turns ||= before;
    remembered.both.set(id, shape);
    return shape;
  };
  const of = (id: SchemaId, direction: Use['direction']): Shape => {
    const branded = brands.get(id);
    if (branded !== undefined) return branded;
    const shared = plainOf(id);
    if (shared !== null) return shared;
    if (direction === 'both') return neutralOf(id);
    const known = remembered[direction].get(id);
    if (known !== undefined) return known;
    const neutral = neutralOf(id);
    if (!turning.has(id)) return neutral;
    remembered[direction].set(id, { kind: 'reference', target: id });
    const computed = computeShape(id, contexts[direction]);
    // Where the direction makes no difference there is one shape, so that asking is comparing references.
    const shape = isEqual(computed, neutral) ? neutral : computed;
    remembered[direction].set(id, shape);
    return shape;
  };
  const contexts = {
    both: contextOf('both'),
    send: contextOf('send'),
    receive: contextOf('receive'),
  };
  return of;
}

/** Whether a schema speaks of no other one: its shape is the same on every way, and nothing leads back to it. */
function standsAlone({ keywords }: KeywordSchema): boolean {
  return (keywordGroupsOf(keywords) & (ofSchemas | ofObjects)) === 0;
}

/** The shape of a schema that speaks of no other one and of no members, unless it is known by the schema that has it. */
function plainShape(schema: Schema, context: ShapeContext): Shape | undefined {
  if (schema.kind === 'boolean') return schema.value ? unknownShape : neverShape;
  if (!standsAlone(schema)) return undefined;
  const shape = keywordShape(schema, context);
  return isOwned(shape) ? undefined : shape;
}

/** Whether a shape tells which schema it was derived from. */
function isOwned({ kind }: Shape): boolean {
  return kind === 'object' || kind === 'union' || kind === 'open-enum';
}

/** Whether a schema is marked to travel one way only. */
function isOneWay(schema: Schema): boolean {
  if (schema.kind === 'boolean') return false;
  return schema.annotations.readOnly === true || schema.annotations.writeOnly === true;
}

function contextFor(
  schemas: SchemaTable,
  use: Use,
  held: ShapeContext['held'],
  view: Views,
  noteTurn: () => void,
): ShapeContext {
  const of = (id: SchemaId): Shape => view(id, use.direction);
  const resolve = (shape: Shape): Shape => {
    if (shape.kind !== 'reference') return shape;
    let at: Shape = shape;
    for (const seen = new Set<SchemaId>(); at.kind === 'reference';) {
      if (seen.has(at.target)) return at;
      seen.add(at.target);
      at = of(at.target);
    }
    return at;
  };
  return { schemas, use, held, of, resolve, noteTurn };
}

function computeShape(id: SchemaId, context: ShapeContext): Shape {
  const schema = context.schemas.get(id);
  if (schema === undefined) throw new Error(`the schema ${id} is in the table`);
  if (schema.kind === 'boolean') return schema.value ? unknownShape : neverShape;
  const shape = keywordShape(schema, context);
  if (shape.kind === 'object' || shape.kind === 'union' || shape.kind === 'open-enum') {
    return { ...shape, schema: id };
  }
  // A schema that refers to nothing but itself allows anything that some other keyword does not forbid.
  return shape.kind === 'reference' && shape.target === id ? unknownShape : shape;
}

function keywordShape(schema: KeywordSchema, context: ShapeContext): Shape {
  const { keywords } = schema;
  if (keywords.$ref !== undefined && isReferenceOnly(keywords)) {
    return { kind: 'reference', target: keywords.$ref };
  }
  if (keywords.not !== undefined && acceptsAll(keywords.not, context.schemas)) return neverShape;
  const object = inheritedObject(schema, context);
  if (object !== undefined) return object;
  if (saysAllItself(keywords)) return ownShape(schema, context);
  const named: Shape[] = [];
  if (keywords.$ref !== undefined) named.push({ kind: 'reference', target: keywords.$ref });
  if (keywords.$dynamicRef !== undefined) named.push(dynamicShape(schema, context));
  const unions = [keywords.oneOf, keywords.anyOf].flatMap((branches) =>
    branches === undefined ? [] : [branchesShape(branches, keywords.discriminator, context)],
  );
  const all = keywords.allOf ?? [];
  const branched =
    unions.some(({ kind }) => kind !== 'unknown') ||
    [...named, ...all.map((id) => context.of(id))].some(
      (shape) => context.resolve(shape).kind === 'union',
    );
  const said = [
    ...all.map((id) => partOf(id, branched, context)),
    ownPart(schema, branched, context),
  ];
  const shape = intersectionOf(
    [...named, ...said.map((part) => part.shape), ...unions],
    context.resolve,
  );
  const demanded = new Set(said.flatMap((part) => part.demanded));
  return demanded.size === 0 ? shape : requireMembers(shape, [...demanded], context.resolve);
}

/** What one schema says of a value, and the members that it demands of the whole. */
interface Part {
  readonly shape: Shape;
  readonly demanded: readonly string[];
}

function partOf(id: SchemaId, branched: boolean, context: ShapeContext): Part {
  const schema = context.schemas.get(id);
  const shape = context.of(id);
  if (schema?.kind !== 'keywords') return { shape, demanded: [] };
  return branched && saysAllItself(schema.keywords) && undescribed(schema.keywords).length > 0
    ? ownPart(schema, branched, context)
    : { shape, demanded: isSilent(schema.keywords) ? (schema.keywords.required ?? []) : [] };
}

/** Members that are only demanded are members of the whole where no type is said, and where there are branches, which may describe them. */
function ownPart(schema: KeywordSchema, branched: boolean, context: ShapeContext): Part {
  const { keywords } = schema;
  const demanded = branched || isSilent(keywords) ? undescribed(keywords) : [];
  if (demanded.length === 0) return { shape: ownShape(schema, context), demanded };
  return { shape: ownShape(withoutDemands(schema, demanded), context), demanded };
}

/** Whether neither a type is said nor anything of members but which are demanded. */
function isSilent(keywords: Keywords): boolean {
  return keywords.type === undefined && describingKeyword(keywords) === undefined;
}

/** Members of an object that are demanded and not described: branches beside it may describe them. */
function undescribed({ type, properties = [], required = [] }: Keywords): readonly string[] {
  if (type !== undefined && !type.includes('object')) return [];
  const described = new Set(properties.map(([name]) => name));
  return required.filter((name) => !described.has(name));
}

function withoutDemands(schema: KeywordSchema, names: readonly string[]): KeywordSchema {
  const { required = [], ...keywords } = schema.keywords;
  const kept = required.filter((name) => !names.includes(name));
  return { ...schema, keywords: kept.length === 0 ? keywords : { ...keywords, required: kept } };
}

/** Whether no other schema is applied to the same value. */
function saysAllItself(keywords: Keywords): boolean {
  return (
    keywords.$ref === undefined &&
    keywords.$dynamicRef === undefined &&
    keywords.allOf === undefined &&
    keywords.oneOf === undefined &&
    keywords.anyOf === undefined
  );
}

/** Number of schemas to which all dynamic references of a description may lead, counted once for each use of a reference. */
const MOST_DYNAMIC_TARGETS = 200_000;

const dynamicTargets = new WeakMap<SchemaTable, number>();

/**
 * A dynamic reference means whichever schema of that anchor the outermost scope holds. Which one that is
 * depends on the way there, so the shape is any of them.
 */
function dynamicShape(referrer: KeywordSchema, context: ShapeContext): Shape {
  const dynamic = referrer.keywords.$dynamicRef;
  if (dynamic === undefined) return unknownShape;
  const targets = new Set<SchemaId>();
  for (const schema of context.schemas.values()) {
    if (schema.kind === 'keywords' && schema.keywords.$dynamicAnchor === dynamic.anchor) {
      targets.add(schema.id);
    }
  }
  targets.add(dynamic.initial);
  const count = (dynamicTargets.get(context.schemas) ?? 0) + targets.size;
  dynamicTargets.set(context.schemas, count);
  if (count > MOST_DYNAMIC_TARGETS)
    throw schemaLimitError(referrer, tooLarge.targets({ keyword: '$dynamicRef' }));
  const possible = [...targets].filter((id) => !acceptsNothing(id, context.schemas));
  return unionOf(possible.map((target) => ({ kind: 'reference', target })));
}

/** Whether two shapes are equal part by part; parts that are equal are mostly the same object already. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const left: readonly (readonly [string, unknown])[] = Object.entries(a);
  const right = new Map<string, unknown>(Object.entries(b));
  return left.length === right.size && left.every(([key, value]) => isEqual(value, right.get(key)));
}

function acceptsAll(id: SchemaId, schemas: SchemaTable): boolean {
  const schema = schemas.get(id);
  if (schema?.kind === 'boolean') return schema.value;
  return schema !== undefined && Object.keys(schema.keywords).length === 0;
}

function acceptsNothing(id: SchemaId, schemas: SchemaTable): boolean {
  const schema = schemas.get(id);
  if (schema?.kind === 'boolean') return !schema.value;
  const not = schema?.keywords.not;
  return not !== undefined && acceptsAll(not, schemas);
}
