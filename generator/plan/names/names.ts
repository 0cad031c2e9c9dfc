import type { IdentifierName } from '../plan.js';
import { digestOf, lowerFirst, upperFirst } from './words.js';

/**
 * Brands a text as an identifier. All identifiers come from the functions of this file.
 *
 * @throws if the text is not a valid identifier.
 */
export function identifierName(text: string): IdentifierName {
  if (!isIdentifier(text)) throw new Error(`"${text}" is an identifier`);
  return text as IdentifierName;
}

/** True if a text is a valid TypeScript name and not a reserved word. */
export function isIdentifier(text: string): boolean {
  return isMemberName(text) && !reserved.has(text);
}

/** True if a text may follow a dot. Reserved words may. */
export function isMemberName(text: string): boolean {
  if (plainName.test(text)) return true;
  return (
    /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(text) &&
    // Invisible characters would make two names look the same.
    !/\p{Cf}/u.test(text) &&
    text === text.normalize('NFC')
  );
}

/** ASCII identifiers, which need no further checks. */
const plainName = /^[A-Za-z_$][\w$]*$/;

/** Converts any text to a valid identifier. If characters are lost, a digest keeps it unique. */
export function legalName(text: string, fallback: string): string {
  if (plainName.test(text)) return text;
  const valid = text.normalize('NFC').replace(/[^\p{ID_Continue}$]|\p{Cf}/gu, '');
  const isShortened = valid.length !== text.normalize('NFC').length;
  const base = /^[\p{ID_Start}_$]/u.test(valid)
    ? valid
    : valid === ''
      ? fallback
      : `${fallback}${upperFirst(valid)}`;
  return isShortened || valid === '' ? `${base}${upperFirst(digestOf(text))}` : base;
}

/** A request for a name, with candidates in order of preference. */
export interface NameRequest {
  /**
   * Identity of the target, from which a digest is made if all candidates are taken. Never an
   * index.
   */
  readonly key: string;
  /** Candidates in order of preference. Later ones include more of the context. */
  readonly candidates: readonly string[];
  /** Fallbacks, used only if every candidate is also requested by something else. */
  readonly fallbacks?: () => readonly string[];
  /** True if the first candidate is the exact name in the document. */
  readonly isVerbatim?: boolean;
  /**
   * True if a locked name stays even if it is not a candidate, because the document does not state a
   * name.
   */
  readonly keepsLocked?: boolean;
}

/**
 * Chooses a name for each request, avoiding and extending `taken`. Requests of one call that share
 * a candidate all move on to their next one, so the order does not matter. A request with no other
 * candidate keeps the name.
 */
export function chooseNames(
  unchanged: readonly NameRequest[],
  taken: Set<string>,
  fixed: FixedNames = noFixedNames,
): ReadonlyMap<string, IdentifierName> {
  const { rename } = fixed;
  const requests = rename === undefined ? unchanged : unchanged.map(rename);
  const chosen = new Map<string, IdentifierName>();
  if (fixed.pinned.size > 0 || fixed.locked.size > 0) chooseFixed(requests, taken, fixed, chosen);
  let pending = chosen.size === 0 ? requests : requests.filter(({ key }) => !chosen.has(key));
  let isInOrder = chosen.size === 0;
  // In round `n`, each remaining request asks for its candidate `n`.
  for (let round = 0; pending.length > 0; round += 1) {
    const groups = groupsOf(pending, round, fixed);
    const next: NameRequest[] = [];
    for (const [name, group] of groups) {
      const winner = winnerOf(group, round, name, taken);
      if (winner !== undefined) chosen.set(winner.key, name as IdentifierName);
      if (group === winner) continue;
      if (!isContested(group)) next.push(group);
      else for (const request of group) if (request !== winner) next.push(request);
    }
    // Contested names also stay reserved in later rounds.
    for (const name of groups.keys()) taken.add(name);
    isInOrder &&= next.length === 0;
    pending = next;
  }
  if (chosen.size < requests.length) throw new Error('each name request needs a distinct key');
  return isInOrder ? chosen : inOrderOf(requests, chosen);
}

/** Requests for one name, usually a single one. */
type Group = NameRequest | NameRequest[];

function isContested(group: Group): group is NameRequest[] {
  return Array.isArray(group);
}

function groupsOf(
  requests: readonly NameRequest[],
  round: number,
  fixed: FixedNames,
): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const request of requests) {
    const name = candidate(request, round, fixed);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, request);
    else if (isContested(group)) group.push(request);
    else groups.set(name, [group, request]);
  }
  return groups;
}

/** The request that gets a name: the only one, or the only one without another candidate. */
function winnerOf(
  group: Group,
  round: number,
  name: string,
  taken: ReadonlySet<string>,
): NameRequest | undefined {
  if (taken.has(name) || !isIdentifier(name)) return undefined;
  if (!isContested(group)) return group;
  const last = group.filter((request) => isLast(request, round, name));
  return last.length === 1 ? last[0] : undefined;
}

/** Assigns pinned and locked names. */
function chooseFixed(
  requests: readonly NameRequest[],
  taken: Set<string>,
  fixed: FixedNames,
  chosen: Map<string, IdentifierName>,
): void {
  const requested = new Set<string>();
  const contested = new Set(taken);
  for (const {
    candidates: [first = ''],
  } of requests)
    if (requested.size === requested.add(first).size) contested.add(first);
  for (const request of requests) {
    const name = fixedName(request, fixed, contested);
    if (name === undefined) continue;
    chosen.set(request.key, identifierName(name));
    taken.add(name);
  }
}

/**
 * Like {@link chooseNames}, but requests whose first candidate is the document's exact spelling go
 * first.
 */
export function chooseVerbatimFirst(
  requests: readonly NameRequest[],
  taken: Set<string>,
  fixed: FixedNames,
): ReadonlyMap<string, IdentifierName> {
  const verbatim = requests.filter(({ isVerbatim }) => isVerbatim === true);
  if (verbatim.length === 0 || verbatim.length === requests.length)
    return chooseNames(requests, taken, fixed);
  const others = requests.filter(({ isVerbatim }) => isVerbatim !== true);
  const chosen = chooseNames(verbatim, taken, fixed);
  return inOrderOf(requests, chosen, chooseNames(others, taken, fixed));
}

function inOrderOf(
  requests: readonly NameRequest[],
  chosen: ReadonlyMap<string, IdentifierName>,
  others?: ReadonlyMap<string, IdentifierName>,
): ReadonlyMap<string, IdentifierName> {
  const inOrder = new Map<string, IdentifierName>();
  for (const { key } of requests) {
    const name = chosen.get(key) ?? others?.get(key);
    if (name !== undefined) inOrder.set(key, name);
  }
  return inOrder;
}

/** True if a request has no candidate other than `name` from this round on. */
function isLast(request: NameRequest, round: number, name: string): boolean {
  const rest = namesOf(request).slice(round);
  return rest.length > 0 && rest.every((each) => legalName(each, 'name') === name);
}

/**
 * Names that are fixed before others are chosen, by the keys of requests. All of them are reserved
 * from the start.
 */
export interface FixedNames {
  /** Names that the user pinned. */
  readonly pinned: ReadonlyMap<string, string>;
  /** Names from the lock. A locked name is kept while it is among the candidates. */
  readonly locked: ReadonlyMap<string, string>;
  /**
   * Makes a key independent of the folder of the description, so that digests are the same on every
   * machine.
   */
  portableKey(key: string): string;
  /** Changes the candidates of a request. */
  rename?(request: NameRequest): NameRequest;
}

/** Changes a candidate for the name of a target, such as the operation `GET /pets` or the schema `Pet`. */
export type RenameCandidate = (
  candidate: string,
  kind: 'operations' | 'schemas',
  target: string,
) => string;

/** No fixed names. */
export const noFixedNames: FixedNames = {
  pinned: new Map(),
  locked: new Map(),
  portableKey: (key) => key,
};

function fixedName(
  request: NameRequest,
  fixed: FixedNames,
  contested: ReadonlySet<string>,
): string | undefined {
  const { pinned, locked } = fixed;
  const pin = pinned.get(request.key);
  if (pin !== undefined) return pin;
  const name = locked.get(request.key);
  if (name === undefined || !isIdentifier(name)) return undefined;
  if (request.keepsLocked === true) return name;
  const { candidates } = request;
  const isContested = contested.has(candidates[0] ?? '');
  const digested = namesOf(request).length;
  const isCandidate = Array.from({ length: digested + 1 }, (_, round) => round).some(
    (round) =>
      (round < candidates.length || round === digested || isContested) &&
      candidate(request, round, fixed) === name,
  );
  return isCandidate ? name : undefined;
}

function candidate(request: NameRequest, round: number, fixed: FixedNames): string {
  const first = request.candidates[round];
  if (first !== undefined) return legalName(first, 'name');
  const names = namesOf(request);
  const name = names[round];
  if (name !== undefined) return legalName(name, 'name');
  const last = legalName(names.at(-1) ?? '', 'name');
  const underscores = round - names.length;
  return `${last}${upperFirst(digestOf(fixed.portableKey(request.key)))}${'_'.repeat(underscores)}`;
}

/** All candidates, including fallbacks. */
function namesOf({ candidates, fallbacks }: NameRequest): readonly string[] {
  return fallbacks === undefined ? candidates : [...candidates, ...fallbacks()];
}

/** Chooses a name for a local variable or parameter that avoids the names in `avoid`. */
export function localName(
  request: string,
  context: string,
  avoid: ReadonlySet<string>,
): IdentifierName {
  const name = lowerFirst(legalName(request, context));
  if (isIdentifier(name) && !avoid.has(name)) return identifierName(name);
  const qualified = `${name}${upperFirst(context)}`;
  return identifierName(
    isIdentifier(qualified) && !avoid.has(qualified)
      ? qualified
      : `${qualified}${upperFirst(digestOf(request))}`,
  );
}

/**
 * Brands a text as a name after a dot, which may be a reserved word.
 *
 * @throws if the text cannot follow a dot.
 */
export function memberIdentifier(text: string): IdentifierName {
  if (!isMemberName(text)) throw new Error(`"${text}" can follow a dot`);
  return text as IdentifierName;
}

/**
 * Reserved words (ECMAScript 2022 section 12.7), TypeScript's keywords and built-in types, and `then`: `import()` calls an export of that
 * name, and `await` a property.
 */
export const reserved: ReadonlySet<string> = new Set(
  (
    'abstract any arguments as asserts async await bigint boolean break case catch class const constructor continue ' +
    'debugger declare default delete do else enum eval export extends false finally for from function get global if ' +
    'implements import in infer instanceof interface intrinsic is keyof let module namespace never new null number ' +
    'object of out override package private protected prototype public readonly require return satisfies set static ' +
    'string super switch symbol then this throw true try type typeof undefined unique unknown using var void while with yield'
  ).split(' '),
);

/** Globals that generated files use, or that readers would mistake a generated name for. */
export const globals: ReadonlySet<string> = new Set(
  (
    'Abort AbortController AbortSignal Array ArrayBuffer AsyncGenerator AsyncIterable AsyncIterator Awaited BigInt Blob ' +
    'Boolean Buffer Date Error File FormData Function Headers Infinity Iterable Iterator JSON Map Math NaN Number Object ' +
    'Omit Partial Pick Promise PromiseLike Proxy Readonly ReadonlyArray ReadonlyMap ReadonlySet Record Reflect RegExp ' +
    'Request Required Response Set String Symbol TextDecoder TextEncoder TypeError URL URLSearchParams Uint8Array WeakMap ' +
    'WeakSet console document fetch globalThis isFinite isNaN process structuredClone window __proto__'
  ).split(' '),
);
