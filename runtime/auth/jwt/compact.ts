import { decodeBase64Url } from '../../core/base64.js';
import type { JsonValue } from '../../core/descriptor.js';
import { JsonError, parseJson } from '../../core/json.js';
import { refuse } from './refusal.js';

/** A parsed but unverified JWS in compact serialisation (RFC 7515 section 3.1). */
export interface CompactToken {
  /** As received. The parser accepts only one encoding of the same parts. */
  readonly text: string;
  readonly header: JsonObject;
  readonly payload: Uint8Array;
  readonly signature: Uint8Array;
}

/** The header or claims of a token: a JSON object. */
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/** Maximum nesting of a token's JSON: that of a body, plus the claim around it. */
export const maxClaimsDepth: number = 160;

/** Header parameters that would let a token influence its verification, with the reason for rejecting each. */
const forbidden: readonly (readonly [member: string, reason: string])[] = [
  ['jwk', 'header-embeds-key'],
  ['jku', 'header-points-to-key'],
  ['x5u', 'header-points-to-key'],
  ['x5c', 'header-embeds-key'],
  ['crit', 'header-crit'],
  ['b64', 'header-b64'],
  ['zip', 'header-zip'],
];

/**
 * Parses a token: three parts of canonical base64url, and a header that is a JSON object without duplicate members.
 *
 * @throws {TokenRefusal}
 */
export function parseCompact(text: string, maxBytes: number): CompactToken {
  if (text.length > maxBytes)
    refuse('token-too-long', `the token has more than ${maxBytes} characters`);
  const parts = text.split('.', 4);
  const [first, second, third] = parts;
  if (first === undefined || second === undefined || third === undefined || parts.length !== 3) {
    return refuse('token-parts', 'the token has not exactly three parts');
  }
  if (third === '') refuse('signature-missing', 'the token has no signature');
  const header = parseObject('header', decodePart(first));
  for (const [member, reason] of forbidden) {
    if (Object.hasOwn(header, member)) refuse(reason, `the header has the member "${member}"`);
  }
  return { text, header, payload: decodePart(second), signature: decodePart(third) };
}

/**
 * Parses the JSON object in a part of a token.
 *
 * @throws {TokenRefusal} with a reason that starts with the name of the part
 */
export function parseObject(part: 'header' | 'claims', bytes: Uint8Array): JsonObject {
  let value: JsonValue;
  try {
    value = parseJson(bytes, { maxDepth: maxClaimsDepth });
  } catch (error) {
    return refuse(
      `${part}-${error instanceof JsonError ? error.code : 'syntax'}`,
      error instanceof JsonError ? error.message : 'it is not valid JSON',
    );
  }
  if (value === null || typeof value !== 'object' || isList(value)) {
    return refuse(`${part}-no-object`, 'it is not a JSON object');
  }
  return value;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function decodePart(part: string): Uint8Array {
  const bytes = decodeBase64Url(part);
  if (bytes !== undefined) return bytes;
  if (/\s/.test(part)) refuse('token-white-space', 'there is white space in the token');
  if (part.includes('=')) refuse('token-padding', 'a part of the token is padded');
  if (/[+/]/.test(part)) refuse('token-alphabet', 'a part of the token is base64, not base64url');
  if (/[^A-Za-z0-9_-]/.test(part)) refuse('token-character', 'the token has an invalid character');
  return refuse('token-spare-bits', 'a part of the token has leftover bits');
}
