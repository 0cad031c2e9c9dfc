import type { Json } from '../model/schema.js';
import { createSourceMap, derivedSource } from './source-map.js';
import { MAX_NESTING_DEPTH, type Source } from './source.js';

/** A copy of a document that other code changes. */
export interface DerivedDocument {
  /** The copy. Its objects and arrays may be changed, moved and replaced. */
  readonly copy: unknown;
  /**
   * Creates the changed document. Objects and arrays of the copy keep their positions; others have the position of the nearest of them.
   * Returns the tokens of the first value that is not JSON.
   */
  finish(
    changed: unknown,
  ):
    | { readonly value: Source }
    | { readonly value?: undefined; readonly invalid: readonly string[] };
}

/** Copies a document, so that changes to the copy can be traced to positions in the text. */
export function deriveDocument(source: Source): DerivedDocument {
  const originals = new WeakMap<object, readonly string[]>();
  const copyOf = (value: Json, tokens: readonly string[]): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const copy = Array.isArray(value)
      ? value.map((item, index) => copyOf(item, [...tokens, String(index)]))
      : ownMembers(
          Object.entries(value).map(([name, member]) => [name, copyOf(member, [...tokens, name])]),
        );
    originals.set(copy, tokens);
    return copy;
  };
  return {
    copy: copyOf(source.value, []),
    finish(changed) {
      const map = createSourceMap();
      const read = (value: unknown, tokens: readonly string[]): Json => {
        if (value === null || ['boolean', 'number', 'bigint', 'string'].includes(typeof value))
          return value as Json;
        if (typeof value !== 'object' || tokens.length > MAX_NESTING_DEPTH)
          throw new InvalidValue(tokens);
        const prototype: unknown = Object.getPrototypeOf(value);
        if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null)
          throw new InvalidValue(tokens);
        const result = Array.isArray(value)
          ? value.map((item: unknown, index) => read(item, [...tokens, String(index)]))
          : ownMembers(
              Object.entries(value)
                .filter(([, member]) => member !== undefined)
                .map(([name, member]) => [name, read(member, [...tokens, name])]),
            );
        const original = originals.get(value);
        return original === undefined ? (result as Json) : (map.put(result, original) as Json);
      };
      try {
        const value = read(changed, []);
        return { value: withNumbers(derivedSource(source, value, map), value) };
      } catch (error) {
        if (error instanceof InvalidValue) return { invalid: error.tokens };
        throw error;
      }
    },
  };
}

/** A value that JSON does not have. */
class InvalidValue extends Error {
  constructor(readonly tokens: readonly string[]) {
    super('the value is not JSON');
  }
}

/** An object with these own members, whatever their names are. */
function ownMembers(members: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(members);
}

/** Returns the text of a number only if the number is the one in the text. */
function withNumbers(source: Source, value: Json): Source {
  const valueAt = (tokens: readonly string[]): unknown =>
    tokens.reduce<unknown>(
      (parent, token) =>
        typeof parent === 'object' && parent !== null && Object.hasOwn(parent, token)
          ? Reflect.get(parent, token)
          : undefined,
      value,
    );
  return {
    uri: source.uri,
    path: source.path,
    ...(source.file !== undefined && { file: source.file }),
    value: source.value,
    line: (number) => source.line(number),
    locate: (tokens, part) => source.locate(tokens, part),
    ...(source.foreign !== undefined && {
      foreign: (tokens: readonly string[]) => source.foreign?.(tokens),
    }),
    numberText(tokens) {
      const text = source.numberText(tokens);
      return text !== undefined && Number(text) === Number(valueAt(tokens)) ? text : undefined;
    },
  };
}
