import type { Content, Parameter, PartEncoding } from '../model/api.js';
import { spellsPart } from '../model/part-style.js';
import type { SchemaId } from '../model/schema.js';
import type { MemberShape, Shape, Shapes } from '../model/shape.js';
import { demands } from './part-headers.js';
import { otherMembers, wireTypeOf, type WireType } from '../model/wire-type.js';

/** How one member of a form travels. Members of which nothing particular is to be said have none. */
export interface FormPartPlan {
  readonly name: string;
  /** Its parts are handed over as bytes. */
  readonly bytes: boolean;
  /** The types that its encoding allows. */
  readonly contentType?: string;
  /** Header lines that its parts have beside their own. */
  readonly headers: readonly Parameter[];
  /** How its value is spelt, where the encoding says so and can: what no style spells stays a part of JSON. */
  readonly spelling?: Pick<PartEncoding, 'style' | 'explode' | 'allowReserved'>;
}

/** What both halves have to know of the members of a form, whether it is urlencoded or has parts. */
export interface FormPlan {
  /** Types of its members as the wire knows them. */
  readonly members: WireType['properties'];
  readonly parts: readonly FormPartPlan[];
  /** What members are that no name describes, where they are not text. */
  readonly others?: OtherPartsPlan;
  /** Members that have to be there and may be null, which has no part: where there is none, they are null. */
  readonly nulls: readonly string[];
}

/** How members that no name describes travel. */
export interface OtherPartsPlan {
  readonly type: WireType;
  /** Their parts are handed over as bytes. */
  readonly bytes: boolean;
}

/** Plans forms, each once; `undefined` for bodies that are none. */
export function createFormPlans(shapes: Shapes): (content: Content) => FormPlan | undefined {
  const known = new Map<Content, FormPlan>();
  return (content) => {
    if (content.codec !== 'form' && content.codec !== 'multipart') return undefined;
    const planned = known.get(content) ?? planForm(shapes, content);
    known.set(content, planned);
    return planned;
  };
}

function planForm(shapes: Shapes, content: Content): FormPlan {
  const { codec, schema, parts = [] } = content;
  const members =
    schema === undefined ? undefined : wireTypeOf(shapes.schemas, schema, shapes.int64).properties;
  const bytes = codec === 'multipart' ? byteMembers(shapes, content) : new Set<string>();
  const names = [...new Set([...parts.map(({ name }) => name), ...bytes])];
  const others = schema === undefined ? undefined : planOthers(shapes, schema, codec);
  return {
    members,
    ...(others && { others }),
    nulls: codec === 'multipart' && schema !== undefined ? nullsOf(shapes, schema, members) : [],
    parts: names.map((name) => {
      const {
        contentType,
        headers = [],
        style,
        explode,
        allowReserved,
      } = parts.find((each) => each.name === name) ?? {};
      const type =
        members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
      const isSpelt = codec === 'form' || (!bytes.has(name) && spellsPart(style, type));
      const spelling = {
        ...(style !== undefined && { style }),
        ...(explode !== undefined && { explode }),
        ...(allowReserved !== undefined && { allowReserved }),
      };
      return {
        name,
        bytes: bytes.has(name),
        ...(contentType !== undefined && { contentType }),
        headers,
        ...(isSpelt && { spelling }),
      };
    }),
  };
}

function nullsOf(
  shapes: Shapes,
  schema: SchemaId,
  members: WireType['properties'] = {},
): readonly string[] {
  const mayBeNull = Object.keys(members).filter((name) => members[name]?.types.includes('null'));
  return mayBeNull.filter((name) => demands(shapes.schemas, schema, name));
}

function planOthers(
  shapes: Shapes,
  schema: SchemaId,
  codec: Content['codec'],
): OtherPartsPlan | undefined {
  const ids = otherMembers(shapes.schemas, schema);
  const { additional: type } = wireTypeOf(shapes.schemas, schema, shapes.int64);
  const bytes =
    codec === 'multipart' &&
    ids.length > 0 &&
    ids.every((id) => isBytes(shapes, { kind: 'reference', target: id }));
  const isText = type === undefined || type.types.every((each) => each === 'string');
  return isText && !bytes ? undefined : { type: type ?? { types: ['string'] }, bytes };
}

const use = { direction: 'send', representation: 'value' } as const;

/**
 * Members of a multipart body that are handed over as bytes: those that a schema describes as such, and those of which
 * nothing is said but an encoding with a type that is neither text nor JSON (OpenAPI 3.1.1 section 4.8.14.3).
 */
function byteMembers(shapes: Shapes, { schema, parts = [] }: Content): ReadonlySet<string> {
  const members =
    schema === undefined ? [] : membersOf(shapes, { kind: 'reference', target: schema }, new Set());
  const known = new Map(members.map(({ name, shape }) => [name, itemOf(shapes, shape)]));
  const names = new Set(
    members.filter(({ shape }) => isBytes(shapes, shape)).map(({ name }) => name),
  );
  for (const { name, contentType } of parts)
    if ((known.get(name)?.kind ?? 'unknown') === 'unknown' && saysBytes(contentType))
      names.add(name);
  return names;
}

/** Members of an object, of those that it extends or is made of, and of every one that it may be. */
function membersOf(
  shapes: Shapes,
  shape: Shape,
  seen: Set<SchemaId>,
): readonly Pick<MemberShape, 'name' | 'shape'>[] {
  if (shape.kind === 'reference') {
    if (seen.has(shape.target)) return [];
    seen.add(shape.target);
    return membersOf(shapes, shapes.of(shape.target, use), seen);
  }
  if (shape.kind === 'union' || shape.kind === 'intersection')
    return shape.members.flatMap((each) => membersOf(shapes, each, seen));
  if (shape.kind !== 'object') return [];
  const bases = shape.extends.map((base): Shape => ({ kind: 'reference', target: base }));
  return [...shape.members, ...bases.flatMap((base) => membersOf(shapes, base, seen))];
}

function saysBytes(contentType: PartEncoding['contentType']): boolean {
  return contentType !== undefined && !/(?:^|,)\s*(?:text\/|[^,;]*[/+]json)/i.test(contentType);
}

function itemOf(shapes: Shapes, shape: Shape): Shape {
  const known = target(shapes, shape);
  return known.kind === 'array' ? target(shapes, known.items) : known;
}

/** Whether a part may be bytes, or each part of a list. */
function isBytes(shapes: Shapes, shape: Shape, isItem = false): boolean {
  const known = target(shapes, shape);
  if (known.kind === 'union') return known.members.some((each) => isBytes(shapes, each, isItem));
  if (known.kind === 'array') return !isItem && isBytes(shapes, known.items, true);
  return known.kind === 'binary';
}

function target(shapes: Shapes, shape: Shape): Shape {
  let at = shape;
  for (let steps = 0; at.kind === 'reference' && steps < 32; steps += 1)
    at = shapes.of(at.target, use);
  return at;
}
