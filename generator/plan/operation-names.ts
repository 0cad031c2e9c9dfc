import type { Operation, PathTemplate } from '../model/api.js';
import { isIdentifier, isMemberName, legalName, memberIdentifier, type Wish } from './names.js';
import type { IdentifierName } from './plan.js';
import { actionOf, isCall, isThing, ofAll } from './path-actions.js';
import { isGeneric, type ServiceGroup } from './services.js';
import {
  camelCase,
  isPlural,
  pascalCase,
  plural,
  singular,
  singularWords,
  withMarks,
  wordsOf,
} from './words.js';

/** The function of one operation, by the operation's key. */
export function functionWish(
  operation: Operation,
  group: ServiceGroup,
  isCollection: (operation: Operation) => boolean,
): Wish {
  const many = isCollection(operation);
  const candidates = functionCandidates(operation, group, many);
  return {
    key: operation.key,
    candidates,
    ...(operation.id !== undefined && { resorts: () => pathCandidates(operation, many) }),
    isOwn: candidates[0] === operation.id,
  };
}

/** What a standalone function would like to be called, best first. A collection has items below it that are asked for by the same method. */
function functionCandidates(
  operation: Operation,
  group: ServiceGroup,
  isCollection: boolean,
): readonly string[] {
  const noun = pascalCase(group.words);
  if (operation.id !== undefined) {
    const own = ownName(operation.id);
    return [
      own,
      `${own}${pascalCase(singularWords(group.words))}`,
      `${camelCase(group.words)}${pascalCase(wordsOf(own))}`,
    ];
  }
  const { binding } = operation;
  if (binding.kind === 'json-rpc') {
    const words = rpcWords(binding.method);
    return [camelCase(words), `${camelCase(words)}${noun}`];
  }
  const ofPath = pathCandidates(operation, isCollection);
  return ofPath.length > 0
    ? ofPath
    : [camelCase(wordsOf(operation.key.replace(/^operation:/, '')))];
}

/** Names from method and path: the last ones tell of all of it, and of the marks in it. */
function pathCandidates({ binding }: Operation, isCollection: boolean): readonly string[] {
  if (binding.kind === 'json-rpc' || !('parts' in binding.target)) return [];
  const { method, target } = binding;
  const verb = method.toLowerCase();
  return [
    camelCase(pathWords(method, target, 'plain', isCollection)),
    camelCase(pathWords(method, target, 'with parameters', isCollection)),
    camelCase([verb, ...wordsOf(target.text)]),
    camelCase([verb, ...wordsOf(withMarks(target.text.replace(/[/{}]/g, ' ')))]),
  ];
}

/**
 * Whether an operation is about many things of which another one of its method is about one: `GET /chart` beside `GET /chart/{id}`. What
 * is posted to a collection makes one of them.
 */
export function collectionsOf(operations: readonly Operation[]): (operation: Operation) => boolean {
  const items = new Set(
    operations.flatMap((operation) => {
      const path = callOf(operation);
      return path?.endsWith('/{}') === true ? [path.slice(0, -'/{}'.length)] : [];
    }),
  );
  return (operation) => {
    const path = callOf(operation);
    if (path === undefined || path.startsWith('POST ') || path.endsWith('/{}')) return false;
    return items.has(path);
  };
}

/** Method and path, whatever its parameters are called and with no slash at its end. */
function callOf({ binding }: Operation): string | undefined {
  if (binding.kind === 'json-rpc' || !('parts' in binding.target)) return undefined;
  const path = binding.target.text.replace(/\{[^}]*\}/g, '{}').replace(/\/+$/, '');
  return `${binding.method} ${path}`;
}

/** The document's own spelling where it reads like a function's name; its words in camel case otherwise. */
function ownName(id: string): string {
  if (isIdentifier(id) && /^[a-z][A-Za-z0-9]*$/.test(id)) return id;
  const words = wordsOf(id);
  return words.length === 0 ? id : camelCase(words);
}

/** `{prefix}_listBalances` without its variables. */
function rpcWords(method: string): readonly string[] {
  const literal = wordsOf(method.replace(/\{[^}]*\}/g, ' '));
  return literal.length === 0 ? wordsOf(method) : literal;
}

const verbs: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
  HEAD: 'head',
  OPTIONS: 'options',
  TRACE: 'trace',
  QUERY: 'query',
};

/**
 * What a person would call `METHOD path`: `GET /pets` is listPets, `GET /pets/{id}` getPet,
 * `POST /pets` createPet, `POST /pets/{id}/photo` createPetPhoto, `POST /pets/{id}/activate` and `/pets/{id}:activate` activatePet, `POST /user/reset-password` resetUserPassword.
 */
function pathWords(
  method: string,
  target: PathTemplate,
  detail: 'plain' | 'with parameters',
  isCollection: boolean,
): readonly string[] {
  const { segments, custom } = segmentsOf(target);
  const last = segments.at(-1);
  const nouns = segments.filter((segment) => !segment.parameter && !isGeneric(segment.text));
  const names = nouns.map((segment) => wordsOf(segment.text));
  const by =
    detail === 'plain'
      ? []
      : segments.flatMap((segment) => (segment.parameter ? ['by', ...wordsOf(segment.text)] : []));
  const verb = verbs[method] ?? method.toLowerCase();
  const noun = names.at(-1);
  const end = isCollection ? noun && pluralWords(noun) : noun;
  if (end === undefined)
    return [
      verb,
      ...(by.length > 0 || last?.parameter !== true
        ? ['root', ...by]
        : ['by', ...wordsOf(last.text)]),
    ];
  const owners = names.slice(0, -1).flatMap(singularWords);
  if (custom.length > 0)
    return [...custom, ...owners, ...(last?.parameter === true ? singularWords(end) : end), ...by];
  const many = isCollection || isPlural(end.at(-1) ?? '');
  const sought = method === 'GET' ? searched(segments) : undefined;
  if (sought !== undefined) {
    const whole = sought.map((segment) => wordsOf(segment));
    return ['search', ...whole.slice(0, -1).flatMap(singularWords), ...(whole.at(-1) ?? []), ...by];
  }
  if (last?.parameter === true) {
    const before = method === 'POST' && names.length > 1 ? actionOf(end) : undefined;
    if (before?.rest.length === 0 && segments.at(-2)?.parameter === false)
      return [...before.verb, ...owners, ...by];
    // What makes one of many is called `createPet`, whatever is posted to one of them.
    const told = method === 'POST' && by.length === 0 ? ['by', ...wordsOf(last.text)] : by;
    return [verb, ...owners, ...singularWords(end), ...told];
  }
  const isOfOne = segments.at(-2)?.parameter === true;
  // A path that is one call, `POST /sendMessage`, is its name.
  if (method === 'POST' && names.length === 1 && !isOfOne && isCall(end)) return [...end, ...by];
  const done = method === 'POST' && names.length > 1 ? actionOf(end) : undefined;
  if (done !== undefined) {
    const of = isOfOne ? owners : [...owners.slice(0, -1), ...ofAll(done, names.at(-2) ?? [])];
    return [...done.verb, ...of, ...done.rest, ...by];
  }
  if (method === 'GET' && many) return ['list', ...owners, ...end, ...by];
  if (method === 'POST' && !many && names.length > 1 && isOfOne && !isThing(end)) {
    return [...end, ...owners, ...by];
  }
  if (method === 'POST' && many) return [verb, ...owners, ...singularWords(end), ...by];
  return [verb, ...owners, ...end, ...by];
}

function pluralWords(words: readonly string[]): readonly string[] {
  return words.map((word, index) => (index === words.length - 1 ? plural(word) : word));
}

/** The nouns of a path about a search, which may stand before or behind what is sought; `undefined` where one search is one thing of many. */
function searched(segments: readonly Segment[]): readonly string[] | undefined {
  const at = segments.findIndex(({ text, parameter }) => !parameter && text === 'search');
  if (at === -1 || segments[at + 1]?.parameter === true || segments.at(-1)?.parameter === true)
    return undefined;
  const nouns = segments.filter(
    ({ text, parameter }, index) => index !== at && !parameter && !isGeneric(text),
  );
  return nouns.length === 0 ? undefined : nouns.map(({ text }) => text);
}

interface Segment {
  readonly text: string;
  readonly parameter: boolean;
}

/** The segments of a path, and the words of the verb at its end, such as `activate` of `/pets/{id}:activate` (AIP-136). */
function segmentsOf({ text }: PathTemplate): {
  readonly segments: readonly Segment[];
  readonly custom: readonly string[];
} {
  const [, path = text, verb = ''] = /^(.*[^/:]):([A-Za-z][\w-]*)$/su.exec(text) ?? [];
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => withoutFormat(segment))
    .map((segment) =>
      /^\{.*\}$/.test(segment)
        ? { text: segment.slice(1, -1), parameter: true }
        : { text: segment, parameter: false },
    );
  return { segments, custom: wordsOf(verb) };
}

/** A segment without the format at its end: `pets.json` and `pets.{format}` are pets. */
function withoutFormat(segment: string): string {
  return segment.replace(/(?<=.)\.(?:json|xml|ya?ml|html|\{[^{}]*\})$/iu, '');
}

/** Members that a service's method must not take. */
const serviceMembers = new Set([
  'constructor',
  'prototype',
  'then',
  'toJSON',
  'toString',
  'valueOf',
]);

/**
 * Method names of one service: the function's name without the service's noun, where what remains is a name
 * that nothing else in the service has or would have.
 */
export function methodNames(
  group: ServiceGroup,
  functions: ReadonlyMap<string, IdentifierName>,
): ReadonlyMap<string, IdentifierName> {
  const full = (operation: Operation): string => functions.get(operation.key) ?? operation.key;
  const short = (operation: Operation): string | undefined =>
    withoutNoun(full(operation), group.words);
  const counts = new Map<string, number>();
  for (const operation of group.operations) {
    for (const name of new Set([full(operation), short(operation) ?? full(operation)])) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return new Map(
    group.operations.map((operation) => {
      const name = short(operation);
      const free = name !== undefined && counts.get(name) === 1 && !serviceMembers.has(name);
      return [operation.key, memberIdentifier(free ? name : safeMember(full(operation)))];
    }),
  );
}

function safeMember(name: string): string {
  return serviceMembers.has(name) ? `${name}Operation` : legalName(name, 'operation');
}

/** `createPolicy` without `policies` is `create`; `undefined` where the noun is not in it or nothing remains. */
function withoutNoun(name: string, noun: readonly string[]): string | undefined {
  const words = wordsOf(name);
  const wanted = noun.map(singular).join(' ');
  for (let at = 0; at + noun.length <= words.length; at += 1) {
    const found = words
      .slice(at, at + noun.length)
      .map(singular)
      .join(' ');
    if (found !== wanted) continue;
    const rest = camelCase([...words.slice(0, at), ...words.slice(at + noun.length)]);
    return isMemberName(rest) ? rest : undefined;
  }
  return undefined;
}
