import type { Content, Parameter, PartEncoding } from '../model/api.js';
import { styleSupportsPart } from '../model/analysis/part-types.js';
import { formProperties, formShape, openPartsForm, styledProperties } from '../model/form-shape.js';
import type { SchemaId } from '../model/schema.js';
import { withoutBrand } from '../model/shape/algebra.js';
import type { Shape, Shapes } from '../model/shape/shape.js';
import { requiresProperty } from './part-headers.js';
import { otherMembers, wireTypeOf, type WireType } from '../model/analysis/wire-type.js';

/** Serialisation of one property of a form. Properties without special settings have no plan. */
export interface FormPartPlan {
  readonly name: string;
  /** True if the program handles the parts as bytes. */
  readonly bytes: boolean;
  /** True if the parts are strings that are sent as they are, although their media type is JSON. */
  readonly text: boolean;
  /** Media types that the encoding allows. */
  readonly contentType?: string;
  /** Additional headers of the parts. */
  readonly headers: readonly Parameter[];
  /**
   * Style of the value, if the encoding defines one that applies. Values that no style can
   * serialise remain JSON parts.
   */
  readonly spelling?: Pick<PartEncoding, 'style' | 'explode' | 'allowReserved'>;
}

/**
 * Facts about the properties of a form that client and server need, for urlencoded and multipart
 * bodies.
 */
export interface FormPlan {
  /** Wire types of the properties. */
  readonly members: WireType['properties'];
  readonly parts: readonly FormPartPlan[];
  /** Type of undeclared properties, unless they are strings. */
  readonly others?: OtherPartsPlan;
  /** True if handlers receive properties of it as files. */
  readonly hasFiles: boolean;
  /**
   * Required, nullable properties of a multipart body. Null has no part, so an absent part is read
   * as null.
   */
  readonly nulls: readonly string[];
  /**
   * Required properties that are not sent if they are empty: lists, and objects that a style
   * serialises.
   */
  readonly empties: readonly string[];
}

/** Serialisation of undeclared properties. */
export interface OtherPartsPlan {
  readonly type: WireType;
  /** True if the program handles their parts as bytes. */
  readonly bytes: boolean;
}

/**
 * Creates a planner of forms with a cache. The planner returns `undefined` for bodies that are not
 * forms.
 */
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
  const texts = codec === 'multipart' ? textMembers(shapes, content) : new Set<string>();
  const names = [...new Set([...parts.map(({ name }) => name), ...bytes])];
  const others = schema === undefined ? undefined : planOthers(shapes, schema, codec);
  const required =
    schema === undefined
      ? []
      : Object.entries(members ?? {}).filter(([name]) =>
          requiresProperty(shapes.schemas, schema, name),
        );
  // A list that has no part is empty, not null.
  const nulls = required.filter(
    ([, { types }]) => codec === 'multipart' && types.includes('null') && !types.includes('array'),
  );
  const encodings = styledProperties(shapes, content, use);
  const planned = names.map((name): FormPartPlan => {
    const {
      contentType,
      headers = [],
      style,
      explode,
      allowReserved,
    } = parts.find((each) => each.name === name) ?? {};
    const type = members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
    const hasStyle =
      codec === 'form' ? encodings.has(name) : !bytes.has(name) && styleSupportsPart(style, type);
    const spelling = {
      ...(style !== undefined && { style }),
      ...(explode !== undefined && { explode }),
      ...(allowReserved !== undefined && { allowReserved }),
    };
    return {
      name,
      bytes: bytes.has(name),
      text: texts.has(name) && isJsonType(contentType),
      ...(contentType !== undefined && { contentType }),
      headers,
      ...(hasStyle && { spelling }),
    };
  });
  const styled = new Set(
    planned.filter(({ spelling = {} }) => Object.keys(spelling).length > 0).map(({ name }) => name),
  );
  const empties = required.filter(
    ([name, { types }]) =>
      types.includes('array') || (types.includes('object') && styled.has(name)),
  );
  return {
    members,
    ...(others && { others }),
    hasFiles:
      bytes.size > 0 || others?.bytes === true || formShape(shapes, content, use) === openPartsForm,
    nulls: nulls.map(([name]) => name),
    empties: empties.filter((each) => !nulls.includes(each)).map(([name]) => name),
    parts: planned,
  };
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
 * Properties of a multipart body that the program handles as bytes. These are properties with a
 * binary schema, and properties without a schema whose encoding is neither text nor JSON (OpenAPI
 * 3.1.1 section 4.8.14.3).
 */
function byteMembers(shapes: Shapes, { schema, parts = [] }: Content): ReadonlySet<string> {
  const members = schema === undefined ? [] : formProperties(shapes, schema, use);
  const known = new Map(members.map(({ name, shape }) => [name, itemOf(shapes, shape)]));
  const names = new Set(
    members.filter(({ shape }) => isBytes(shapes, shape)).map(({ name }) => name),
  );
  for (const { name, contentType } of parts)
    if ((known.get(name)?.kind ?? 'unknown') === 'unknown' && isBinaryType(contentType))
      names.add(name);
  return names;
}

/** Properties whose parts are always strings. */
function textMembers(shapes: Shapes, { schema }: Content): ReadonlySet<string> {
  const members = schema === undefined ? [] : formProperties(shapes, schema, use);
  return new Set(
    members.filter(({ shape }) => isText(shapes, itemOf(shapes, shape))).map(({ name }) => name),
  );
}

function isText(shapes: Shapes, shape: Shape): boolean {
  const known = dereference(shapes, shape);
  if (known.kind === 'union') return known.members.every((each) => isText(shapes, each));
  if (known.kind === 'literal') return typeof known.value === 'string';
  if (known.kind === 'open-enum') return known.of === 'string';
  return withoutBrand(known).kind === 'string' || known.kind === 'converted';
}

function isJsonType(contentType: PartEncoding['contentType']): boolean {
  return contentType !== undefined && /(?:^|,)\s*[^,;]*[/+]json/i.test(contentType);
}

function isBinaryType(contentType: PartEncoding['contentType']): boolean {
  return contentType !== undefined && !/(?:^|,)\s*(?:text\/|[^,;]*[/+]json)/i.test(contentType);
}

function itemOf(shapes: Shapes, shape: Shape): Shape {
  const known = dereference(shapes, shape);
  return known.kind === 'array' ? dereference(shapes, known.items) : known;
}

/** True if a part, or each part of a list, may be bytes. */
function isBytes(shapes: Shapes, shape: Shape, isItem = false): boolean {
  const known = dereference(shapes, shape);
  if (known.kind === 'union') return known.members.some((each) => isBytes(shapes, each, isItem));
  if (known.kind === 'array') return !isItem && isBytes(shapes, known.items, true);
  return known.kind === 'binary';
}

function dereference(shapes: Shapes, shape: Shape): Shape {
  let resolved = shape;
  for (let steps = 0; resolved.kind === 'reference' && steps < 32; steps += 1)
    resolved = shapes.of(resolved.target, use);
  return resolved;
}
