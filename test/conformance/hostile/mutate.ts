/** Kind of a text in a document, by its use in the generator. */
export type Kind =
  | 'name'
  | 'description'
  | 'enum'
  | 'default'
  | 'path'
  | 'pattern'
  | 'server URL'
  | 'media type'
  | 'extension'
  | 'other';

/** Location of a text in a document: the name of a member, or a string. */
interface Place {
  readonly holder: object;
  readonly key: string;
  readonly part: 'name' | 'string';
  readonly kind: Kind;
}

/** Kinds of locations in a document. */
export function kindsIn(document: unknown): readonly Kind[] {
  return [...new Set(placesOf(document, []).map(({ kind }) => kind))].sort();
}

/** Copies a document with one of its names or strings of a kind replaced; `at` is an index modulo their number. */
export function mutated(document: unknown, kind: Kind, at: number, payload: string): unknown {
  const copy = structuredClone(document);
  const places = placesOf(copy, []).filter((place) => place.kind === kind);
  const place = places[at % places.length];
  if (place === undefined) return copy;
  const members = Object.entries(place.holder);
  if (place.part === 'string') define(place.holder, place.key, payload);
  else {
    for (const [name] of members) Reflect.deleteProperty(place.holder, name);
    for (const [name, value] of members)
      define(place.holder, name === place.key ? payload : name, value);
  }
  return copy;
}

function placesOf(value: unknown, path: readonly string[]): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]): readonly Place[] => {
    const at = [...path, key];
    return [
      ...(Array.isArray(value)
        ? []
        : [{ holder: value, key, part: 'name', kind: kindOfName(at) } as const]),
      ...(typeof member === 'string'
        ? [{ holder: value, key, part: 'string', kind: kindOfText(at) } as const]
        : []),
      ...placesOf(member, at),
    ];
  });
}

/** Keywords are not names of the document, so another name may replace them. */
function kindOfName(path: readonly string[]): Kind {
  const [key = '', parent = ''] = path.toReversed();
  if (key.startsWith('x-')) return 'extension';
  if (parent === 'paths' && path.length === 2) return 'path';
  return parent === 'content' ? 'media type' : 'name';
}

function kindOfText(path: readonly string[]): Kind {
  const [key = '', parent = '', grandparent = ''] = path.toReversed();
  if (path.some((each) => each.startsWith('x-'))) return 'extension';
  if (parent === 'enum' || parent.startsWith('x-enum')) return 'enum';
  if (key === 'url' && grandparent === 'servers') return 'server URL';
  if (key === 'default' || parent === 'default' || key === 'const') return 'default';
  if (key === 'pattern') return 'pattern';
  if (['description', 'summary', 'title'].includes(key)) return 'description';
  const names = ['name', 'operationId', 'propertyName'];
  return names.includes(key) || ['tags', 'required'].includes(parent) ? 'name' : 'other';
}

/** Sets an own member, whatever its name. */
function define(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
