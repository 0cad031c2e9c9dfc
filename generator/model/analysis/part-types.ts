import type { Api, Content, PartEncoding, Style } from '../api.js';
import { isTextType } from './binary-schema.js';
import type { Keywords, KeywordSchema, Schema, SchemaId, SchemaTable } from '../schema.js';
import type { WireType } from './wire-type.js';

/**
 * A description in which members of forms say themselves what their encodings say of them: one whose encoding is `image/png` has that as its
 * `contentMediaType`. The type of a part is the encoding's to say (OpenAPI 3.1.1 section 4.8.15.1.1), whatever stands in the schema.
 */
export function withPartTypes(api: Api): Api {
  const typed = new Map<SchemaId, Schema>();
  const contents = api.operations.flatMap(({ request }) => request?.contents ?? []);
  for (const content of new Set(contents))
    for (const { name, contentType } of partsOf(content))
      for (const [form, id] of membersOf(api.schemas, content.schema, name))
        typeParts(api.schemas, form, id, contentType, typed);
  if (typed.size === 0) return api;
  const schemas = new Map([...api.schemas].map(([id, schema]) => [id, typed.get(id) ?? schema]));
  return { ...api, schemas };
}

/** Encodings of parts that are bytes whichever of their types they have. */
function partsOf({
  codec,
  parts = [],
}: Content): readonly (PartEncoding & { readonly contentType: string })[] {
  if (codec !== 'multipart') return [];
  return parts.flatMap((part) => {
    const { contentType } = part;
    const isBytes =
      contentType !== undefined &&
      contentType.split(',').every((type) => !isTextType(type) && !/^\s*\*/.test(type));
    return isBytes ? [{ ...part, contentType }] : [];
  });
}

/** Schemas that a form has for one of its members, each with the one that it is written in. */
function membersOf(
  schemas: SchemaTable,
  form: SchemaId | undefined,
  name: string,
): readonly (readonly [form: KeywordSchema, member: SchemaId])[] {
  const found: [KeywordSchema, SchemaId][] = [];
  const forms = new Set(form === undefined ? [] : [form]);
  // A set is walked through to the end while it grows.
  for (const id of forms) {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords') continue;
    const { $ref, allOf = [], anyOf = [], oneOf = [], properties = [] } = schema.keywords;
    for (const each of [$ref, ...allOf, ...anyOf, ...oneOf])
      if (each !== undefined) forms.add(each);
    for (const [member, each] of properties) if (member === name) found.push([schema, each]);
  }
  return found;
}

/** Writes down the type of a part, or of each part of a list. What is only referred to may be something else elsewhere, and keeps silent. */
function typeParts(
  schemas: SchemaTable,
  form: KeywordSchema,
  id: SchemaId,
  contentType: string,
  typed: Map<SchemaId, Schema>,
): void {
  const schema = schemas.get(id);
  if (schema === undefined) return;
  const [first = ''] = contentType.split(',');
  const said = { contentMediaType: first.trim() };
  if (schema.kind === 'boolean') {
    // What accepts everything is a schema without keywords.
    const { resource, dialect } = form;
    const annotations = { extensions: {} };
    if (schema.value)
      typed.set(id, {
        ...schema,
        kind: 'keywords',
        resource,
        dialect,
        keywords: said,
        annotations,
      });
    return;
  }
  const { keywords } = schema;
  if (isOpen(keywords)) typed.set(id, { ...schema, keywords: { ...keywords, ...said } });
  for (const each of [keywords.items, ...(keywords.anyOf ?? []), ...(keywords.oneOf ?? [])])
    if (each !== undefined) typeParts(schemas, form, each, contentType, typed);
}

/** Whether values may be bytes as far as a schema says: it is nothing but a string, or says nothing. */
function isOpen({ type, ...rest }: Keywords): boolean {
  if (type !== undefined && !type.includes('string')) return false;
  return Object.keys(rest).every((name) => name === 'minLength' || name === 'maxLength');
}

/**
 * Whether a style can spell what a part of a form is (OpenAPI 3.1.1 section 4.8.12.4): texts alone and lists of them for
 * `form`, lists for the delimited styles, and objects whose members are declared and have no parts of their own for all of these;
 * any object and any list for `deepObject`.
 */
export function styleSupportsPart(style: Style | undefined, type: WireType | undefined): boolean {
  if (type === undefined || type.types.length === 0) return false;
  if (style === 'deepObject')
    return type.types.every((each) => each === 'object' || each === 'array');
  return type.types.every((each) => {
    if (each === 'array') return type.items !== undefined && isText(type.items);
    if (each !== 'object') return style === undefined || style === 'form';
    const members = Object.values(type.properties ?? {});
    return members.length > 0 && members.every(isText);
  });
}

function isText({ types }: WireType): boolean {
  return types.length > 0 && !types.includes('array') && !types.includes('object');
}
