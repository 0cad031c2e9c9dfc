import type { Operation } from '../../model/api.js';
import {
  isIdentifier,
  isMemberName,
  legalName,
  memberIdentifier,
  type NameRequest,
} from './names.js';
import type { IdentifierName } from '../plan.js';
import { isGeneric, type ServiceGroup } from '../services.js';
import { camelCase, pascalCase, singular, singularWords, withMarks, wordsOf } from './words.js';

/** Name request for an operation's function. Its key is the operation's key. */
export function operationNameRequest(operation: Operation, group: ServiceGroup): NameRequest {
  const candidates = functionCandidates(operation, group);
  return {
    key: operation.key,
    candidates,
    ...(operation.id === undefined
      ? { keepsLocked: true }
      : { fallbacks: () => pathCandidates(operation) }),
    isVerbatim: candidates[0] === operation.id,
  };
}

/** Candidates for the name of a standalone function, best first. */
function functionCandidates(operation: Operation, group: ServiceGroup): readonly string[] {
  const noun = pascalCase(group.words);
  if (operation.id !== undefined) {
    const idName = functionName(operation.id);
    return [
      idName,
      `${idName}${pascalCase(singularWords(group.words))}`,
      `${camelCase(group.words)}${pascalCase(wordsOf(idName))}`,
    ];
  }
  const { binding } = operation;
  if (binding.kind === 'json-rpc') {
    const words = rpcWords(binding.method);
    return [camelCase(words), `${camelCase(words)}${noun}`];
  }
  const fromPath = pathCandidates(operation);
  return fromPath.length > 0
    ? fromPath
    : [camelCase(wordsOf(operation.key.replace(/^operation:/, '')))];
}

/**
 * Candidates from method and path, best first: without segments such as `api` and `v1`, with all
 * segments, and with the punctuation of the path spelled out.
 */
function pathCandidates({ binding }: Operation): readonly string[] {
  if (binding.kind === 'json-rpc' || !('parts' in binding.target)) return [];
  const method = binding.method.toLowerCase();
  const path = binding.target.text;
  const segments = path.split('/');
  return [
    camelCase([method, ...pathWords(segments.filter((segment) => !isGeneric(segment)))]),
    camelCase([method, ...pathWords(segments)]),
    camelCase([method, ...wordsOf(path)]),
    camelCase([method, ...wordsOf(withMarks(path.replace(/[/{}]/g, ' ')))]),
  ];
}

/**
 * Keeps an `operationId` that is spelled like a function name. Otherwise converts its words to
 * camelCase.
 */
function functionName(id: string): string {
  if (isIdentifier(id) && /^[a-z][A-Za-z0-9]*$/.test(id)) return id;
  const words = wordsOf(id);
  return words.length === 0 ? id : camelCase(words);
}

/** Words of a method name without its variables, such as `{prefix}_` in `{prefix}_listBalances`. */
function rpcWords(method: string): readonly string[] {
  const literal = wordsOf(method.replace(/\{[^}]*\}/g, ' '));
  return literal.length === 0 ? wordsOf(method) : literal;
}

/**
 * Words of a path in order: literal text as it is written, and each parameter as `By` and its name.
 * The path `/` becomes `Root`.
 */
function pathWords(segments: readonly string[]): readonly string[] {
  const words = segments.flatMap((segment) =>
    segment
      .split(/(\{[^{}]*\})/u)
      .flatMap((text) => (text.startsWith('{') ? ['by', ...wordsOf(text)] : wordsOf(text))),
  );
  return words.length === 0 ? ['root'] : words;
}

/** Members that a service's methods must not redefine. */
const serviceMembers = new Set([
  'constructor',
  'prototype',
  'then',
  'toJSON',
  'toString',
  'valueOf',
]);

/**
 * Method names of one service. The service's noun is removed from the function name if the result
 * is valid and unique in the service.
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
      const isFree = name !== undefined && counts.get(name) === 1 && !serviceMembers.has(name);
      return [operation.key, memberIdentifier(isFree ? name : safeMember(full(operation)))];
    }),
  );
}

function safeMember(name: string): string {
  return serviceMembers.has(name) ? `${name}Operation` : legalName(name, 'operation');
}

/**
 * Removes a noun from a name: `createPolicy` without `policies` becomes `create`. Returns
 * `undefined` if the name lacks the noun or nothing valid remains.
 */
function withoutNoun(name: string, noun: readonly string[]): string | undefined {
  const words = wordsOf(name);
  const nounText = noun.map(singular).join(' ');
  for (let at = 0; at + noun.length <= words.length; at += 1) {
    const candidate = words
      .slice(at, at + noun.length)
      .map(singular)
      .join(' ');
    if (candidate !== nounText) continue;
    const rest = camelCase([...words.slice(0, at), ...words.slice(at + noun.length)]);
    return isMemberName(rest) ? rest : undefined;
  }
  return undefined;
}
