import type { IdentifierName } from './plan.js';
import { digestOf, lowerFirst, upperFirst } from './words.js';

/**
 * The one identifier maker. Whatever a document calls a thing, what comes out is a legal identifier that
 * takes the place of nothing else.
 */
export function identifierName(text: string): IdentifierName {
  if (!isIdentifier(text)) throw new Error(`"${text}" is an identifier`);
  return text as IdentifierName;
}

/** Whether a text can stand as a name in TypeScript without taking a word of the language. */
export function isIdentifier(text: string): boolean {
  return isMemberName(text) && !reserved.has(text);
}

/** Whether a text can follow a dot: reserved words can. */
export function isMemberName(text: string): boolean {
  if (plainName.test(text)) return true;
  return (
    /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(text) &&
    // Characters that nobody sees make two names that look the same.
    !/\p{Cf}/u.test(text) &&
    text === text.normalize('NFC')
  );
}

/** What needs no second look: an identifier of ASCII. */
const plainName = /^[A-Za-z_$][\w$]*$/;

/** A legal identifier out of any text; one that loses characters on the way gets its digest. */
export function legalName(text: string, fallback: string): string {
  if (plainName.test(text)) return text;
  const kept = text.normalize('NFC').replace(/[^\p{ID_Continue}$]|\p{Cf}/gu, '');
  const lost = kept.length !== text.normalize('NFC').length;
  const base = /^[\p{ID_Start}_$]/u.test(kept)
    ? kept
    : kept === ''
      ? fallback
      : `${fallback}${upperFirst(kept)}`;
  return lost || kept === '' ? `${base}${upperFirst(digestOf(text))}` : base;
}

/** Something that needs a name: what it would like best, and what it takes when that is not to be had. */
export interface Wish {
  /** Identity of the thing, for names that nothing else can tell apart. Never an index. */
  readonly key: string;
  /** Best first; each later one says more of the context. */
  readonly candidates: readonly string[];
  /** What it takes where others wish for all of those: none of its names otherwise. */
  readonly resorts?: () => readonly string[];
  /** The first of them is what the document calls it, letter by letter. */
  readonly isOwn?: boolean;
}

/**
 * Names for one tier of things. A tier's names never give way to a later tier's; things of one tier that
 * wish for the same name all take their next candidate, so that no order decides, but for one that has no other to take.
 */
export function chooseNames(
  wishes: readonly Wish[],
  taken: Set<string>,
  fixed: FixedNames = noFixedNames,
): ReadonlyMap<string, IdentifierName> {
  const chosen = new Map<string, IdentifierName>();
  if (fixed.pinned.size > 0 || fixed.held.size > 0) chooseFixed(wishes, taken, fixed, chosen);
  let open = chosen.size === 0 ? wishes : wishes.filter(({ key }) => !chosen.has(key));
  let isInOrder = chosen.size === 0;
  // Whoever is left has been refused as many names as there were rounds.
  for (let at = 0; open.length > 0; at += 1) {
    const groups = groupsOf(open, at, fixed);
    const next: Wish[] = [];
    for (const [name, group] of groups) {
      const winner = winnerOf(group, at, name, taken);
      if (winner !== undefined) chosen.set(winner.key, name as IdentifierName);
      if (group === winner) continue;
      if (!isSeveral(group)) next.push(group);
      else for (const wish of group) if (wish !== winner) next.push(wish);
    }
    // Names that several wished for stay free of the names given in this round.
    for (const name of groups.keys()) taken.add(name);
    isInOrder &&= next.length === 0;
    open = next;
  }
  if (chosen.size < wishes.length)
    throw new Error('every wish for a name is for a thing of its own');
  return isInOrder ? chosen : inOrderOf(wishes, chosen);
}

/** Who wishes for one name: mostly one thing alone. */
type Group = Wish | Wish[];

function isSeveral(group: Group): group is Wish[] {
  return Array.isArray(group);
}

function groupsOf(
  wishes: readonly Wish[],
  at: number,
  fixed: FixedNames,
): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const wish of wishes) {
    const name = candidate(wish, at, fixed);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, wish);
    else if (isSeveral(group)) group.push(wish);
    else groups.set(name, [group, wish]);
  }
  return groups;
}

/** Who gets a name: who wishes for it alone, or is the only one that has no other name to wish for. */
function winnerOf(
  group: Group,
  at: number,
  name: string,
  taken: ReadonlySet<string>,
): Wish | undefined {
  if (taken.has(name) || !isIdentifier(name)) return undefined;
  if (!isSeveral(group)) return group;
  const last = group.filter((wish) => isLast(wish, at, name));
  return last.length === 1 ? last[0] : undefined;
}

/** Gives the names that are settled to whoever they are settled for. */
function chooseFixed(
  wishes: readonly Wish[],
  taken: Set<string>,
  fixed: FixedNames,
  chosen: Map<string, IdentifierName>,
): void {
  const wanted = new Set<string>();
  const contested = new Set(taken);
  for (const {
    candidates: [first = ''],
  } of wishes)
    if (wanted.size === wanted.add(first).size) contested.add(first);
  for (const wish of wishes) {
    const name = fixedName(wish, fixed, contested);
    if (name === undefined) continue;
    chosen.set(wish.key, identifierName(name));
    taken.add(name);
  }
}

/** The same in two tiers: what a document spells as it is to be spelt does not give way to what is respelt so. */
export function chooseOwnFirst(
  wishes: readonly Wish[],
  taken: Set<string>,
  fixed: FixedNames,
): ReadonlyMap<string, IdentifierName> {
  const own = wishes.filter(({ isOwn }) => isOwn === true);
  if (own.length === 0 || own.length === wishes.length) return chooseNames(wishes, taken, fixed);
  const others = wishes.filter(({ isOwn }) => isOwn !== true);
  const chosen = chooseNames(own, taken, fixed);
  return inOrderOf(wishes, chosen, chooseNames(others, taken, fixed));
}

function inOrderOf(
  wishes: readonly Wish[],
  chosen: ReadonlyMap<string, IdentifierName>,
  others?: ReadonlyMap<string, IdentifierName>,
): ReadonlyMap<string, IdentifierName> {
  const inOrder = new Map<string, IdentifierName>();
  for (const { key } of wishes) {
    const name = chosen.get(key) ?? others?.get(key);
    if (name !== undefined) inOrder.set(key, name);
  }
  return inOrder;
}

/** Whether a thing has no other name to wish for than this one, from here on. */
function isLast(wish: Wish, at: number, name: string): boolean {
  const rest = namesOf(wish).slice(at);
  return rest.length > 0 && rest.every((each) => legalName(each, 'name') === name);
}

/** Names that are settled before anything is named, by the keys of wishes. All of them are taken from the start. */
export interface FixedNames {
  /** What a person wants. */
  readonly pinned: ReadonlyMap<string, string>;
  /** What it was called before: it stays so while that is one of its candidates. */
  readonly held: ReadonlyMap<string, string>;
  /** What a key is on every machine: the folder that a description lies in is none of its names' business. */
  spot(key: string): string;
}

/** Nothing is settled. */
export const noFixedNames: FixedNames = { pinned: new Map(), held: new Map(), spot: (key) => key };

function fixedName(
  wish: Wish,
  fixed: FixedNames,
  contested: ReadonlySet<string>,
): string | undefined {
  const { pinned, held } = fixed;
  const pin = pinned.get(wish.key);
  if (pin !== undefined) return pin;
  const name = held.get(wish.key);
  if (name === undefined || !isIdentifier(name)) return undefined;
  const { candidates } = wish;
  const isContested = contested.has(candidates[0] ?? '');
  const digested = namesOf(wish).length;
  const isOne = Array.from({ length: digested + 1 }, (_, at) => at).some(
    (at) =>
      (at < candidates.length || at === digested || isContested) &&
      candidate(wish, at, fixed) === name,
  );
  return isOne ? name : undefined;
}

function candidate(wish: Wish, at: number, fixed: FixedNames): string {
  const first = wish.candidates[at];
  if (first !== undefined) return legalName(first, 'name');
  const names = namesOf(wish);
  const name = names[at];
  if (name !== undefined) return legalName(name, 'name');
  const last = legalName(names.at(-1) ?? '', 'name');
  const beyond = at - names.length;
  return `${last}${upperFirst(digestOf(fixed.spot(wish.key)))}${'_'.repeat(beyond)}`;
}

/** All that a thing would take. */
function namesOf({ candidates, resorts }: Wish): readonly string[] {
  return resorts === undefined ? candidates : [...candidates, ...resorts()];
}

/** A name for something local, such as a parameter, that avoids a few names around it. */
export function localName(
  wish: string,
  context: string,
  avoid: ReadonlySet<string>,
): IdentifierName {
  const name = lowerFirst(legalName(wish, context));
  if (isIdentifier(name) && !avoid.has(name)) return identifierName(name);
  const qualified = `${name}${upperFirst(context)}`;
  return identifierName(
    isIdentifier(qualified) && !avoid.has(qualified)
      ? qualified
      : `${qualified}${upperFirst(digestOf(wish))}`,
  );
}

/** A member's name after a dot, where reserved words are welcome. */
export function memberIdentifier(text: string): IdentifierName {
  if (!isMemberName(text)) throw new Error(`"${text}" can follow a dot`);
  return text as IdentifierName;
}

/** Words of the language that name nothing (ECMAScript 2022 section 12.7, and TypeScript's own types). */
export const reserved: ReadonlySet<string> = new Set(
  (
    'abstract any arguments as asserts async await bigint boolean break case catch class const constructor continue ' +
    'debugger declare default delete do else enum eval export extends false finally for from function get global if ' +
    'implements import in infer instanceof interface intrinsic is keyof let module namespace never new null number ' +
    'object of out override package private protected prototype public readonly require return satisfies set static ' +
    'string super switch symbol this throw true try type typeof undefined unique unknown using var void while with yield'
  ).split(' '),
);

/** Globals that generated files use, or that a reader would take them for. */
export const globals: ReadonlySet<string> = new Set(
  (
    'Abort AbortController AbortSignal Array ArrayBuffer AsyncGenerator AsyncIterable AsyncIterator Awaited BigInt Blob ' +
    'Boolean Buffer Date Error File FormData Function Headers Infinity Iterable Iterator JSON Map Math NaN Number Object ' +
    'Omit Partial Pick Promise PromiseLike Proxy Readonly ReadonlyArray ReadonlyMap ReadonlySet Record Reflect RegExp ' +
    'Request Required Response Set String Symbol TextDecoder TextEncoder TypeError URL URLSearchParams Uint8Array WeakMap ' +
    'WeakSet console document fetch globalThis isFinite isNaN process structuredClone window __proto__'
  ).split(' '),
);
