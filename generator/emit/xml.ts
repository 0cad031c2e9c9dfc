import { sourceOf, tokensOf } from '../core/origin.js';
import { formatPointer } from '../core/pointer.js';
import type { KeywordSchema, Schema, SchemaId } from '../model/schema.js';
import { wireTypeOf, type WireTypeName } from '../model/wire-type.js';
import {
  alsoApplied,
  moreThanNull,
  standsFor,
  typesIn,
  xmlContents,
  xmlFormOf,
} from '../model/xml-values.js';
import { identifierName } from '../plan/names.js';
import type { Identifier, Plan } from '../plan/plan.js';
import { runtimeNames } from '../plan/runtime-names.js';
import { whensOf } from './branch-tags.js';
import { code } from './code.js';
import { type Data, dataLiteral, PatternText, Reference } from './data-literal.js';
import { exportedConstant } from './declare.js';
import { createFileScope } from './file-scope.js';
import { withPatterns } from './pattern-code.js';
import type { FileScope, SourceFile } from './source-file.js';

/** The table that says how values stand in XML; exists only in packages that have bodies of it. */
const xmlTable: Identifier = { name: identifierName('xml'), from: 'xml.ts', typeOnly: false };

/** `xml.ts`: how the schemas of bodies of XML stand in it. Schemas that are referred to have a name in the table. */
export function emitXml(plan: Plan): readonly SourceFile[] {
  const { places } = xmlOf(plan);
  if (xmlContents(plan.api).length === 0) return [];
  const scope = createFileScope(plan, xmlTable.from);
  const name = scope.name(xmlTable);
  const type = scope.name(runtimeNames.types.XmlTable);
  const before = code`export const ${name}: ${type} = `.length;
  return [
    scope.finish([
      exportedConstant(name, type, dataLiteral(withPatterns(places, scope), before), [
        code`How values stand in XML.`,
      ]),
    ]),
  ];
}

/** How the values of a body stand in XML: `XmlDescriptor` of the runtime as data. */
export function xmlAt(plan: Plan, scope: FileScope, id: SchemaId): Data {
  const { schemas } = plan.api;
  const { items: item } =
    standsFor(id, schemas).find(({ keywords }) => keywords.items)?.keywords ?? {};
  return {
    places: new Reference(scope.name(xmlTable)),
    at: withPatterns(xmlOf(plan).spot(id), scope),
    root: componentName(plan, id),
    items: item === undefined ? undefined : componentName(plan, item),
  };
}

/** The name of the component that a schema stands for. */
function componentName({ api: { components, schemas } }: Plan, id: SchemaId): string | undefined {
  for (const schema of standsFor(id, schemas)) {
    const component = components.find((each) => each.id === schema.id);
    if (component !== undefined) return component.name;
  }
  return undefined;
}

interface XmlPlaces {
  /** Schemas that are referred to, by name. */
  readonly places: { readonly [name: string]: Data };
  /** A schema by its name, or in place; `null` for text. */
  spot(id: SchemaId): Data;
}

const known = new WeakMap<Plan, XmlPlaces>();

/** How the schemas of bodies of XML stand in it; computed on first asking. */
function xmlOf(plan: Plan): XmlPlaces {
  let made = known.get(plan);
  if (made === undefined) known.set(plan, (made = findXml(plan)));
  return made;
}

function findXml({ api, shapes: { int64 } }: Plan): XmlPlaces {
  const { schemas } = api;
  const components = new Map(api.components.map(({ id, name }) => [id, name]));
  const names = new Map<SchemaId, string>();
  const taken = new Set(components.values());
  const open: KeywordSchema[] = [];

  /** The name of a schema in the table, where it is put when somebody first asks. */
  const nameOf = (schema: KeywordSchema): string => {
    let name = names.get(schema.id);
    if (name === undefined) {
      name = components.get(schema.id) ?? placeOf(schema, taken);
      names.set(schema.id, name);
      open.push(schema);
    }
    return name;
  };
  const referredTo = (id: SchemaId): Data => {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords') return {};
    return isSimple(schema) ? leaf(schema) : nameOf(schema);
  };
  const spot = (id: SchemaId): Data => {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords') return {};
    if (isSimple(schema)) return leaf(schema);
    const { $ref } = schema.keywords;
    const isReference = $ref !== undefined && Object.keys(schema.keywords).length === 1;
    if (isReference && schema.annotations.xml === undefined) return referredTo($ref);
    return components.has(id) ? nameOf(schema) : place(schema);
  };

  const typesOf = (id: SchemaId): readonly WireTypeName[] | undefined => {
    const types = typesIn(id, schemas);
    if (types.size === 7) return undefined;
    const listed = [...types].filter((type) => type !== 'integer' || !types.has('number'));
    const isBig =
      int64 === 'bigint' &&
      types.has('integer') &&
      wireTypeOf(schemas, id, int64).types.includes('bigint');
    return isBig ? listed.map((type) => (type === 'integer' ? 'bigint' : type)) : listed;
  };
  /** Whether it is said that values have parts. */
  const isStructured = (schema: KeywordSchema): boolean =>
    typesIn(schema.id, schemas).size < 7 && !isSimple(schema);
  /** Whether nothing but single values is described. */
  const isSimple = ({ id }: KeywordSchema): boolean => {
    const types = typesIn(id, schemas);
    return !types.has('object') && !types.has('array');
  };
  const head = (schema: KeywordSchema): { readonly [name: string]: Data } => {
    const { name, prefix, namespace, node } = xmlFormOf(schema.id, schemas);
    // Objects and lists can be neither attributes nor text.
    const isKept = node === 'element' || node === 'none' || !isStructured(schema);
    return {
      types: typesOf(schema.id),
      name,
      prefix,
      namespace,
      node: isKept ? node : undefined,
    };
  };
  const leaf = (schema: KeywordSchema): Data => {
    const made = head(schema);
    const { types, ...form } = made;
    const isText = Array.isArray(types) && types.length === 1 && types[0] === 'string';
    return isText && Object.values(form).every((each) => each === undefined) ? null : made;
  };

  const unionOf = (schema: KeywordSchema, ids: readonly SchemaId[]): Data => {
    const whens = whensOf(schema, ids, schemas) ?? [];
    return ids.map((id, index): Data => ({ at: spot(id), when: whens[index] }));
  };

  const place = (schema: KeywordSchema): { readonly [name: string]: Data } => {
    const { keywords } = schema;
    const { properties = [], patternProperties = [], prefixItems = [], required = [] } = keywords;
    const rest = keywords.additionalProperties ?? keywords.unevaluatedProperties;
    const items = keywords.items ?? keywords.unevaluatedItems;
    const also = alsoApplied(schema, schemas).map((id) =>
      id === keywords.$ref ? referredTo(id) : spot(id),
    );
    const unions = [keywords.oneOf, keywords.anyOf].flatMap((ids): Data[] =>
      ids === undefined ? [] : [unionOf(schema, moreThanNull(ids, schemas))],
    );
    return {
      ...head(schema),
      properties:
        some(properties) && Object.fromEntries(properties.map(([name, id]) => [name, spot(id)])),
      patterns: some(
        patternProperties.map(([pattern, id]) => [new PatternText(pattern), spot(id)]),
      ),
      additional: described(rest),
      required: some(required),
      prefixItems: some(prefixItems.map(spot)),
      items: described(items),
      also: some(also),
      unions: some(unions),
    };
  };
  const described = (id: SchemaId | undefined): Data =>
    id === undefined || schemas.get(id)?.kind === 'boolean' ? undefined : spot(id);

  for (const { schema } of xmlContents(api)) if (schema !== undefined) spot(schema);
  const places: { [name: string]: Data } = {};
  for (const schema of open) places[nameOf(schema)] = place(schema);
  return { places, spot };
}

/** Where a schema is written that is no component. */
function placeOf({ origin }: Schema, taken: Set<string>): string {
  let place = `${sourceOf(origin).path}#${formatPointer(tokensOf(origin))}`;
  while (taken.has(place)) place += ' (part)';
  taken.add(place);
  return place;
}

/** Empty lists are left out. */
function some<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list;
}
