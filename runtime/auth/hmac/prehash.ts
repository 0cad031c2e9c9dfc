import { AuthError } from '../error.js';

/** What the names of a prehash template stand for: text, or bytes as they came. */
export type PrehashValues = Readonly<Record<string, string | Uint8Array>>;

/**
 * The bytes that are signed: a template such as `{timestamp}{method}{target}{body}` with its names replaced by values.
 * `{{` and `}}` are single braces; `{SOH}` is the byte 1 that FIX puts between fields.
 *
 * @throws {AuthError} for a name that has no value, or a brace that stands alone
 */
export function prehash(template: string, values: PrehashValues): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const [piece, , name] of template.matchAll(/(\{\{|\}\})|\{([^{}]*)\}|[{}]|[^{}]+/g)) {
    if (name !== undefined) parts.push(valueOf(name, values));
    else if (piece === '{' || piece === '}')
      throw new AuthError('description', 'A brace stands alone in a prehash template');
    else parts.push(utf8(piece === '{{' ? '{' : piece === '}}' ? '}' : piece));
  }
  return joined(parts);
}

function valueOf(name: string, values: PrehashValues): Uint8Array {
  const value = Object.hasOwn(values, name) ? values[name] : name === 'SOH' ? '\u0001' : undefined;
  if (value === undefined)
    throw new AuthError('parameter-missing', `The prehash template needs "${name}"`);
  return typeof value === 'string' ? utf8(value) : value;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
