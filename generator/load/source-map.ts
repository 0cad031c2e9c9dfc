import type { Position } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import type { Source } from './source.js';

/** Maps nodes of a derived document to their locations in the original. */
export interface SourceMap {
  /** Records the original location of an object or array. `members` lists members that come from a location elsewhere. */
  put<T extends object>(derived: T, tokens: readonly string[], members?: MemberOrigins): T;
  /** The original location of the node at `tokens` of the derived document. */
  original(root: Json, tokens: readonly string[]): readonly string[];
  /** Maps original pointers to their first locations in the derived document. */
  moves(root: Json): ReadonlyMap<string, readonly string[]>;
}

/** Original locations of members, by name. */
export type MemberOrigins = Readonly<Record<string, readonly string[]>>;

interface NodeOrigin {
  readonly tokens: readonly string[];
  readonly members: MemberOrigins;
}

/** Creates an empty source map. */
export function createSourceMap(): SourceMap {
  const origins = new WeakMap<object, NodeOrigin>();
  const originOf = (value: Json | undefined): NodeOrigin | undefined =>
    typeof value === 'object' && value !== null ? origins.get(value) : undefined;
  const childLocation = (
    value: Json,
    location: readonly string[],
    token: string,
  ): readonly string[] => {
    const members = originOf(value)?.members ?? {};
    return Object.hasOwn(members, token) ? (members[token] ?? []) : [...location, token];
  };
  return {
    put(derived, tokens, members = {}) {
      origins.set(derived, { tokens, members });
      return derived;
    },
    original(root, tokens) {
      let value: Json | undefined = root;
      let location: readonly string[] = [];
      for (const token of tokens) {
        if (value === undefined) return [...location, token];
        location = childLocation(value, originOf(value)?.tokens ?? location, token);
        value = step(value, token);
      }
      return originOf(value)?.tokens ?? location;
    },
    moves(root) {
      const moved = new Map<string, readonly string[]>();
      const visit = (
        value: Json,
        current: readonly string[],
        inherited: readonly string[],
      ): void => {
        const location = originOf(value)?.tokens ?? inherited;
        const key = JSON.stringify(location);
        if (!moved.has(key)) moved.set(key, current);
        if (typeof value !== 'object' || value === null) return;
        for (const [name, member] of Object.entries(value) as [string, Json][])
          visit(member, [...current, name], childLocation(value, location, name));
      };
      visit(root, [], []);
      return moved;
    },
  };
}

/** Locations in other documents. */
export interface ExternalOrigins {
  readonly isExternal: (location: readonly string[]) => boolean;
  readonly resolve: (location: readonly string[]) => {
    readonly source: Source;
    readonly tokens: readonly string[];
  };
}

const noExternals: ExternalOrigins = {
  isExternal: () => false,
  resolve: () => {
    throw new Error('no location is in another document');
  },
};

/** Creates a document with a derived value. Its nodes are located in the original text, or in other documents. */
export function derivedSource(
  source: Source,
  value: Json,
  map: SourceMap,
  { isExternal, resolve }: ExternalOrigins = noExternals,
): Source {
  const originalOf = (tokens: readonly string[]): readonly string[] => map.original(value, tokens);
  /** The location in this document: that of the node, or of its nearest ancestor from this document. */
  const ownLocation = (tokens: readonly string[]): readonly string[] => {
    const location = originalOf(tokens);
    return isExternal(location) ? ownLocation(tokens.slice(0, -1)) : location;
  };
  return {
    uri: source.uri,
    path: source.path,
    ...(source.file !== undefined && { file: source.file }),
    value,
    line: (number) => source.line(number),
    locate: (tokens, part) => locateNear(source, ownLocation(tokens), part),
    foreign(tokens) {
      const location = originalOf(tokens);
      return isExternal(location) ? resolve(location) : source.foreign?.(location);
    },
    numberText(tokens) {
      const location = originalOf(tokens);
      if (!isExternal(location)) return source.numberText(location);
      const node = resolve(location);
      return node.source.numberText(node.tokens);
    },
  };
}

/** The position of the nearest ancestor that is in the text. Derived documents have members without one. */
function locateNear(
  source: Source,
  tokens: readonly string[],
  part: 'key' | 'value',
): Position | undefined {
  for (let length = tokens.length; length > 0; length--) {
    const position = source.locate(
      tokens.slice(0, length),
      length === tokens.length ? part : 'value',
    );
    if (position !== undefined) return position;
  }
  return source.locate([], 'value');
}

function step(value: Json, token: string): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[])[Number(token)];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
  return (value as { readonly [name: string]: Json })[token];
}
