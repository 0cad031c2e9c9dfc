import { childOrigin, rootOrigin } from '../core/origin.js';
import type { Origin } from '../core/origin.js';
import { formatPointer, parsePointer } from '../core/pointer.js';
import type { Json } from '../model/schema.js';
import type { Source } from './source.js';

/** A description as a single document, in which every reference is local. */
export interface Bundle {
  readonly value: { readonly [name: string]: Json };
  /** Returns the origin of a node by its path in the bundle. The path may lead through references. */
  originOf(path: readonly (string | number)[]): Origin;
}

/** The member of the root that contains the referenced documents. */
const DOCUMENTS = 'x-bundled_documents';

/**
 * Copies the documents that a description refers to into the description, so that references remain references. In the description, a
 * reference to a document that was not read becomes one without a target. In other documents such a reference is omitted, because it
 * belongs to a part that is not used.
 */
export function bundle(entry: Source, loaded: readonly Source[]): Bundle {
  const others = loaded.filter((source) => source !== entry);
  const pathsByUri = new Map<string, readonly string[]>([[entry.uri, []]]);
  others.forEach((source, index) => pathsByUri.set(source.uri, [DOCUMENTS, String(index)]));
  const root = inline(entry.value, entry, pathsByUri);
  const value = {
    ...(isObject(root) ? root : {}),
    ...(others.length === 0
      ? {}
      : { [DOCUMENTS]: others.map((source) => inline(source.value, source, pathsByUri)) }),
  };
  return { value, originOf: (path) => originAt(value, path.map(String), entry, others) };
}

function inline(
  value: Json,
  source: Source,
  pathsByUri: ReadonlyMap<string, readonly string[]>,
): Json {
  if (Array.isArray(value)) return value.map((item: Json) => inline(item, source, pathsByUri));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (name !== '$ref' || typeof member !== 'string')
        return [[name, inline(member, source, pathsByUri)]];
      const reference = localReference(member, source, pathsByUri);
      return reference === undefined ? [] : [[name, reference]];
    }),
  );
}

/**
 * Rewrites a reference so that it is local to the bundle. Returns `undefined` for an unread document, unless the entry document refers to
 * it.
 */
function localReference(
  text: string,
  source: Source,
  pathsByUri: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const hash = text.indexOf('#');
  const [file, fragment] = hash < 0 ? [text, ''] : [text.slice(0, hash), text.slice(hash + 1)];
  const uri = file === '' ? source.uri : absolute(file, source.uri);
  const path = uri === undefined ? undefined : pathsByUri.get(uri);
  const isEntry = pathsByUri.get(source.uri)?.length === 0;
  if (path === undefined && !isEntry) return undefined;
  return `#${formatPointer(path ?? [DOCUMENTS, 'missing'])}${fragment}`;
}

function absolute(file: string, base: string): string | undefined {
  try {
    return new URL(file, base).href;
  } catch {
    return undefined;
  }
}

/** Resolves references along the path, as a parser does that replaces them by their targets. */
function originAt(
  root: Json,
  path: readonly string[],
  entry: Source,
  others: readonly Source[],
): Origin {
  let resolved: readonly string[] = [];
  let value: Json | undefined = root;
  for (const token of path) {
    if (token !== '$ref') [value, resolved] = dereferenced(root, value, resolved);
    const next = step(value, token);
    if (next === undefined) break;
    value = next;
    resolved = [...resolved, token];
  }
  const [container, index, ...rest] = resolved;
  const other = container === DOCUMENTS ? others[Number(index)] : undefined;
  return other === undefined
    ? childOrigin(rootOrigin(entry), ...resolved)
    : childOrigin(rootOrigin(other), ...rest);
}

/** Follows references to their target. Stops after 64, in case they form a cycle. */
function dereferenced(
  root: Json,
  start: Json | undefined,
  path: readonly string[],
): readonly [Json | undefined, readonly string[]] {
  let value = start;
  let resolved = path;
  for (let turns = 0; turns < 64 && isObject(value); turns++) {
    const reference: Json | undefined = ownMember(value, '$ref');
    if (typeof reference !== 'string') break;
    resolved = parsePointer(decodeURI(reference.slice(1))) ?? resolved;
    value = resolved.reduce<Json | undefined>(step, root);
  }
  return [value, resolved];
}

function step(value: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(token)] as Json | undefined;
  return isObject(value) ? ownMember(value, token) : undefined;
}

function ownMember(value: { readonly [name: string]: Json }, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
