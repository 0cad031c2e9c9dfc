import { textPattern } from '../text-pattern.js';
import type { XmlBranch, XmlSchema, XmlSchemaOrRef, XmlTable, XmlType } from '../xml-descriptor.js';
import type { XmlName } from './document.js';

/** A schema, or `null` for text. */
export type SchemaRef = XmlSchemaOrRef | null;

/** Declared name of an element or attribute. Without a namespace, it matches in any. */
export interface Tag {
  readonly local: string;
  readonly prefix: string | undefined;
  readonly namespace: string | undefined;
}

/** A possible name of a value, and the schemas that apply with this name. */
export interface Named {
  /** `undefined` if no name is declared. */
  readonly tag: Tag | undefined;
  readonly refs: readonly SchemaRef[];
  readonly branch: XmlBranch | undefined;
}

/** XML representation of a property. `list`: elements without an enclosing one. `spread`: the properties of an object without an element. */
export type MemberNode = 'element' | 'attribute' | 'text' | 'cdata' | 'list' | 'spread';

/** A declared property. */
export interface Member {
  readonly name: string;
  readonly refs: readonly SchemaRef[];
  readonly node: MemberNode;
}

/** Combined schemas of one value. */
export interface Merged {
  readonly members: ReadonlyMap<string, Member>;
  readonly elements: ReadonlyMap<string, readonly Qualified[]>;
  readonly attributes: ReadonlyMap<string, readonly Qualified[]>;
  readonly text: Member | undefined;
  readonly spread: readonly Member[];
  /** Properties that are always required. */
  readonly required: ReadonlySet<string>;
  /** Returns the schemas of an undeclared property. */
  others(name: string): readonly SchemaRef[];
  /** Returns the schemas of a list item. */
  items(index: number): readonly SchemaRef[];
  /** Number of items with individual schemas. */
  readonly first: number;
  /** True if the result depends on the branch of a union. */
  readonly isDivided: boolean;
}

/** A property, and the namespace of its name. */
interface Qualified {
  readonly member: Member;
  readonly namespace: string | undefined;
}

/** Selects the union branches that a value may be. */
export type Choose = (branches: readonly XmlBranch[]) => readonly XmlBranch[];

/** The schemas of a package, with references, combinations and unions resolved. */
export interface Schemas {
  /** Combines the schemas of a value. */
  merge(refs: readonly SchemaRef[], choose?: Choose): Merged;
  /** Returns the permitted types; `undefined` if the schemas do not restrict them. */
  types(refs: readonly SchemaRef[]): ReadonlySet<XmlType> | undefined;
  /** Returns the possible names; `inferred` is used if no schema declares one. */
  names(refs: readonly SchemaRef[], inferred: string | undefined): readonly Named[];
  /** Returns the declared kind of node of an item or property. */
  nodeOf(refs: readonly SchemaRef[]): XmlSchema['node'];
}

/** Creates the lookup for a table of schemas. */
export function createSchemas(table: XmlTable): Schemas {
  const mergedBySchema = new Map<SchemaRef, Merged>();
  const mergedByList = new WeakMap<readonly SchemaRef[], Merged>();
  const schemaOf = (ref: SchemaRef): XmlSchema => {
    if (ref === null) return text;
    if (typeof ref !== 'string') return ref;
    return Object.hasOwn(table, ref) ? (table[ref] ?? anything) : anything;
  };

  const types: Schemas['types'] = cachedByList((refs) => {
    const stated = refs.flatMap((ref) => schemaOf(ref).types ?? []);
    return stated.length === 0 ? undefined : new Set(stated);
  });

  /** Returns the last schema that declares an XML representation. */
  const xmlSchemaOf = cachedByList(
    (refs): XmlSchema =>
      refs
        .map(schemaOf)
        .reverse()
        .find(
          ({ name, node, namespace, prefix }) =>
            (name ?? node ?? namespace ?? prefix) !== undefined,
        ) ?? anything,
  );

  /** Returns the union branches of a value, and those with a declared name. */
  const branchesOf = cachedByList((refs) => {
    const all = refs.flatMap((ref) => schemaOf(ref).unions ?? []).flat();
    return { all, named: all.filter(({ at }) => schemaOf(at).name !== undefined) };
  });

  const names: Schemas['names'] = (refs, inferred) => {
    const { name, prefix, namespace } = xmlSchemaOf(refs);
    const local = name ?? inferred;
    const tag = local === undefined ? undefined : { local, prefix, namespace };
    const { all, named: own } = branchesOf(refs);
    if (name !== undefined || own.length === 0) return [{ tag, refs, branch: undefined }];
    const others = all.filter((branch) => !own.includes(branch));
    return [
      ...own.map((branch): Named => {
        const schema = schemaOf(branch.at);
        return { tag: tagOf(schema), refs: [branch.at], branch };
      }),
      ...(others.length === 0 ? [] : [{ tag, refs, branch: undefined }]),
    ];
  };

  const nodeOf = (refs: readonly SchemaRef[]): MemberNode => {
    const { node } = xmlSchemaOf(refs);
    const stated = types(refs);
    if (node === 'none' && stated?.has('object') === true) return 'spread';
    if (stated?.has('array') === true && node !== 'element') return 'list';
    return node === undefined || node === 'none' ? 'element' : node;
  };

  const combine = (refs: readonly SchemaRef[], choose: Choose): Merged => {
    const { schemas, certain, isDivided } = collect(refs, schemaOf, choose);
    const elements = new Map<string, Qualified[]>();
    const attributes = new Map<string, Qualified[]>();
    const members = new Map<string, Member>();
    for (const [name, own] of propertyRefs(schemas)) {
      const member: Member = { name, refs: own, node: nodeOf(own) };
      members.set(name, member);
      const byName = member.node === 'attribute' ? attributes : elements;
      for (const { tag } of namesOf(member)) {
        if (tag === undefined) continue;
        const before = byName.get(tag.local);
        const entry = { member, namespace: tag.namespace };
        if (before === undefined) byName.set(tag.local, [entry]);
        else before.push(entry);
      }
    }
    const all = [...members.values()];
    const hasOthers = schemas.some(
      ({ patterns, additional }) => (patterns ?? additional) !== undefined,
    );
    return {
      members,
      elements,
      attributes,
      text: all.find(({ node }) => node === 'text' || node === 'cdata'),
      spread: all.filter(({ node }) => node === 'spread'),
      required: new Set(certain.flatMap(({ required = [] }) => required)),
      others: (name) => (hasOthers ? schemas.flatMap((schema) => otherRefs(schema, name)) : none),
      ...itemsIn(schemas),
      isDivided,
    };
  };

  const merge: Schemas['merge'] = (refs, choose) => {
    const [only, ...others] = refs;
    if (only === undefined) return nothing;
    let merged = others.length > 0 ? mergedByList.get(refs) : mergedBySchema.get(only);
    if (merged === undefined) {
      merged = combine(refs, allBranches);
      if (others.length > 0) mergedByList.set(refs, merged);
      else mergedBySchema.set(only, merged);
    }
    return choose === undefined || !merged.isDivided ? merged : combine(refs, choose);
  };

  /** Returns all possible names of a property. A list without an enclosing element has the names of its items. */
  const namesOf = ({ name, refs, node }: Member): readonly Named[] => {
    if (node === 'text' || node === 'cdata' || node === 'spread') return [];
    if (node !== 'list') return names(refs, name);
    // Not merged, because a list may contain itself.
    const { items, first } = itemsIn(collect(refs, schemaOf, allBranches).schemas);
    const isAlsoOne = [...(types(refs) ?? [])].some((type) => type !== 'array' && type !== 'null');
    return [
      ...Array.from({ length: first + 1 }, (_, index) => names(items(index), name)).flat(),
      ...(isAlsoOne ? [{ tag: plainTag(name), refs, branch: undefined }] : []),
    ];
  };

  return { merge, types, names, nodeOf: (refs) => xmlSchemaOf(refs).node };
}

/** Combination of no schemas. */
const nothing: Merged = {
  members: new Map(),
  elements: new Map(),
  attributes: new Map(),
  text: undefined,
  spread: [],
  required: new Set(),
  others: () => [],
  items: () => [],
  first: 0,
  isDivided: false,
};

/** Shared empty list of schemas. */
const none: readonly SchemaRef[] = [];

/** Caches the result for each list of schemas. A property has the same list for every value. */
function cachedByList<Result>(
  compute: (refs: readonly SchemaRef[]) => Result,
): (refs: readonly SchemaRef[]) => Result {
  const known = new WeakMap<readonly SchemaRef[], { readonly found: Result }>();
  return (refs) => {
    let entry = known.get(refs);
    if (entry === undefined) known.set(refs, (entry = { found: compute(refs) }));
    return entry.found;
  };
}

const text: XmlSchema = { types: ['string'] };
const anything: XmlSchema = {};

/** Name without a namespace. */
export function plainTag(local: string): Tag {
  return { local, prefix: undefined, namespace: undefined };
}

function tagOf({ name, prefix, namespace }: XmlSchema): Tag | undefined {
  return name === undefined ? undefined : { local: name, prefix, namespace };
}

/** Selects all branches of a union. */
function allBranches(branches: readonly XmlBranch[]): readonly XmlBranch[] {
  return branches;
}

/** Collects the schemas of a value, components first. `certain` are those that apply regardless of union branches. */
function collect(
  refs: readonly SchemaRef[],
  schemaOf: (ref: SchemaRef) => XmlSchema,
  choose: Choose,
): {
  readonly schemas: readonly XmlSchema[];
  readonly certain: readonly XmlSchema[];
  readonly isDivided: boolean;
} {
  const schemas: XmlSchema[] = [];
  const certain: XmlSchema[] = [];
  const seen = new Set<XmlSchema>();
  const add = (ref: SchemaRef, isCertain: boolean): void => {
    const schema = schemaOf(ref);
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const each of schema.also ?? []) add(each, isCertain);
    for (const branches of schema.unions ?? []) {
      const chosen = choose(branches);
      for (const { at } of chosen) add(at, isCertain && chosen.length === 1);
    }
    schemas.push(schema);
    if (isCertain) certain.push(schema);
  };
  for (const ref of refs) add(ref, true);
  const isDivided = schemas.some(({ unions }) => unions !== undefined);
  return { schemas, certain, isDivided };
}

/** Schemas of each declared property. */
function propertyRefs(schemas: readonly XmlSchema[]): ReadonlyMap<string, readonly SchemaRef[]> {
  const refs = new Map<string, SchemaRef[]>();
  for (const { properties = {} } of schemas) {
    for (const [name, ref] of Object.entries(properties)) {
      const before = refs.get(name);
      if (before === undefined) refs.set(name, [ref]);
      else before.push(ref);
    }
  }
  return refs;
}

function otherRefs(
  { properties = {}, patterns = [], additional }: XmlSchema,
  name: string,
): readonly SchemaRef[] {
  const matching = patterns.filter(([source]) => textPattern(source).test(name));
  const isOther = !Object.hasOwn(properties, name) && matching.length === 0;
  return [
    ...matching.map(([, ref]) => ref),
    ...(isOther && additional !== undefined ? [additional] : []),
  ];
}

/** Combines the schemas of list items. */
function itemsIn(schemas: readonly XmlSchema[]): Pick<Merged, 'items' | 'first'> {
  const first = Math.max(0, ...schemas.map(({ prefixItems = [] }) => prefixItems.length));
  const rest = schemas.flatMap((schema) => itemRefs(schema, first));
  return {
    items: (index) => (index < first ? schemas.flatMap((schema) => itemRefs(schema, index)) : rest),
    first,
  };
}

function itemRefs({ prefixItems = [], items }: XmlSchema, index: number): readonly SchemaRef[] {
  const ref = index < prefixItems.length ? prefixItems[index] : items;
  return ref === undefined ? [] : [ref];
}

/** True if an element or attribute has the given name. */
export function isCalled({ local, namespace, written }: XmlName, tag: Tag | undefined): boolean {
  if (tag === undefined) return true;
  const isSame = local === tag.local || written === tag.local;
  return isSame && (tag.namespace === undefined || namespace === tag.namespace);
}

/** Returns the property with a name. A match of the namespace takes precedence over a property without a namespace. */
export function memberAt(
  byName: ReadonlyMap<string, readonly Qualified[]>,
  { local, namespace, written }: XmlName,
): Member | undefined {
  // The declared name of a property may contain a prefix without a namespace.
  const entries = byName.get(written) ?? byName.get(local) ?? [];
  return (
    entries.find((each) => each.namespace === namespace) ??
    entries.find((each) => each.namespace === undefined)
  )?.member;
}

/** Applies tests to branches, one after another. A test that no branch passes is skipped. */
export function leftOf(
  branches: readonly XmlBranch[],
  tests: readonly ((branch: XmlBranch) => boolean)[],
): readonly XmlBranch[] {
  let left = branches;
  for (const test of tests) {
    const passing = left.filter(test);
    if (passing.length > 0) left = passing;
  }
  return left;
}
