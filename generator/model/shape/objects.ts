import {
  hasTypedIndex,
  isSingle,
  keyOf,
  sameShape,
  singlesOf,
  unionOf,
  unknownShape,
} from './algebra.js';
import type { BinaryForm } from '../analysis/binary-forms.js';
import type { ConvertedFormats } from '../analysis/converted-formats.js';
import { readOrWriteOnly } from '../analysis/read-write-only.js';
import { referenceOnly } from '../analysis/reference-only.js';
import type { KeywordSchema, Keywords, SchemaId, SchemaTable } from '../schema.js';
import { intersectionOf } from './products.js';
import type { MemberShape, ObjectShape, Shape, Use } from './shape.js';
import { untypedSchemas } from '../analysis/untyped-schemas.js';

/** What the computation of one shape may ask about the others. */
export interface ShapeContext {
  readonly schemas: SchemaTable;
  readonly use: Use;
  /** What a program holds in another way than the wire. */
  readonly held: {
    readonly exact: boolean;
    readonly converted: ConvertedFormats;
    readonly bytes: (id: SchemaId) => BinaryForm;
  };
  /** The shape of another schema for the same use. */
  of(id: SchemaId): Shape;
  /** What a reference stands for; any other shape is itself. */
  resolve(shape: Shape): Shape;
  /** Takes note that the shape which is being computed for both ways may be another one for a single way. */
  noteTurn(): void;
}

/** Everything that a schema which is only ever an object says of its members, references followed. */
interface FlatObject {
  readonly members: ReadonlyMap<string, FlatMember>;
  readonly typedIndex: boolean;
  /** Whether something says that a value is an object. */
  readonly saysObject: boolean;
}

interface FlatMember {
  readonly schemas: readonly SchemaId[];
  readonly required: boolean;
}

/**
 * The object that a schema's own keywords and its `allOf` describe together: an interface that extends the
 * named parts where nothing conflicts. `undefined` where some part is more than an object.
 */
export function inheritedObject(schema: KeywordSchema, context: ShapeContext): Shape | undefined {
  const { keywords } = schema;
  if (keywords.$ref === undefined && keywords.allOf === undefined) return undefined;
  const parts = [
    ...(keywords.$ref === undefined ? [] : [keywords.$ref]),
    ...(keywords.allOf ?? []),
  ];
  if (parts.length === 0 || !isPlain(keywords)) return undefined;
  const references: SchemaId[] = [];
  const inline: SchemaId[] = [];
  for (const part of parts) {
    const target = part === keywords.$ref ? part : referenceOnly(context.schemas, part);
    if (target === undefined) inline.push(part);
    else if (!references.includes(target)) references.push(target);
  }
  const seen = new Set([schema.id]);
  const bases = references.map((id) => flatten(id, context.schemas, seen));
  const own = mergeFlat([
    flatOwn(keywords),
    ...inline.map((id) => flatten(id, context.schemas, seen)),
  ]);
  if (own === undefined) return undefined;
  const named: FlatObject[] = [];
  for (const base of bases) {
    if (base === undefined || !base.saysObject) return undefined;
    named.push(base);
  }
  const indexes = [keywords, ...inline.flatMap((id) => keywordsOf(context.schemas, id))];
  const object = objectFromFlat(own, indexes, named, context);
  const [only] = references;
  const addsNothing = object.members.length === 0 && object.additional === undefined;
  if (only !== undefined && references.length === 1 && addsNothing) {
    return { kind: 'reference', target: only };
  }
  const isCertain = own.saysObject || isMeantAsObject(schema, context);
  if (only === undefined) return isCertain ? { ...object, extends: [] } : undefined;
  const separate = hasTypedIndex(object) || named.some((base) => base.typedIndex);
  if (separate || conflicts(named, object, context)) {
    const members = references.map((target): Shape => ({ kind: 'reference', target }));
    return addsNothing
      ? { kind: 'intersection', members }
      : { kind: 'intersection', members: [...members, object] };
  }
  return { ...object, extends: references };
}

/** Whether what stands around a schema leaves objects alone. */
function isMeantAsObject({ id }: KeywordSchema, { schemas }: ShapeContext): boolean {
  const possible = untypedSchemas(schemas).around(id);
  return possible.size === 1 && possible.has('object');
}

/** The object that a schema's own keywords describe, `allOf` and references left aside. */
export function ownObject(keywords: Keywords, context: ShapeContext): ObjectShape {
  const required = new Set(keywords.required);
  const members: MemberShape[] = [];
  for (const [name, id] of keywords.properties ?? []) {
    const isRequired = required.delete(name);
    if (!isDropped(id, context)) members.push(memberShape(name, isRequired, [id], context));
  }
  // What is left is required and not described.
  for (const name of required) members.push(memberShape(name, true, [], context));
  return objectOf(members, [keywords], [], context);
}

function objectFromFlat(
  own: FlatObject,
  indexes: readonly Keywords[],
  bases: readonly FlatObject[],
  context: ShapeContext,
): ObjectShape {
  const members: MemberShape[] = [];
  for (const [name, member] of own.members) {
    const inherited = bases.flatMap((base) => base.members.get(name) ?? []);
    const schemas = saysNothing(member, context)
      ? [...member.schemas, ...inherited.flatMap((base) => base.schemas)]
      : member.schemas;
    if (schemas.some((id) => isDropped(id, context))) continue;
    const required = member.required || inherited.some((base) => base.required);
    if (member.schemas.length === 0 && inherited.some((base) => base.required)) continue;
    members.push(memberShape(name, required, schemas, context));
  }
  return objectOf(members, indexes, bases, context);
}

/** Whether a member is only demanded, or what is said of it limits values of a type that is stated elsewhere. */
function saysNothing({ schemas }: FlatMember, context: ShapeContext): boolean {
  return schemas.every((id) => context.of(id).kind === 'unknown');
}

function objectOf(
  members: readonly MemberShape[],
  indexes: readonly Keywords[],
  bases: readonly FlatObject[],
  context: ShapeContext,
): ObjectShape {
  const additional = indexShape(indexes, members, bases, context);
  return {
    kind: 'object',
    members,
    ...(additional === undefined ? {} : { additional }),
    extends: [],
  };
}

function memberShape(
  name: string,
  required: boolean,
  schemas: readonly SchemaId[],
  context: ShapeContext,
): MemberShape {
  const [schema] = schemas;
  const shape =
    schema !== undefined && schemas.length === 1
      ? context.of(schema)
      : intersectionOf(
          schemas.map((id) => context.of(id)),
          context.resolve,
        );
  const optional = !required;
  if (shape.kind === 'literal')
    return { name, optional, shape, ...(schema && { schema }), constant: shape.value };
  return schema === undefined ? { name, optional, shape } : { name, optional, shape, schema };
}

/**
 * Members beyond the named ones. TypeScript demands that the named ones fit, those of bases too; where one does not, nothing is said of the others, so that
 * what is read under any name is what its type says and values can be written down.
 */
function indexShape(
  indexes: readonly Keywords[],
  members: readonly MemberShape[],
  bases: readonly FlatObject[],
  context: ShapeContext,
): Shape | undefined {
  const stated = indexes.flatMap((keywords) => statedIndex(keywords, context) ?? []);
  if (stated.length === 0) {
    const closed = indexes.some((keywords) => isClosed(keywords, context.schemas));
    return members.length === 0 && bases.length === 0 && !closed ? unknownShape : undefined;
  }
  const index = intersectionOf(stated, context.resolve);
  if (index.kind === 'never') return undefined;
  const fits =
    members.every((member) => narrows(member.shape, index, context)) &&
    bases.every((base) =>
      [...base.members.values()].every((member) =>
        narrows(inheritedShape(member, context), index, context),
      ),
    );
  return fits ? index : unknownShape;
}

/** The shape of a member of a base, which is found once for all that extend the base. */
function inheritedShape(member: FlatMember, context: ShapeContext): Shape {
  let known = knownInherited.get(context);
  if (known === undefined) knownInherited.set(context, (known = new WeakMap()));
  const before = known.get(member);
  if (before !== undefined) return before;
  const shapes = member.schemas.map((id) => context.of(id));
  const shape = intersectionOf(shapes, context.resolve);
  // What is a reference may only be so while it is being made.
  if (shapes.every(({ kind }) => kind !== 'reference')) known.set(member, shape);
  return shape;
}

const knownInherited = new WeakMap<ShapeContext, WeakMap<FlatMember, Shape>>();

function statedIndex(keywords: Keywords, context: ShapeContext): Shape | undefined {
  const rest = keywords.additionalProperties ?? keywords.unevaluatedProperties;
  const patterns = (keywords.patternProperties ?? []).map(([, id]) => context.of(id));
  if (rest === undefined) return patterns.length === 0 ? undefined : unknownShape;
  const shape = context.of(rest);
  if (patterns.length === 0 && shape.kind === 'never') return undefined;
  return unionOf([shape, ...patterns]);
}

function isClosed(keywords: Keywords, schemas: SchemaTable): boolean {
  const rest = keywords.additionalProperties ?? keywords.unevaluatedProperties;
  const schema = rest === undefined ? undefined : schemas.get(rest);
  return schema?.kind === 'boolean' && !schema.value;
}

/** Whether a part and its siblings cannot be one interface: the same member said differently. */
function conflicts(bases: readonly FlatObject[], own: ObjectShape, context: ShapeContext): boolean {
  const known = new Map<string, FlatMember>();
  for (const base of bases) {
    for (const [name, member] of base.members) {
      const other = known.get(name);
      if (other !== undefined && !sameMember(other, member)) return true;
      known.set(name, member);
    }
  }
  return own.members.some((member) => {
    const base = known.get(member.name);
    if (base === undefined || base.schemas.length === 0) return false;
    return !narrows(member.shape, inheritedShape(base, context), context);
  });
}

function sameMember(a: FlatMember, b: FlatMember): boolean {
  return (
    a.required === b.required &&
    a.schemas.length === b.schemas.length &&
    a.schemas.every((id, index) => id === b.schemas[index])
  );
}

/** Whether a member may stand where an interface that is extended has a wider one, as TypeScript asks for. */
function narrows(narrow: Shape, wide: Shape, context: ShapeContext): boolean {
  if (wide.kind === 'unknown' || sameShape(narrow, wide)) return true;
  if (narrow.kind === 'union') {
    return narrow.members.every((each) => narrows(each, wide, context));
  }
  if (wide.kind === 'union')
    return (
      (isSingle(narrow) && singlesOf(wide).has(keyOf(narrow))) ||
      wide.members.some((each) => narrows(narrow, each, context))
    );
  if (wide.kind === 'reference') {
    const meant = context.resolve(wide);
    return meant.kind !== 'reference' && narrows(narrow, meant, context);
  }
  const type = wide.kind === 'open-enum' ? wide.of : wide.kind;
  if (narrow.kind === 'open-enum') return narrow.of === type;
  return narrow.kind === 'literal' && typeof narrow.value === type;
}

/** Whether a member does not travel this way: `readOnly` in requests, `writeOnly` in responses. */
function isDropped(id: SchemaId, context: ShapeContext): boolean {
  const { readOnly, writeOnly } = readOrWriteOnly(context.schemas.get(id), context.schemas);
  if (!readOnly && !writeOnly) return false;
  const { direction } = context.use;
  if (direction === 'both') context.noteTurn();
  return (direction === 'send' && readOnly) || (direction === 'receive' && writeOnly);
}

/**
 * All that a schema and what it consists of say of members; `undefined` where that is more than an object, or leads back to itself. Each
 * schema is looked at once: one that leads back does so from wherever it is looked at.
 */
function flatten(
  id: SchemaId,
  schemas: SchemaTable,
  above: ReadonlySet<SchemaId>,
): FlatObject | undefined {
  let known = knownFlat.get(schemas);
  if (known === undefined) knownFlat.set(schemas, (known = new Map()));
  if (known.has(id)) return known.get(id);
  const found = flattenOnce(id, schemas, above);
  known.set(id, found);
  return found;
}

const knownFlat = new WeakMap<SchemaTable, Map<SchemaId, FlatObject | undefined>>();

function flattenOnce(
  id: SchemaId,
  schemas: SchemaTable,
  above: ReadonlySet<SchemaId>,
): FlatObject | undefined {
  const schema = schemas.get(id);
  if (schema === undefined || above.has(id)) return undefined;
  if (schema.kind === 'boolean') return schema.value ? nothingSaid : undefined;
  if (!isPlain(schema.keywords)) return undefined;
  const { keywords } = schema;
  const seen = new Set(above).add(id);
  const parts = [
    ...(keywords.$ref === undefined ? [] : [keywords.$ref]),
    ...(keywords.allOf ?? []),
  ];
  return mergeFlat([flatOwn(keywords), ...parts.map((part) => flatten(part, schemas, seen))]);
}

const nothingSaid: FlatObject = { members: new Map(), typedIndex: false, saysObject: false };

function flatOwn(keywords: Keywords): FlatObject {
  const members = new Map<string, FlatMember>();
  const required = new Set(keywords.required ?? []);
  for (const [name, id] of keywords.properties ?? []) {
    members.set(name, { schemas: [id], required: required.has(name) });
  }
  for (const name of required) {
    if (!members.has(name)) members.set(name, { schemas: [], required: true });
  }
  const typedIndex =
    keywords.additionalProperties !== undefined || keywords.patternProperties !== undefined;
  return { members, typedIndex, saysObject: isObject(keywords) };
}

function mergeFlat(parts: readonly (FlatObject | undefined)[]): FlatObject | undefined {
  const members = new Map<string, FlatMember>();
  let typedIndex = false;
  let saysObject = false;
  for (const part of parts) {
    if (part === undefined) return undefined;
    typedIndex ||= part.typedIndex;
    saysObject ||= part.saysObject;
    for (const [name, member] of part.members) {
      const known = members.get(name);
      members.set(name, {
        schemas: [...new Set([...(known?.schemas ?? []), ...member.schemas])],
        required: member.required || (known?.required ?? false),
      });
    }
  }
  return { members, typedIndex, saysObject };
}

/** Whether a schema says by itself that a value is an object. */
function isObject({ type }: Keywords): boolean {
  return type?.length === 1 && type[0] === 'object';
}

/** Whether nothing in it chooses between types: an object, or nothing in particular. */
function isPlain(keywords: Keywords): boolean {
  return (
    (keywords.type === undefined || isObject(keywords)) &&
    keywords.enum === undefined &&
    keywords.const === undefined &&
    keywords.anyOf === undefined &&
    keywords.oneOf === undefined &&
    keywords.items === undefined &&
    keywords.prefixItems === undefined &&
    keywords.$dynamicRef === undefined
  );
}

function keywordsOf(schemas: SchemaTable, id: SchemaId): readonly Keywords[] {
  const schema = schemas.get(id);
  return schema?.kind === 'keywords' ? [schema.keywords] : [];
}
