import { concatBytes } from '../../core/body.js';
import { AuthError } from '../error.js';
import { bytesOf } from './hmac.js';

/** What the names of a prehash template stand for: text, or bytes as they came. */
export type PrehashValues = Readonly<Record<string, string | Uint8Array>>;

/** A prehash template taken apart. */
export interface Prehash {
  /** The names between its braces, each once. */
  readonly names: ReadonlySet<string>;
  /**
   * The bytes that are signed.
   *
   * @throws {AuthError} `parameter-missing` for a name that has no value
   */
  bytes(valueOf: (name: string) => string | Uint8Array | undefined): Uint8Array;
}

/**
 * Takes a template such as `{timestamp}{method}{target}{body}` apart. `{{` and `}}` are single braces; `{SOH}` is the byte
 * 1 that FIX puts between fields.
 *
 * @throws {AuthError} `description` for a brace that stands alone
 */
export function compilePrehash(template: string): Prehash {
  const parts: (Uint8Array | { readonly name: string })[] = [];
  for (const [piece, , name] of template.matchAll(/(\{\{|\}\})|\{([^{}]*)\}|[{}]|[^{}]+/g)) {
    if (name !== undefined) parts.push(name === 'SOH' ? Uint8Array.of(1) : { name });
    else if (piece === '{' || piece === '}')
      throw new AuthError('description', 'A brace stands alone in a prehash template');
    else parts.push(bytesOf(piece === '{{' ? '{' : piece === '}}' ? '}' : piece));
  }
  return {
    names: new Set(parts.flatMap((part) => ('name' in part ? [part.name] : []))),
    bytes: (valueOf) => {
      const pieces = parts.map((part) => {
        if (!('name' in part)) return part;
        const value = valueOf(part.name);
        if (value !== undefined) return bytesOf(value);
        throw new AuthError('parameter-missing', `The prehash template needs "${part.name}"`);
      });
      return concatBytes(
        pieces,
        pieces.reduce((sum, { length }) => sum + length, 0),
      );
    },
  };
}

/**
 * The bytes that are signed: a template with its names replaced by values.
 *
 * @throws {AuthError} for a name that has no value, or a brace that stands alone
 */
export function prehash(template: string, values: PrehashValues): Uint8Array {
  return compilePrehash(template).bytes((name) =>
    Object.hasOwn(values, name) ? values[name] : undefined,
  );
}
