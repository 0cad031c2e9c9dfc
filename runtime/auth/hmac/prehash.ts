import { concatBytes } from '../../core/body.js';
import { AuthError } from '../error.js';
import { bytesOf } from './hmac.js';

/** Values of the names in a prehash template: text, or raw bytes. */
export type PrehashValues = Readonly<Record<string, string | Uint8Array>>;

/** A parsed prehash template. */
export interface Prehash {
  /** Distinct names between braces. */
  readonly names: ReadonlySet<string>;
  /**
   * Returns the bytes to sign.
   *
   * @throws {AuthError} `parameter-missing` for a name without a value
   */
  bytes(valueOf: (name: string) => string | Uint8Array | undefined): Uint8Array;
}

/**
 * Parses a template such as `{timestamp}{method}{target}{body}`. `{{` and `}}` are literal braces; `{SOH}` is the byte 1 that
 * separates fields in FIX.
 *
 * @throws {AuthError} `description` for an unmatched brace
 */
export function compilePrehash(template: string): Prehash {
  const parts: (string | { readonly name: string })[] = [];
  for (const [piece, , name] of template.matchAll(/(\{\{|\}\})|\{([^{}]*)\}|[{}]|[^{}]+/g)) {
    if (name !== undefined) parts.push(name === 'SOH' ? '\u0001' : { name });
    else if (piece === '{' || piece === '}')
      throw new AuthError('description', 'A prehash template has an unmatched brace');
    else parts.push(piece === '{{' ? '{' : piece === '}}' ? '}' : piece);
  }
  return {
    names: new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]))),
    bytes: (valueOf) => {
      const pieces: Uint8Array[] = [];
      // Consecutive texts are encoded together.
      let text = '';
      for (const part of parts) {
        const value = typeof part === 'string' ? part : valueOf(part.name);
        if (value === undefined) {
          const name = typeof part === 'string' ? '' : part.name;
          throw new AuthError('parameter-missing', `The prehash template needs "${name}"`);
        }
        if (typeof value === 'string') {
          text += value;
          continue;
        }
        if (text !== '') pieces.push(bytesOf(text));
        text = '';
        pieces.push(value);
      }
      if (pieces.length === 0) return bytesOf(text);
      if (text !== '') pieces.push(bytesOf(text));
      return concatBytes(pieces);
    },
  };
}

/**
 * Returns the bytes to sign: a template with its names replaced by values.
 *
 * @throws {AuthError} for a name without a value, or an unmatched brace
 */
export function prehash(template: string, values: PrehashValues): Uint8Array {
  return compilePrehash(template).bytes((name) =>
    Object.hasOwn(values, name) ? values[name] : undefined,
  );
}
