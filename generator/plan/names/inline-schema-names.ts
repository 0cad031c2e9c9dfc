import type { Operation } from '../../model/api.js';
import type { SchemaId } from '../../model/schema.js';
import type { InlineSchemas } from '../schemas/inline-schemas.js';
import { isIdentifier } from './names.js';
import { respondName } from '../outcomes.js';
import { itemPath, pascalCase, upperFirst, wordsOf } from './words.js';

/** Returns candidates for the name of a schema that has only a location. */
export type InlineSchemaNames = (id: SchemaId) => readonly string[];

/** Names schemas within an operation by their role in it, and all others by their location. */
export function createInlineSchemaNames(
  operations: readonly Operation[],
  inlineSchemas: InlineSchemas,
): InlineSchemaNames {
  let candidatesById: ReadonlyMap<SchemaId, readonly string[]> | undefined;
  return (id) => {
    if (!id.includes('#/paths/')) return pointerNames(id);
    candidatesById ??= inlineCandidates(operations, inlineSchemas);
    return [...candidatesWithin(id, candidatesById), ...pointerNames(id)];
  };
}

/** Candidates for the schemas that operations define inline. */
function inlineCandidates(
  operations: readonly Operation[],
  inlineSchemas: InlineSchemas,
): ReadonlyMap<SchemaId, readonly string[]> {
  const candidatesById = new Map<SchemaId, readonly string[]>();
  for (const operation of operations) {
    const { binding } = operation;
    if (binding.kind !== 'http' || !('text' in binding.target)) continue;
    const path = binding.target.text.replaceAll('~', '~0').replaceAll('/', '~1');
    const prefix = `/paths/${path}/${binding.method.toLowerCase()}/`;
    for (const { id, candidates } of inlineSchemas.contexts(operation))
      if (fragmentOf(id).startsWith(prefix)) candidatesById.set(id, candidates);
  }
  return candidatesById;
}

/**
 * Candidates within an operation: `CreateOrderBody` for its body, `CreateOrderBodyLine` for the
 * items of the body's property `lines`.
 */
function candidatesWithin(
  id: SchemaId,
  candidatesById: ReadonlyMap<SchemaId, readonly string[]>,
): readonly string[] {
  for (let end = id.length; end > 0; end = id.lastIndexOf('/', end - 1)) {
    const candidates = candidatesById.get(id.slice(0, end) as SchemaId);
    const [base] = candidates ?? [];
    if (candidates === undefined || base === undefined) continue;
    const path = pathWords(tokensOf(decode(id.slice(end))));
    return path.length === 0 ? candidates : [base + pascalCase(path)];
  }
  return [];
}

/** Words of the path to a schema: property names, then branches of the last property. */
function pathWords(tokens: readonly string[]): readonly string[] {
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
 * Names for a schema that has only a location. `#/components/schemas/Pet/properties/tag` becomes
 * `PetTag`. `#/components/schemas/Pair/prefixItems/0` becomes `Pair`, or `PairPrefixItems0` if that
 * is taken.
 */
export function pointerNames(id: SchemaId): readonly string[] {
  const [document = ''] = id.split('#', 1);
  const tokens = fragmentOf(id)
    .split('/')
    .filter((token) => token !== '');
  const file = pascalCase(
    wordsOf(document.replace(/^.*\//u, '').replace(/\.(?:ya?ml|json)$/iu, '')),
  );
  const unescaped = tokens.map(unescapedToken);
  const isStructural = (token: string): boolean => structural.has(token) || /^\d+$/u.test(token);
  const words = unescaped.filter((token) => !isStructural(token)).flatMap(wordsOf);
  const last = tokens.at(-1) ?? '';
  const name = tokens.length === 1 || structural.has(tokens.at(-2) ?? '') ? last : undefined;
  const own = words.length === 0 ? file : pascalCase(words);
  const verbatim =
    name !== undefined && words.length === wordsOf(name).length && isIdentifier(name) ? [name] : [];
  const firstNamed = unescaped.findIndex((token) => !isStructural(token));
  const path = pascalCase(unescaped.slice(Math.max(firstNamed, 0)).flatMap(wordsOf));
  // An index alone is not distinctive without the file name.
  const fullPath = firstNamed < 0 ? `${file}${path}` : path;
  const fallbacks = isStructural(last) ? [fullPath, `${file}${own}`] : [`${file}${own}`, fullPath];
  const shared = sharedBody(unescaped);
  const first = words.length === 0 ? [...shared, own] : [...verbatim, own, ...shared];
  return [...first, ...fallbacks, `${file}${fullPath}`];
}

/**
 * Names the schema of a shared response or request body after the component: `NotFoundResponse`.
 */
function sharedBody(tokens: readonly string[]): readonly string[] {
  const [root, kind = '', name = '', content, , schema] = tokens;
  const suffix = sharedBodies.get(kind);
  const isBody = root === 'components' && content === 'content' && schema === 'schema';
  if (!isBody || tokens.length > 6 || suffix === undefined) return [];
  const isStatus = /^\d{3}$/u.test(name);
  const prefix = isStatus ? respondName({ status: Number(name) }) : pascalCase(wordsOf(name));
  return [`${upperFirst(prefix)}${suffix}`];
}

const sharedBodies: ReadonlyMap<string, string> = new Map([
  ['responses', 'Response'],
  ['requestBodies', 'Body'],
]);

/** Decoded fragment of a schema's location. */
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

/** Tokens of a location that describe its structure and are not part of a name. */
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
