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
  readonly resorts?: readonly string[];
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
  if (new Set(wishes.map(({ key }) => key)).size < wishes.length)
    throw new Error('every wish for a name is for a thing of its own');
  const chosen = new Map<string, IdentifierName>();
  if (fixed.pinned.size > 0 || fixed.held.size > 0) chooseFixed(wishes, taken, fixed, chosen);
  let open = wishes.filter(({ key }) => !chosen.has(key)).map((wish) => ({ wish, at: 0 }));
  while (open.length > 0) {
    const groups = new Map<string, typeof open>();
    for (const entry of open) {
      const name = candidate(entry.wish, entry.at, fixed);
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [entry]);
      else group.push(entry);
    }
    const next: typeof open = [];
    for (const [name, entries] of groups) {
      const one = entries.length === 1 ? entries : entries.filter((each) => isLast(each, name));
      const winner =
        one.length === 1 && isIdentifier(name) && !taken.has(name) ? one[0] : undefined;
      if (winner !== undefined) chosen.set(winner.wish.key, identifierName(name));
      for (const { wish, at } of entries)
        if (wish !== winner?.wish) next.push({ wish, at: at + 1 });
    }
    // Names that several wished for stay free of the names given in this round.
    for (const name of groups.keys()) taken.add(name);
    open = next;
  }
  return inOrderOf(wishes, chosen);
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
  const isOwn = ({ isOwn: own }: Wish): boolean => own === true;
  const chosen = new Map([
    ...chooseNames(wishes.filter(isOwn), taken, fixed),
    ...chooseNames(
      wishes.filter((wish) => !isOwn(wish)),
      taken,
      fixed,
    ),
  ]);
  return inOrderOf(wishes, chosen);
}

function inOrderOf(
  wishes: readonly Wish[],
  chosen: ReadonlyMap<string, IdentifierName>,
): ReadonlyMap<string, IdentifierName> {
  const inOrder = new Map<string, IdentifierName>();
  for (const { key } of wishes) {
    const name = chosen.get(key);
    if (name !== undefined) inOrder.set(key, name);
  }
  return inOrder;
}

/** Whether a thing has no other name to wish for than this one, from here on. */
function isLast({ wish, at }: { readonly wish: Wish; readonly at: number }, name: string): boolean {
  const rest = [...wish.candidates, ...(wish.resorts ?? [])].slice(at);
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
  const { candidates, resorts = [] } = wish;
  const isContested = contested.has(candidates[0] ?? '');
  const digested = candidates.length + resorts.length;
  const isOne = Array.from({ length: digested + 1 }, (_, at) => at).some(
    (at) =>
      (at < candidates.length || at === digested || isContested) &&
      candidate(wish, at, fixed) === name,
  );
  return isOne ? name : undefined;
}

function candidate(wish: Wish, at: number, fixed: FixedNames): string {
  const { candidates, resorts = [] } = wish;
  const name = candidates[at] ?? resorts[at - candidates.length];
  if (name !== undefined) return legalName(name, 'name');
  const names = [...candidates, ...resorts];
  const last = legalName(names.at(-1) ?? '', 'name');
  const beyond = at - names.length;
  return `${last}${upperFirst(digestOf(fixed.spot(wish.key)))}${'_'.repeat(beyond)}`;
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
