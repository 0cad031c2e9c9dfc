import { sourceOf, tokensOf } from '../../core/origin.js';
import { formatPointer } from '../../core/pointer.js';
import type { KeywordSchema, Schema, SchemaId } from '../../model/schema.js';
import { wireTypeOf, type WireTypeName } from '../../model/analysis/wire-type.js';
import {
  alsoApplied,
  moreThanNull,
  standsFor,
  typesIn,
  xmlContents,
  xmlFormOf,
} from '../../model/analysis/xml-values.js';
import { identifierName } from '../../plan/names/names.js';
import type { Identifier, Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { discriminatorValues } from '../../typescript/discriminator-values.js';
import { code } from '../../printer/code.js';
import { type Data, dataLiteral, PatternText, Reference } from '../../typescript/data-literal.js';
import { exportedConstant } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import { withPatterns } from '../../typescript/pattern-code.js';
import type { FileScope, SourceFile } from '../../printer/source-file.js';

/** Table of XML representations. Exists only in packages with XML bodies. */
export const xmlTable: Identifier = {
  name: identifierName('xml'),
  from: 'xml.ts',
  typeOnly: false,
};

/**
 * Emits `xml.ts`: the XML representation of the schemas of bodies. Referenced schemas have a name
 * in the table.
 */
export function emitXml(plan: Plan): readonly SourceFile[] {
  const { entries } = xmlOf(plan);
  if (xmlContents(plan.api).length === 0) return [];
  const scope = createFileScope(plan, xmlTable.from);
  const name = scope.name(xmlTable);
  const type = scope.name(runtimeNames.types.XmlTable);
  return [
    scope.finish([
      exportedConstant(name, type, dataLiteral(withPatterns(entries, scope)), [
        code`XML representation of the values.`,
      ]),
    ]),
  ];
}

/** Entries of the table of XML representations, by name. */
export function xmlEntries(plan: Plan): Data {
  return xmlOf(plan).entries;
}

/** XML representation of a body's values: an `XmlDescriptor` of the runtime as data. */
export function xmlAt(plan: Plan, scope: FileScope, id: SchemaId): Data {
  const { schemas } = plan.api;
  const { items: item } =
    standsFor(id, schemas).find(({ keywords }) => keywords.items)?.keywords ?? {};
  return {
    places: new Reference(scope.name(xmlTable)),
    at: withPatterns(xmlOf(plan).nodeOf(id), scope),
    root: componentName(plan, id),
    items: item === undefined ? undefined : componentName(plan, item),
  };
}

/** Name of the component that a schema refers to. */
function componentName({ api: { components, schemas } }: Plan, id: SchemaId): string | undefined {
  for (const schema of standsFor(id, schemas)) {
    const component = components.find((each) => each.id === schema.id);
    if (component !== undefined) return component.name;
  }
  return undefined;
}

interface XmlNodes {
  /** Schemas that are referred to, by name. */
  readonly entries: { readonly [name: string]: Data };
  /**
   * Representation of a schema: its name in the table, or an inline description. `null` for text.
   */
  nodeOf(id: SchemaId): Data;
}

const cache = new WeakMap<Plan, XmlNodes>();

/** XML representations of all schemas of bodies. Computed once for each plan. */
function xmlOf(plan: Plan): XmlNodes {
  let table = cache.get(plan);
  if (table === undefined) cache.set(plan, (table = findXml(plan)));
  return table;
}

function findXml({ api, shapes: { int64 } }: Plan): XmlNodes {
  const { schemas } = api;
  const components = new Map(api.components.map(({ id, name }) => [id, name]));
  const names = new Map<SchemaId, string>();
  const taken = new Set(components.values());
  const pending: KeywordSchema[] = [];

  /** Name of a schema in the table. The first call adds the schema. */
  const nameOf = (schema: KeywordSchema): string => {
    let name = names.get(schema.id);
    if (name === undefined) {
      name = components.get(schema.id) ?? locationOf(schema, taken);
      names.set(schema.id, name);
      pending.push(schema);
    }
    return name;
  };
  const referencedNode = (id: SchemaId): Data => {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords') return {};
    return isSimple(schema) ? leaf(schema) : nameOf(schema);
  };
  const nodeOf = (id: SchemaId): Data => {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords') return {};
    if (isSimple(schema)) return leaf(schema);
    const { $ref } = schema.keywords;
    const isReference = $ref !== undefined && Object.keys(schema.keywords).length === 1;
    if (isReference && schema.annotations.xml === undefined) return referencedNode($ref);
    return components.has(id) ? nameOf(schema) : describeInline(schema);
  };

  const typesOf = (id: SchemaId): readonly WireTypeName[] | undefined => {
    const types = typesIn(id, schemas);
    if (types.size === 7) return undefined;
    const listed = [...types].filter((type) => type !== 'integer' || !types.has('number'));
    const isBigint =
      int64 === 'bigint' &&
      types.has('integer') &&
      wireTypeOf(schemas, id, int64).types.includes('bigint');
    return isBigint ? listed.map((type) => (type === 'integer' ? 'bigint' : type)) : listed;
  };
  /** True if a schema is known to describe values with parts. */
  const isStructured = (schema: KeywordSchema): boolean =>
    typesIn(schema.id, schemas).size < 7 && !isSimple(schema);
  /** True if a schema describes only single values. */
  const isSimple = ({ id }: KeywordSchema): boolean => {
    const types = typesIn(id, schemas);
    return !types.has('object') && !types.has('array');
  };
  const commonMembers = (schema: KeywordSchema): { readonly [name: string]: Data } => {
    const { name, prefix, namespace, node } = xmlFormOf(schema.id, schemas);
    // Objects and lists can be neither attributes nor text.
    const isNodeKept = node === 'element' || node === 'none' || !isStructured(schema);
    return {
      types: typesOf(schema.id),
      name,
      prefix,
      namespace,
      node: isNodeKept ? node : undefined,
    };
  };
  const leaf = (schema: KeywordSchema): Data => {
    const table = commonMembers(schema);
    const { types, ...form } = table;
    const isText = Array.isArray(types) && types.length === 1 && types[0] === 'string';
    return isText && Object.values(form).every((each) => each === undefined) ? null : table;
  };

  const unionOf = (schema: KeywordSchema, ids: readonly SchemaId[]): Data => {
    const conditions = discriminatorValues(schema, ids, schemas) ?? [];
    return ids.map((id, index): Data => ({ at: nodeOf(id), when: conditions[index] }));
  };

  const describeInline = (schema: KeywordSchema): { readonly [name: string]: Data } => {
    const { keywords } = schema;
    const { properties = [], patternProperties = [], prefixItems = [], required = [] } = keywords;
    const rest = keywords.additionalProperties ?? keywords.unevaluatedProperties;
    const items = keywords.items ?? keywords.unevaluatedItems;
    const also = alsoApplied(schema, schemas).map((id) =>
      id === keywords.$ref ? referencedNode(id) : nodeOf(id),
    );
    const unions = [keywords.oneOf, keywords.anyOf].flatMap((ids): Data[] =>
      ids === undefined ? [] : [unionOf(schema, moreThanNull(ids, schemas))],
    );
    return {
      ...commonMembers(schema),
      properties:
        nonEmpty(properties) &&
        Object.fromEntries(properties.map(([name, id]) => [name, nodeOf(id)])),
      patterns: nonEmpty(
        patternProperties.map(([pattern, id]) => [new PatternText(pattern), nodeOf(id)]),
      ),
      additional: nodeUnlessBoolean(rest),
      required: nonEmpty(required),
      prefixItems: nonEmpty(prefixItems.map(nodeOf)),
      items: nodeUnlessBoolean(items),
      also: nonEmpty(also),
      unions: nonEmpty(unions),
    };
  };
  const nodeUnlessBoolean = (id: SchemaId | undefined): Data =>
    id === undefined || schemas.get(id)?.kind === 'boolean' ? undefined : nodeOf(id);

  for (const { schema } of xmlContents(api)) if (schema !== undefined) nodeOf(schema);
  const entries: { [name: string]: Data } = {};
  for (const schema of pending) entries[nameOf(schema)] = describeInline(schema);
  return { entries, nodeOf };
}

/** Location of a schema that is not a component. */
function locationOf({ origin }: Schema, taken: Set<string>): string {
  let describeInline = `${sourceOf(origin).path}#${formatPointer(tokensOf(origin))}`;
  while (taken.has(describeInline)) describeInline += ' (part)';
  taken.add(describeInline);
  return describeInline;
}

/** Omits an empty list. */
function nonEmpty<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list;
}
