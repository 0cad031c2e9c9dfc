import { textPattern } from '../text-pattern.js';
import type { XmlBranch, XmlPlace, XmlSpot, XmlTable, XmlType } from '../xml-descriptor.js';
import type { XmlName } from './document.js';

/** A schema, or `null` for text. */
export type Spot = XmlSpot | null;

/** The name of an element or an attribute as a description gives it; without a namespace it may be in any. */
export interface Tag {
  readonly local: string;
  readonly prefix: string | undefined;
  readonly namespace: string | undefined;
}

/** A name that a value may stand under, and the schemas that it has then. */
export interface Named {
  /** `undefined` where nothing says how it is called. */
  readonly tag: Tag | undefined;
  readonly spots: readonly Spot[];
  readonly branch: XmlBranch | undefined;
}

/** What a member of an object is in XML: `list` are elements without one around them, `spread` stands for the members of an object. */
export type MemberNode = 'element' | 'attribute' | 'text' | 'cdata' | 'list' | 'spread';

/** A member that is described. */
export interface Member {
  readonly name: string;
  readonly spots: readonly Spot[];
  readonly node: MemberNode;
}

/** All that is said of one value. */
export interface Merged {
  readonly members: ReadonlyMap<string, Member>;
  readonly elements: ReadonlyMap<string, readonly Placed[]>;
  readonly attributes: ReadonlyMap<string, readonly Placed[]>;
  readonly text: Member | undefined;
  readonly spread: readonly Member[];
  /** Members that every such value has. */
  readonly required: ReadonlySet<string>;
  /** What describes a member of another name. */
  others(name: string): readonly Spot[];
  /** What describes an item of a list. */
  items(index: number): readonly Spot[];
  /** How many items have a schema of their own. */
  readonly first: number;
  /** Whether a union has a say in it. */
  readonly isDivided: boolean;
}

/** A member, and the namespace in which its name is looked for. */
interface Placed {
  readonly member: Member;
  readonly namespace: string | undefined;
}

/** Branches of a union that a value may be of. */
export type Choose = (branches: readonly XmlBranch[]) => readonly XmlBranch[];

/** The schemas of a package, seen through names, combinations and unions. */
export interface Schemas {
  /** What is said of a value that all of these describe. */
  merge(spots: readonly Spot[], choose?: Choose): Merged;
  /** The types that it may have; `undefined` where nothing is said. */
  types(spots: readonly Spot[]): ReadonlySet<XmlType> | undefined;
  /** What it may be called, `inferred` where no schema says so. */
  names(spots: readonly Spot[], inferred: string | undefined): readonly Named[];
  /** What kind of node the schemas of an item or a member say that it is. */
  nodeOf(spots: readonly Spot[]): XmlPlace['node'];
}

/** Looks schemas up in a table. */
export function createSchemas(table: XmlTable): Schemas {
  const known = new Map<Spot, Merged>();
  const together = new WeakMap<readonly Spot[], Merged>();
  const placeOf = (spot: Spot): XmlPlace => {
    if (spot === null) return text;
    if (typeof spot !== 'string') return spot;
    return Object.hasOwn(table, spot) ? (table[spot] ?? anything) : anything;
  };

  const types: Schemas['types'] = once((spots) => {
    const stated = spots.flatMap((spot) => placeOf(spot).types ?? []);
    return stated.length === 0 ? undefined : new Set(stated);
  });

  /** The last of several that says what its values are in XML. */
  const saying = once(
    (spots): XmlPlace =>
      spots
        .map(placeOf)
        .findLast(
          ({ name, node, namespace, prefix }) =>
            (name ?? node ?? namespace ?? prefix) !== undefined,
        ) ?? anything,
  );

  /** Branches that a value may be of, and those of them that have names of their own. */
  const branchesOf = once((spots) => {
    const all = spots.flatMap((spot) => placeOf(spot).unions ?? []).flat();
    return { all, own: all.filter(({ at }) => placeOf(at).name !== undefined) };
  });

  const names: Schemas['names'] = (spots, inferred) => {
    const { name, prefix, namespace } = saying(spots);
    const local = name ?? inferred;
    const tag = local === undefined ? undefined : { local, prefix, namespace };
    const { all, own } = branchesOf(spots);
    if (name !== undefined || own.length === 0) return [{ tag, spots, branch: undefined }];
    const others = all.filter((branch) => !own.includes(branch));
    return [
      ...own.map((branch): Named => {
        const place = placeOf(branch.at);
        return { tag: tagOf(place), spots: [branch.at], branch };
      }),
      ...(others.length === 0 ? [] : [{ tag, spots, branch: undefined }]),
    ];
  };

  const nodeOf = (spots: readonly Spot[]): MemberNode => {
    const { node } = saying(spots);
    const stated = types(spots);
    if (node === 'none' && stated?.has('object') === true) return 'spread';
    if (stated?.has('array') === true && node !== 'element') return 'list';
    return node === undefined || node === 'none' ? 'element' : node;
  };

  const combine = (spots: readonly Spot[], choose: Choose): Merged => {
    const { places, certain, isDivided } = collect(spots, placeOf, choose);
    const described = new Map<string, Spot[]>();
    for (const { properties = {} } of places) {
      for (const [name, spot] of Object.entries(properties)) {
        const before = described.get(name);
        if (before === undefined) described.set(name, [spot]);
        else before.push(spot);
      }
    }
    const elements = new Map<string, Placed[]>();
    const attributes = new Map<string, Placed[]>();
    const members = new Map<string, Member>();
    for (const [name, own] of described) {
      const member: Member = { name, spots: own, node: nodeOf(own) };
      members.set(name, member);
      const place = member.node === 'attribute' ? attributes : elements;
      for (const { tag } of namesOf(member)) {
        if (tag === undefined) continue;
        const before = place.get(tag.local);
        const placed = { member, namespace: tag.namespace };
        if (before === undefined) place.set(tag.local, [placed]);
        else before.push(placed);
      }
    }
    const all = [...members.values()];
    const hasOthers = places.some(
      ({ patterns, additional }) => (patterns ?? additional) !== undefined,
    );
    return {
      members,
      elements,
      attributes,
      text: all.find(({ node }) => node === 'text' || node === 'cdata'),
      spread: all.filter(({ node }) => node === 'spread'),
      required: new Set(certain.flatMap(({ required = [] }) => required)),
      others: (name) => (hasOthers ? places.flatMap((place) => otherSpots(place, name)) : none),
      ...itemsIn(places),
      isDivided,
    };
  };

  const merge: Schemas['merge'] = (spots, choose) => {
    const [only, ...others] = spots;
    if (only === undefined) return nothing;
    let merged = others.length > 0 ? together.get(spots) : known.get(only);
    if (merged === undefined) {
      merged = combine(spots, every);
      if (others.length > 0) together.set(spots, merged);
      else known.set(only, merged);
    }
    return choose === undefined || !merged.isDivided ? merged : combine(spots, choose);
  };

  /** Everything that a member may be called: a list without an element of its own has the names of its items. */
  const namesOf = ({ name, spots, node }: Member): readonly Named[] => {
    if (node === 'text' || node === 'cdata' || node === 'spread') return [];
    if (node !== 'list') return names(spots, name);
    // Not merged, since a list may have itself as a member.
    const { items, first } = itemsIn(collect(spots, placeOf, every).places);
    const isAlsoOne = [...(types(spots) ?? [])].some((type) => type !== 'array' && type !== 'null');
    return [
      ...Array.from({ length: first + 1 }, (_, index) => names(items(index), name)).flat(),
      ...(isAlsoOne ? [{ tag: plainTag(name), spots, branch: undefined }] : []),
    ];
  };

  return { merge, types, names, nodeOf: (spots) => saying(spots).node };
}

/** What is said of a value that nothing describes. */
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

/** No schema. */
const none: readonly Spot[] = [];

/** What follows from a list of schemas, found once for each: those of a member are the same list for every value. */
function once<Found>(find: (spots: readonly Spot[]) => Found): (spots: readonly Spot[]) => Found {
  const known = new WeakMap<readonly Spot[], { readonly found: Found }>();
  return (spots) => {
    let entry = known.get(spots);
    if (entry === undefined) known.set(spots, (entry = { found: find(spots) }));
    return entry.found;
  };
}

const text: XmlPlace = { types: ['string'] };
const anything: XmlPlace = {};

/** A name that is in no namespace of its own. */
export function plainTag(local: string): Tag {
  return { local, prefix: undefined, namespace: undefined };
}

function tagOf({ name, prefix, namespace }: XmlPlace): Tag | undefined {
  return name === undefined ? undefined : { local: name, prefix, namespace };
}

/** Takes all branches of a union. */
function every(branches: readonly XmlBranch[]): readonly XmlBranch[] {
  return branches;
}

/** The schemas of one value, what they are made of first; `certain` are those that it surely has. */
function collect(
  spots: readonly Spot[],
  placeOf: (spot: Spot) => XmlPlace,
  choose: Choose,
): {
  readonly places: readonly XmlPlace[];
  readonly certain: readonly XmlPlace[];
  readonly isDivided: boolean;
} {
  const places: XmlPlace[] = [];
  const certain: XmlPlace[] = [];
  const seen = new Set<XmlPlace>();
  const add = (spot: Spot, isCertain: boolean): void => {
    const place = placeOf(spot);
    if (seen.has(place)) return;
    seen.add(place);
    for (const each of place.also ?? []) add(each, isCertain);
    for (const branches of place.unions ?? []) {
      const chosen = choose(branches);
      for (const { at } of chosen) add(at, isCertain && chosen.length === 1);
    }
    places.push(place);
    if (isCertain) certain.push(place);
  };
  for (const spot of spots) add(spot, true);
  const isDivided = places.some(({ unions }) => unions !== undefined);
  return { places, certain, isDivided };
}

function otherSpots(
  { properties = {}, patterns = [], additional }: XmlPlace,
  name: string,
): readonly Spot[] {
  const matching = patterns.filter(([source]) => textPattern(source).test(name));
  const isOther = !Object.hasOwn(properties, name) && matching.length === 0;
  return [
    ...matching.map(([, spot]) => spot),
    ...(isOther && additional !== undefined ? [additional] : []),
  ];
}

/** What describes the items of a list. */
function itemsIn(places: readonly XmlPlace[]): Pick<Merged, 'items' | 'first'> {
  const first = Math.max(0, ...places.map(({ prefixItems = [] }) => prefixItems.length));
  const rest = places.flatMap((place) => itemSpots(place, first));
  return {
    items: (index) => (index < first ? places.flatMap((place) => itemSpots(place, index)) : rest),
    first,
  };
}

function itemSpots({ prefixItems = [], items }: XmlPlace, index: number): readonly Spot[] {
  const spot = index < prefixItems.length ? prefixItems[index] : items;
  return spot === undefined ? [] : [spot];
}

/** Whether an element or an attribute is called so. */
export function isCalled({ local, namespace, written }: XmlName, tag: Tag | undefined): boolean {
  if (tag === undefined) return true;
  const isSame = local === tag.local || written === tag.local;
  return isSame && (tag.namespace === undefined || namespace === tag.namespace);
}

/** The member that stands under a name: one of its namespace before one that may be in any. */
export function memberAt(
  places: ReadonlyMap<string, readonly Placed[]>,
  { local, namespace, written }: XmlName,
): Member | undefined {
  // A member may be called with a prefix that nothing gives a namespace.
  const placed = places.get(written) ?? places.get(local) ?? [];
  return (
    placed.find((each) => each.namespace === namespace) ??
    placed.find((each) => each.namespace === undefined)
  )?.member;
}
