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
  const parts: (string | { readonly name: string })[] = [];
  for (const [piece, , name] of template.matchAll(/(\{\{|\}\})|\{([^{}]*)\}|[{}]|[^{}]+/g)) {
    if (name !== undefined) parts.push(name === 'SOH' ? '\u0001' : { name });
    else if (piece === '{' || piece === '}')
      throw new AuthError('description', 'A brace stands alone in a prehash template');
    else parts.push(piece === '{{' ? '{' : piece === '}}' ? '}' : piece);
  }
  return {
    names: new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]))),
    bytes: (valueOf) => {
      const pieces: Uint8Array[] = [];
      // Texts that follow each other are encoded at once.
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
 * The bytes that are signed: a template with its names replaced by values.
 *
 * @throws {AuthError} for a name that has no value, or a brace that stands alone
 */
export function prehash(template: string, values: PrehashValues): Uint8Array {
  return compilePrehash(template).bytes((name) =>
    Object.hasOwn(values, name) ? values[name] : undefined,
  );
}
