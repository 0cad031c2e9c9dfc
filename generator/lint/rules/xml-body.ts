import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { Api } from '../../model/api.js';
import type { Json, KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import {
  schemasInXml,
  standsFor,
  typesIn,
  xmlContents,
  xmlFormOf,
} from '../../model/analysis/xml-values.js';
import type { Rule } from '../rule.js';

const xmlRootName: DiagnosticType<{ default: { mediaType: string } }> = defineWarning(
  'xml-root-name',
  {
    default: ({ mediaType }) =>
      `the root element of this "${mediaType}" has no name, and is written as <root>`,
  },
);

const xmlUndecided: DiagnosticType<{
  text: { text: string; meaning: string };
  list: void;
  name: { name: string; other: string; node: string; xmlName: string };
}> = defineWarning('xml-undecided', {
  text: ({ text, meaning }) => `in XML the text "${text}" is read as ${meaning}`,
  list: () => 'in XML a list of one item is read as the item',
  name: ({ name, other, node, xmlName }) =>
    `in XML "${other}" and "${name}" are both the ${node} "${xmlName}", which is read as "${other}"`,
});

const xmlPrefix: DiagnosticType<{
  default: { prefix: string };
  name: { prefix: string; xmlName: string };
}> = defineWarning('xml-prefix', {
  default: ({ prefix }) => `the prefix "${prefix}" has no namespace, and is omitted`,
  name: ({ prefix, xmlName }) =>
    `the prefix "${prefix}" has no namespace, so "${xmlName}" can be read but not written`,
});

const xmlName: DiagnosticType<{ default: { name: string; node: string } }> = defineWarning(
  'xml-name',
  {
    default: ({ name, node }) => `"${name}" is not a valid name for an ${node} in XML`,
  },
);

const xmlAttribute: DiagnosticType<{ default: { kind: 'attributes' | 'text' } }> = defineWarning(
  'xml-attribute',
  {
    default: ({ kind }) => `objects and lists cannot be ${kind} in XML, and are elements`,
  },
);

/** The values of an XML body can be distinguished, and their names are valid in XML. */
export const xmlBodyRule: Rule = {
  diagnostics: [xmlUndecided, xmlPrefix, xmlName, xmlAttribute],
  check(api, reporter) {
    const schemas = schemasInXml(api);
    const known = new Set(schemas.flatMap(({ annotations: { xml } }) => namespacedPrefix(xml)));
    for (const schema of schemas) {
      checkText(api.schemas, schema, reporter);
      checkList(api.schemas, schema, reporter);
      checkNames(api.schemas, schema, reporter);
      checkForm(api.schemas, schema, known, reporter);
    }
  },
};

/** An XML body declares the name of its root element (OpenAPI 3.2.0 section 4.26.3). */
export const xmlRootNameRule: Rule = {
  diagnostics: [xmlRootName],
  check(api, reporter) {
    for (const { schema, mediaType, origin } of xmlContents(api)) {
      if (schema === undefined || isNamed(api, schema)) continue;
      reporter.report(xmlRootName.default({ mediaType }), origin, {
        part: 'key',
        hint: 'name it: "xml: { name: pets }" in its schema',
      });
    }
  },
};

function isNamed({ components, schemas }: Api, id: SchemaId): boolean {
  return standsFor(id, schemas).some(
    (schema) =>
      schema.annotations.xml?.name !== undefined ||
      components.some((each) => each.id === schema.id),
  );
}

/** True if a schema itself, and not only its references, allows several kinds of values. */
function isMixed({ keywords: { type = [], oneOf, anyOf, enum: values } }: KeywordSchema): boolean {
  return type.length > 1 || [oneOf, anyOf, values].some((each) => each !== undefined);
}

/** Reports a schema that allows text and numbers or booleans: text that looks like one is read as one. */
function checkText(table: SchemaTable, schema: KeywordSchema, reporter: Reporter): void {
  const types = typesIn(schema.id, table);
  const others = (['boolean', 'integer', 'number'] as const).filter((type) => types.has(type));
  if (!isMixed(schema) || types.size === 7 || !types.has('string') || others.length === 0) return;
  const words = others.map((type) => (type === 'boolean' ? 'true' : '12'));
  const word = words.find((each) => mayAllow(each, schema.id, table, new Set()));
  if (word === undefined) return;
  reporter.report(
    xmlUndecided.text({ text: word, meaning: word === '12' ? 'the number 12' : 'the value true' }),
    schema.origin,
    { hint: 'allow one of the two, or restrict the text with "enum" or "format"' },
  );
}

/** Formats whose texts never look like a number or a boolean. */
const DISTINCT_FORMATS = new Set([
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

/** True if a schema may allow this text, according to its types, formats and listed values. */
function mayAllow(text: string, id: SchemaId, table: SchemaTable, seen: Set<SchemaId>): boolean {
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
  if (type?.includes('string') === false || (format !== undefined && DISTINCT_FORMATS.has(format)))
    return false;
  if (listed !== undefined) return listed.includes(text);
  const inner = (each: SchemaId): boolean => mayAllow(text, each, table, seen);
  return (
    ($ref === undefined || inner($ref)) &&
    allOf.every(inner) &&
    [oneOf, anyOf].every((branches) => branches === undefined || branches.some(inner))
  );
}

/** Reports a schema that allows a list and a single value: one element may be either. */
function checkList(table: SchemaTable, schema: KeywordSchema, reporter: Reporter): void {
  const types = typesIn(schema.id, table);
  const others = [...types].filter((type) => type !== 'array' && type !== 'null');
  if (!isMixed(schema) || types.size === 7 || !types.has('array') || others.length === 0) return;
  if (xmlFormOf(schema.id, table).node === 'element') return;
  reporter.report(xmlUndecided.list(), schema.origin, {
    hint: 'give the list a separate element: "xml: { wrapped: true }"',
  });
}

/** Reports properties whose names are invalid in XML or conflict with each other. */
function checkNames(
  table: SchemaTable,
  { keywords: { properties = [] }, origin }: KeywordSchema,
  reporter: Reporter,
): void {
  const propertyByName = new Map<string, string>();
  for (const [name, id] of properties) {
    const { name: nameInXml = name, namespace = '', node = 'element' } = xmlFormOf(id, table);
    if (node === 'text' || node === 'cdata' || node === 'none') continue;
    const propertyOrigin = childOrigin(origin, 'properties', name);
    const [prefix = '', local = '', ...others] = nameInXml.split(':');
    if (others.length === 0 && isXmlName(prefix) && isXmlName(local)) {
      reporter.report(xmlPrefix.name({ prefix, xmlName: nameInXml }), propertyOrigin, {
        part: 'key',
        hint: `write "xml: { name: ${local}, prefix: ${prefix}, namespace: … }"`,
      });
      continue;
    }
    if (!isXmlName(nameInXml)) {
      reporter.report(xmlName.default({ name: nameInXml, node }), propertyOrigin, {
        part: 'key',
        hint: 'name it: "xml: { name: … }" with letters, digits, "-", "_" and "."',
      });
      continue;
    }
    // A list has the name of its items.
    if (node === 'element' && typesIn(id, table).has('array')) continue;
    const key = `${node} ${namespace} ${nameInXml}`;
    const other = propertyByName.get(key);
    propertyByName.set(key, name);
    if (other === undefined) continue;
    reporter.report(xmlUndecided.name({ name, other, node, xmlName: nameInXml }), propertyOrigin, {
      part: 'key',
      hint: 'give one of them another name: "xml: { name: … }"',
    });
  }
}

/** Reports `xml` members that cannot be applied. */
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
    reporter.report(
      xmlAttribute.default({ kind: node === 'attribute' ? 'attributes' : 'text' }),
      childOrigin(origin, 'xml'),
      { part: 'key' },
    );
  if (prefix !== undefined && namespace === undefined && !prefixes.has(prefix))
    reporter.report(xmlPrefix.default({ prefix }), childOrigin(origin, 'xml'), {
      part: 'key',
      hint: 'write "namespace" beside "prefix"',
    });
}

function namespacedPrefix(xml: KeywordSchema['annotations']['xml']): readonly string[] {
  return xml?.prefix === undefined || xml.namespace === undefined ? [] : [xml.prefix];
}

/** True if the name is valid for an element or an attribute (XML 1.0 section 2.3), without a colon. */
function isXmlName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{M}\p{N}\p{Pc}·.-]*$/u.test(name);
}
