import type { Operation } from '../model/api.js';
import type { SchemaId } from '../model/schema.js';
import type { Held } from './context-schemas.js';
import { isIdentifier } from './names.js';
import { respondName } from './outcomes.js';
import { itemPath, pascalCase, upperFirst, wordsOf } from './words.js';

/** Candidates for the name of a schema that is known only by its place. */
export type PlaceNames = (id: SchemaId) => readonly string[];

/** Names places within an operation after what they are to it, and all others after the way to them. */
export function createPlaceNames(operations: readonly Operation[], held: Held): PlaceNames {
  let owned: ReadonlyMap<SchemaId, readonly string[]> | undefined;
  return (id) => {
    if (!id.includes('#/paths/')) return placeCandidates(id);
    owned ??= ownedBy(operations, held);
    return [...candidatesWithin(id, owned), ...placeCandidates(id)];
  };
}

/** What operations hold at their own place, and what it is called. */
function ownedBy(
  operations: readonly Operation[],
  held: Held,
): ReadonlyMap<SchemaId, readonly string[]> {
  const owned = new Map<SchemaId, readonly string[]>();
  for (const operation of operations) {
    const { binding } = operation;
    if (binding.kind !== 'http' || !('text' in binding.target)) continue;
    const path = binding.target.text.replaceAll('~', '~0').replaceAll('/', '~1');
    const place = `/paths/${path}/${binding.method.toLowerCase()}/`;
    for (const { id, candidates } of held.contexts(operation))
      if (fragmentOf(id).startsWith(place)) owned.set(id, candidates);
  }
  return owned;
}

/** `CreateOrderBody` for the body of an operation, `CreateOrderBodyLine` for the items of its member `lines`. */
function candidatesWithin(
  id: SchemaId,
  owned: ReadonlyMap<SchemaId, readonly string[]>,
): readonly string[] {
  for (let end = id.length; end > 0; end = id.lastIndexOf('/', end - 1)) {
    const candidates = owned.get(id.slice(0, end) as SchemaId);
    const [base] = candidates ?? [];
    if (candidates === undefined || base === undefined) continue;
    const way = wayWithin(tokensOf(decode(id.slice(end))));
    return way.length === 0 ? candidates : [base + pascalCase(way)];
  }
  return [];
}

/** The words of the way to a schema: members, and branches of the last of them. */
function wayWithin(tokens: readonly string[]): readonly string[] {
  let path: string[] = [];
  let branch: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (branches.has(token)) {
      branch.push(...wordsOf(token), tokens[(at += 1)] ?? '');
      continue;
    }
    branch = [];
    if (token === 'items') path = [...itemPath(path)];
    else if (token === 'additionalProperties') path.push('value');
    else path.push(...wordsOf((token === 'properties' ? tokens[(at += 1)] : token) ?? ''));
  }
  return [...path, ...branch];
}

const branches: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

/**
 * Names for a schema that is known only by its place: `#/components/schemas/Pet/properties/tag` is PetTag, `#/components/schemas/Pair/prefixItems/0` is
 * Pair, or PairPrefixItems0 beside one.
 */
export function placeCandidates(id: SchemaId): readonly string[] {
  const [document = ''] = id.split('#', 1);
  const tokens = fragmentOf(id)
    .split('/')
    .filter((token) => token !== '');
  const file = pascalCase(
    wordsOf(document.replace(/^.*\//u, '').replace(/\.(?:ya?ml|json)$/iu, '')),
  );
  const unescaped = tokens.map(unescapedToken);
  const isPosition = (token: string): boolean => structural.has(token) || /^\d+$/u.test(token);
  const words = unescaped.filter((token) => !isPosition(token)).flatMap(wordsOf);
  const last = tokens.at(-1) ?? '';
  const name = tokens.length === 1 || structural.has(tokens.at(-2) ?? '') ? last : undefined;
  const own = words.length === 0 ? file : pascalCase(words);
  const exact =
    name !== undefined && words.length === wordsOf(name).length && isIdentifier(name) ? [name] : [];
  const beginning = unescaped.findIndex((token) => !isPosition(token));
  const way = pascalCase(unescaped.slice(Math.max(beginning, 0)).flatMap(wordsOf));
  // A position alone says nothing without the file that it is in.
  const whole = beginning < 0 ? `${file}${way}` : way;
  const others = isPosition(last) ? [whole, `${file}${own}`] : [`${file}${own}`, whole];
  const shared = sharedBody(unescaped);
  const first = words.length === 0 ? [...shared, own] : [...exact, own, ...shared];
  return [...first, ...others, `${file}${whole}`];
}

/** What describes a response or a request body of several operations is called after it: `NotFoundResponse`. */
function sharedBody(tokens: readonly string[]): readonly string[] {
  const [root, kind = '', name = '', content, , schema] = tokens;
  const suffix = sharedBodies.get(kind);
  const isBody = root === 'components' && content === 'content' && schema === 'schema';
  if (!isBody || tokens.length > 6 || suffix === undefined) return [];
  const isStatus = /^\d{3}$/u.test(name);
  const called = isStatus ? respondName({ status: Number(name) }) : pascalCase(wordsOf(name));
  return [`${upperFirst(called)}${suffix}`];
}

const sharedBodies: ReadonlyMap<string, string> = new Map([
  ['responses', 'Response'],
  ['requestBodies', 'Body'],
]);

/** Of a place in a document, the way within it. */
function fragmentOf(id: SchemaId): string {
  const at = id.indexOf('#');
  return at < 0 ? '' : decode(id.slice(at + 1));
}

function tokensOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .filter((token) => token !== '')
    .map(unescapedToken);
}

function unescapedToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Tokens of a location that say where, not what. */
const structural = new Set([
  'components',
  'schemas',
  'definitions',
  '$defs',
  'properties',
  'items',
  'allOf',
  'anyOf',
  'oneOf',
  'paths',
  'responses',
  'parameters',
  'requestBodies',
  'content',
  'schema',
  'additionalProperties',
  'patternProperties',
  'application/json',
  'headers',
  'prefixItems',
]);
