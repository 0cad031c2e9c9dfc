import type { Api, Content } from '../api.js';
import { appliedInPlace } from './big-integer.js';
import type { KeywordSchema, SchemaId, SchemaTable, TypeName, XmlForm } from '../schema.js';
import { subschemas } from './subschemas.js';
import { typeOfValue, withIntegers } from './value-types.js';

/**
 * A description that tells bodies of XML that are values from those that are text: their schema allows text as a whole, or says nothing.
 */
export function withXmlValues(api: Api): Api {
  const isText = ({ codec, schema }: Content): boolean =>
    codec === 'xml' && (schema === undefined || typesIn(schema, api.schemas).has('string'));
  const told = (contents: readonly Content[]): readonly Content[] =>
    contents.some(isText)
      ? contents.map((content) => (isText(content) ? { ...content, codec: 'xml-text' } : content))
      : contents;
  return {
    ...api,
    operations: api.operations.map((operation) => {
      const { request, outcomes } = operation;
      return {
        ...operation,
        ...(request && { request: { ...request, contents: told(request.contents) } }),
        outcomes: outcomes.map((outcome) => ({ ...outcome, contents: told(outcome.contents) })),
      };
    }),
  };
}

/** Bodies whose values are written as XML. */
export function xmlContents({ operations }: Pick<Api, 'operations'>): readonly Content[] {
  return operations
    .flatMap(({ request, outcomes }) => [
      ...(request?.contents ?? []),
      ...outcomes.flatMap(({ contents }) => contents),
    ])
    .filter(({ codec }) => codec === 'xml');
}

/** Schemas that the values of such bodies have, and all that they lead to. */
export function schemasInXml(api: Api): readonly KeywordSchema[] {
  const reached = new Set(xmlContents(api).flatMap(({ schema }) => schema ?? []));
  // A set is walked through to the end while it grows.
  for (const id of reached) {
    const schema = api.schemas.get(id);
    if (schema?.kind === 'keywords')
      for (const each of subschemas(schema.keywords)) reached.add(each);
  }
  return [...reached].flatMap((id) => {
    const schema = api.schemas.get(id);
    return schema?.kind === 'keywords' ? [schema] : [];
  });
}

const every: readonly TypeName[] = [
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
];

/** Types by schema; those that are being looked for are there too, and empty. */
const knownTypes = new WeakMap<SchemaTable, Map<SchemaId, ReadonlySet<TypeName> | undefined>>();

/** The JSON types that values of a schema may have, found once for each schema. A number counts as an integer too. */
export function typesIn(id: SchemaId, schemas: SchemaTable): ReadonlySet<TypeName> {
  let known = knownTypes.get(schemas);
  if (known === undefined) knownTypes.set(schemas, (known = new Map()));
  if (known.has(id)) return known.get(id) ?? new Set(every);
  known.set(id, undefined);
  const found = findTypes(id, schemas);
  known.set(id, found);
  return found;
}

function findTypes(id: SchemaId, schemas: SchemaTable): ReadonlySet<TypeName> {
  const schema = schemas.get(id);
  if (schema === undefined) return new Set(every);
  if (schema.kind === 'boolean') return new Set(schema.value ? every : []);
  const { $ref, allOf = [], oneOf, anyOf, type, const: constant, enum: values } = schema.keywords;
  const listed = constant === undefined ? values : [constant.value];
  const limits: ReadonlySet<TypeName>[] = [
    ...(type === undefined ? [] : [withIntegers(type)]),
    ...(listed === undefined ? [] : [new Set(listed.map(typeOfValue))]),
    ...[$ref, ...allOf].flatMap((next) => (next === undefined ? [] : [typesIn(next, schemas)])),
    ...[oneOf, anyOf].flatMap((ids) =>
      ids === undefined ? [] : [new Set(ids.flatMap((next) => [...typesIn(next, schemas)]))],
    ),
  ];
  return new Set(every.filter((name) => limits.every((limit) => limit.has(name))));
}

/** Branches of unions that are more than null. */
export function moreThanNull(ids: readonly SchemaId[], schemas: SchemaTable): readonly SchemaId[] {
  return ids.filter((id) => [...typesIn(id, schemas)].some((type) => type !== 'null'));
}

/**
 * What a schema says of XML, and what those say of the rest that it stands for: the one that it refers to, or the only one that it is made of
 * but for null.
 */
export function xmlFormOf(id: SchemaId, schemas: SchemaTable): XmlForm {
  const forms = standsFor(id, schemas).map(({ annotations: { xml = {} } }) => xml);
  return Object.assign({}, ...forms.reverse());
}

/** A schema, and those that it stands for. */
export function standsFor(id: SchemaId, schemas: SchemaTable): readonly KeywordSchema[] {
  const chain = new Set<KeywordSchema>();
  for (let at: SchemaId | undefined = id; at !== undefined;) {
    const schema = schemas.get(at);
    if (schema?.kind !== 'keywords' || chain.has(schema)) break;
    chain.add(schema);
    at = meantBy(schema, schemas);
  }
  return [...chain];
}

function meantBy({ keywords }: KeywordSchema, schemas: SchemaTable): SchemaId | undefined {
  const { $ref, allOf = [], oneOf, anyOf } = keywords;
  if ($ref !== undefined) return $ref;
  const choices = moreThanNull(oneOf ?? anyOf ?? [], schemas);
  const parts = [...allOf, ...choices];
  return parts.length === 1 ? parts[0] : undefined;
}

/** Schemas that describe the value of a schema as well, but for branches of unions and conditions. */
export function alsoApplied(schema: KeywordSchema, schemas: SchemaTable): readonly SchemaId[] {
  const { if: condition, oneOf = [], anyOf = [] } = schema.keywords;
  const others = new Set([condition, ...oneOf, ...anyOf]);
  return [...new Set(appliedInPlace(schema, schemas))].filter((id) => !others.has(id));
}
