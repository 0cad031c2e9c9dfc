import { childOrigin, rootOrigin } from '../core/origin.js';
import type { Origin } from '../core/origin.js';
import { formatPointer, parsePointer } from '../core/pointer.js';
import type { Json } from '../model/schema.js';
import type { Source } from './source.js';

/** A description in one piece: every reference leads into the document itself. */
export interface Bundle {
  readonly value: { readonly [name: string]: Json };
  /** Where a node was written that lies at a path of the bundle, or of what becomes of it when references are filled in. */
  originOf(path: readonly (string | number)[]): Origin;
}

/** The member of the root that holds the documents that others refer to. */
const HOLDER = 'x-bundled_documents';

/**
 * Puts the documents that a description refers to into the description, each whole, so that references stay references. What leads from
 * the description to a document that was not read leads nowhere afterwards; such a reference of another document stands in a part of it
 * that nothing needs, and is left out.
 */
export function bundle(entry: Source, loaded: readonly Source[]): Bundle {
  const others = loaded.filter((source) => source !== entry);
  const places = new Map<string, readonly string[]>([[entry.uri, []]]);
  others.forEach((source, index) => places.set(source.uri, [HOLDER, String(index)]));
  const root = inline(entry.value, entry, places);
  const value = {
    ...(isObject(root) ? root : {}),
    ...(others.length === 0
      ? {}
      : { [HOLDER]: others.map((source) => inline(source.value, source, places)) }),
  };
  return { value, originOf: (path) => originAt(value, path.map(String), entry, others) };
}

function inline(value: Json, source: Source, places: ReadonlyMap<string, readonly string[]>): Json {
  if (Array.isArray(value)) return value.map((item: Json) => inline(item, source, places));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (name !== '$ref' || typeof member !== 'string')
        return [[name, inline(member, source, places)]];
      const reference = inside(member, source, places);
      return reference === undefined ? [] : [[name, reference]];
    }),
  );
}

/** The reference as it is written within the bundle; `undefined` where nothing that the description reaches needs it. */
function inside(
  text: string,
  source: Source,
  places: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const at = text.indexOf('#');
  const [file, fragment] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  const uri = file === '' ? source.uri : absolute(file, source.uri);
  const place = uri === undefined ? undefined : places.get(uri);
  const isEntry = places.get(source.uri)?.length === 0;
  if (place === undefined && !isEntry) return undefined;
  return `#${formatPointer(place ?? [HOLDER, 'missing'])}${fragment}`;
}

function absolute(file: string, base: string): string | undefined {
  try {
    return new URL(file, base).href;
  } catch {
    return undefined;
  }
}

/** Follows references on the way, as whoever fills them in does. */
function originAt(
  root: Json,
  path: readonly string[],
  entry: Source,
  others: readonly Source[],
): Origin {
  let done: readonly string[] = [];
  let value: Json | undefined = root;
  for (const token of path) {
    if (token !== '$ref') [value, done] = dereferenced(root, value, done);
    const next = step(value, token);
    if (next === undefined) break;
    value = next;
    done = [...done, token];
  }
  const [holder, index, ...rest] = done;
  const other = holder === HOLDER ? others[Number(index)] : undefined;
  return other === undefined
    ? childOrigin(rootOrigin(entry), ...done)
    : childOrigin(rootOrigin(other), ...rest);
}

/** What stands behind references, and where; those that lead in a circle are given up. */
function dereferenced(
  root: Json,
  start: Json | undefined,
  path: readonly string[],
): readonly [Json | undefined, readonly string[]] {
  let value = start;
  let done = path;
  for (let turns = 0; turns < 64 && isObject(value); turns++) {
    const reference: Json | undefined = own(value, '$ref');
    if (typeof reference !== 'string') break;
    done = parsePointer(decodeURI(reference.slice(1))) ?? done;
    value = done.reduce<Json | undefined>(step, root);
  }
  return [value, done];
}

function step(value: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(token)] as Json | undefined;
  return isObject(value) ? own(value, token) : undefined;
}

function own(value: { readonly [name: string]: Json }, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
