import type { Position } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import type { Source } from './source.js';

/** Remembers, for what has been made of a document, where in the original it was written. */
export interface Places {
  /** Says where an object or array was written, and which of its members were written elsewhere than below it. */
  put<T extends object>(made: T, tokens: readonly string[], members?: MovedMembers): T;
  /** The way in the original that leads to what lies at `tokens` of the upgraded document. */
  original(root: Json, tokens: readonly string[]): readonly string[];
  /** Where what was written at each pointer of the original lies now; the first place where there are several. */
  moves(root: Json): ReadonlyMap<string, readonly string[]>;
}

/** Names of members, each with its way in the original. */
export type MovedMembers = Readonly<Record<string, readonly string[]>>;

interface Place {
  readonly tokens: readonly string[];
  readonly members: MovedMembers;
}

/** Nothing is remembered yet. */
export function createPlaces(): Places {
  const known = new WeakMap<object, Place>();
  const placeOf = (value: Json | undefined): Place | undefined =>
    typeof value === 'object' && value !== null ? known.get(value) : undefined;
  const below = (value: Json, way: readonly string[], token: string): readonly string[] => {
    const members = placeOf(value)?.members ?? {};
    return Object.hasOwn(members, token) ? (members[token] ?? []) : [...way, token];
  };
  return {
    put(made, tokens, members = {}) {
      known.set(made, { tokens, members });
      return made;
    },
    original(root, tokens) {
      let value: Json | undefined = root;
      let way: readonly string[] = [];
      for (const token of tokens) {
        if (value === undefined) return [...way, token];
        way = below(value, placeOf(value)?.tokens ?? way, token);
        value = step(value, token);
      }
      return placeOf(value)?.tokens ?? way;
    },
    moves(root) {
      const found = new Map<string, readonly string[]>();
      const visit = (value: Json, now: readonly string[], before: readonly string[]): void => {
        const way = placeOf(value)?.tokens ?? before;
        const key = JSON.stringify(way);
        if (!found.has(key)) found.set(key, now);
        if (typeof value !== 'object' || value === null) return;
        for (const [name, member] of Object.entries(value) as [string, Json][])
          visit(member, [...now, name], below(value, way, name));
      };
      visit(root, [], []);
      return found;
    },
  };
}

/** Ways that lead into another document. */
export interface Others {
  readonly isForeign: (way: readonly string[]) => boolean;
  readonly other: (way: readonly string[]) => {
    readonly source: Source;
    readonly tokens: readonly string[];
  };
}

const noOthers: Others = {
  isForeign: () => false,
  other: () => {
    throw new Error('a way leads into no other document');
  },
};

/** A document with another value made of it, located in the text that was read, or in those of others. */
export function derivedSource(
  source: Source,
  value: Json,
  places: Places,
  { isForeign, other }: Others = noOthers,
): Source {
  const back = (tokens: readonly string[]): readonly string[] => places.original(value, tokens);
  /** The nearest that the document itself has. */
  const own = (tokens: readonly string[]): readonly string[] => {
    const way = back(tokens);
    return isForeign(way) ? own(tokens.slice(0, -1)) : way;
  };
  return {
    uri: source.uri,
    path: source.path,
    ...(source.file !== undefined && { file: source.file }),
    value,
    line: (number) => source.line(number),
    locate: (tokens, part) => locateNear(source, own(tokens), part),
    foreign(tokens) {
      const way = back(tokens);
      return isForeign(way) ? other(way) : source.foreign?.(way);
    },
    numberText(tokens) {
      const way = back(tokens);
      if (!isForeign(way)) return source.numberText(way);
      const found = other(way);
      return found.source.numberText(found.tokens);
    },
  };
}

/** What is written nearest: what was made has members that nobody wrote. */
function locateNear(
  source: Source,
  tokens: readonly string[],
  part: 'key' | 'value',
): Position | undefined {
  for (let length = tokens.length; length > 0; length--) {
    const found = source.locate(tokens.slice(0, length), length === tokens.length ? part : 'value');
    if (found !== undefined) return found;
  }
  return source.locate([], 'value');
}

function step(value: Json, token: string): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[])[Number(token)];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
  return (value as { readonly [name: string]: Json })[token];
}
