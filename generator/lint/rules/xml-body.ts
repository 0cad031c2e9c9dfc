import type { Reporter } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { Api } from '../../model/api.js';
import type { Json, KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import {
  schemasInXml,
  standsFor,
  typesIn,
  xmlContents,
  xmlFormOf,
} from '../../model/xml-values.js';
import type { Rule } from '../rule.js';

/** What a body of XML says can be told from what else it may say, under names that XML has. */
export const xmlBody: Rule = (api, reporter) => {
  const schemas = schemasInXml(api);
  const known = new Set(schemas.flatMap(({ annotations: { xml } }) => namespacedPrefix(xml)));
  for (const schema of schemas) {
    checkText(api.schemas, schema, reporter);
    checkList(api.schemas, schema, reporter);
    checkNames(api.schemas, schema, reporter);
    checkForm(api.schemas, schema, known, reporter);
  }
};

/** A body of XML says what its root element is called (OpenAPI 3.2.0 section 4.26.3). */
export const xmlRootName: Rule = (api, reporter) => {
  for (const { schema, mediaType, origin } of xmlContents(api)) {
    if (schema === undefined || isNamed(api, schema)) continue;
    reporter.warning(
      'xml-root-name',
      origin,
      `nothing says what the root element of this "${mediaType}" is called: it is written as <root>`,
      { part: 'key', hint: 'name it: "xml: { name: pets }" in its schema' },
    );
  }
};

function isNamed({ components, schemas }: Api, id: SchemaId): boolean {
  return standsFor(id, schemas).some(
    (schema) =>
      schema.annotations.xml?.name !== undefined ||
      components.some((each) => each.id === schema.id),
  );
}

/** Whether a schema itself, and not only what it refers to, allows several kinds of values. */
function isMixed({ keywords: { type = [], oneOf, anyOf, enum: values } }: KeywordSchema): boolean {
  return type.length > 1 || [oneOf, anyOf, values].some((each) => each !== undefined);
}

/** A text that looks like a number is read as one where both are allowed. */
function checkText(table: SchemaTable, schema: KeywordSchema, reporter: Reporter): void {
  const types = typesIn(schema.id, table);
  const others = (['boolean', 'integer', 'number'] as const).filter((type) => types.has(type));
  if (!isMixed(schema) || types.size === 7 || !types.has('string') || others.length === 0) return;
  const words = others.map((type) => (type === 'boolean' ? 'true' : '12'));
  const word = words.find((each) => mayBe(each, schema.id, table, new Set()));
  if (word === undefined) return;
  reporter.warning(
    'xml-undecided',
    schema.origin,
    `in XML nothing tells the text "${word}" from ${word === '12' ? 'the number 12' : 'the value true'}, as which it is read`,
    { hint: 'allow one of the two, or keep what is text apart by "enum" or a "format"' },
  );
}

/** Formats whose texts look like no number and no boolean. */
const telling = new Set([
  'date',
  'date-time',
  'time',
  'duration',
  'uuid',
  'email',
  'uri',
  'ipv4',
  'ipv6',
]);

/** Whether a schema surely lets such a text through, as far as its kinds of values say. */
function mayBe(word: string, id: SchemaId, table: SchemaTable, seen: Set<SchemaId>): boolean {
  const schema = table.get(id);
  if (schema === undefined || seen.has(id)) return true;
  if (schema.kind === 'boolean') return schema.value;
  seen.add(id);
  const {
    type,
    const: constant,
    enum: values,
    format,
    $ref,
    allOf = [],
    oneOf,
    anyOf,
  } = schema.keywords;
  const listed: readonly Json[] | undefined = constant === undefined ? values : [constant.value];
  if (type?.includes('string') === false || (format !== undefined && telling.has(format)))
    return false;
  if (listed !== undefined) return listed.includes(word);
  const inner = (each: SchemaId): boolean => mayBe(word, each, table, seen);
  return (
    ($ref === undefined || inner($ref)) &&
    allOf.every(inner) &&
    [oneOf, anyOf].every((branches) => branches === undefined || branches.some(inner))
  );
}

/** One element is a list of one as well as what is in it. */
function checkList(table: SchemaTable, schema: KeywordSchema, reporter: Reporter): void {
  const types = typesIn(schema.id, table);
  const others = [...types].filter((type) => type !== 'array' && type !== 'null');
  if (!isMixed(schema) || types.size === 7 || !types.has('array') || others.length === 0) return;
  if (xmlFormOf(schema.id, table).node === 'element') return;
  reporter.warning(
    'xml-undecided',
    schema.origin,
    'in XML nothing tells a list of one item from the item, as which it is read',
    { hint: 'give the list an element of its own: "xml: { wrapped: true }"' },
  );
}

/** Members of an object have names of their own, which XML can carry. */
function checkNames(
  table: SchemaTable,
  { keywords: { properties = [] }, origin }: KeywordSchema,
  reporter: Reporter,
): void {
  const before = new Map<string, string>();
  for (const [name, id] of properties) {
    const { name: said = name, namespace = '', node = 'element' } = xmlFormOf(id, table);
    if (node === 'text' || node === 'cdata' || node === 'none') continue;
    const place = childOrigin(origin, 'properties', name);
    const [prefix = '', local = '', ...others] = said.split(':');
    if (others.length === 0 && isXmlName(prefix) && isXmlName(local)) {
      reporter.warning(
        'xml-prefix',
        place,
        `the prefix "${prefix}" has no namespace: "${said}" can be read, and not written`,
        { part: 'key', hint: `write "xml: { name: ${local}, prefix: ${prefix}, namespace: … }"` },
      );
      continue;
    }
    if (!isXmlName(said)) {
      reporter.warning('xml-name', place, `"${said}" can not be the name of an ${node} in XML`, {
        part: 'key',
        hint: 'name it: "xml: { name: … }" with letters, digits, "-", "_" and "."',
      });
      continue;
    }
    // A list is called as its items are.
    if (node === 'element' && typesIn(id, table).has('array')) continue;
    const key = `${node} ${namespace} ${said}`;
    const other = before.get(key);
    before.set(key, name);
    if (other === undefined) continue;
    reporter.warning(
      'xml-undecided',
      place,
      `in XML "${other}" and "${name}" are both the ${node} "${said}", which is read as "${other}"`,
      { part: 'key', hint: 'give one of them another name: "xml: { name: … }"' },
    );
  }
}

/** What is said of a node can be done. */
function checkForm(
  table: SchemaTable,
  { id, annotations: { xml }, origin }: KeywordSchema,
  prefixes: ReadonlySet<string>,
  reporter: Reporter,
): void {
  if (xml === undefined) return;
  const { node, prefix, namespace } = xml;
  const types = typesIn(id, table);
  const isStructure = types.size < 7 && (types.has('object') || types.has('array'));
  if (isStructure && (node === 'attribute' || node === 'text' || node === 'cdata'))
    reporter.warning(
      'xml-attribute',
      childOrigin(origin, 'xml'),
      `objects and lists can not be ${node === 'attribute' ? 'attributes' : 'text'} in XML: they are elements`,
      { part: 'key' },
    );
  if (prefix !== undefined && namespace === undefined && !prefixes.has(prefix))
    reporter.warning(
      'xml-prefix',
      childOrigin(origin, 'xml'),
      `the prefix "${prefix}" has no namespace, and is left out`,
      { part: 'key', hint: 'write "namespace" beside "prefix"' },
    );
}

function namespacedPrefix(xml: KeywordSchema['annotations']['xml']): readonly string[] {
  return xml?.prefix === undefined || xml.namespace === undefined ? [] : [xml.prefix];
}

/** Whether a name can be that of an element or an attribute (XML 1.0 section 2.3), without a colon. */
function isXmlName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{M}\p{N}\p{Pc}·.-]*$/u.test(name);
}
