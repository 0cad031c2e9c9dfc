import { headerValues } from '../../core/headers.js';
import { JsonError, parseExactJson, sameJson, type ExactJson } from '../../core/json.js';
import { parseMediaType } from '../../core/media-type.js';
import { sha256Hex } from '../../core/sha256.js';
import type { WireRequest } from '../../core/wire.js';
import { timingSafeEqual } from '../timing-safe-equal.js';
import { exactJson, sortedJson } from './canonical.js';
import { maxClaimsDepth, type JsonObject } from './compact.js';
import { refuse } from './refusal.js';
import type { BodyRule } from './rules.js';

/** Claims of a token, for checking the claim that covers the body. */
export interface BodyClaims {
  readonly claims: JsonObject;
  /** Bytes of the payload, from which a value is read with the exact notation of its numbers. */
  readonly payload: Uint8Array;
}

/**
 * Compares the body with the claim that covers it. Values are compared with the exact decimal value of their numbers, and digests in
 * constant time.
 *
 * @throws {TokenRefusal}
 */
export async function checkBody(
  rule: BodyRule,
  { claims, payload }: BodyClaims,
  request: WireRequest,
  bytes: Uint8Array,
): Promise<void> {
  const value = rule.value !== undefined && Object.hasOwn(claims, rule.value);
  const digest = rule.digest !== undefined && Object.hasOwn(claims, rule.digest);
  if (bytes.length === 0) {
    if (value || digest)
      refuse('body-claim-unexpected', 'the token binds a body, but the request has none');
    return;
  }
  const body = readBody(request, bytes);
  if (value && digest)
    refuse('body-claim-twice', 'the token binds the body by value and by digest');
  if (value) {
    const claimed = memberOf(parseExactJson(payload, { maxDepth: maxClaimsDepth }), rule.value);
    if (claimed === undefined || !sameJson(body, claimed)) {
      refuse('body-mismatch', 'the body is not the one that was signed');
    }
  } else if (digest) {
    await checkDigest(rule, memberOf(claims as ExactJson, rule.digest), body);
  } else if (exactJson(body) !== '{}') {
    // Clients differ in whether `{}` counts as a body. It contains nothing that could be unsigned.
    refuse('body-claim-missing', 'the request has a body that the token does not bind');
  }
}

/** Parses the body as unambiguous JSON, with the exact notation of its numbers. */
function readBody(request: WireRequest, bytes: Uint8Array): ExactJson {
  const encodings = headerValues(request.headers, 'content-encoding');
  if (encodings.some((encoding) => encoding.trim().toLowerCase() !== 'identity')) {
    refuse('body-encoded', 'a body with a content coding cannot be compared');
  }
  for (const type of headerValues(request.headers, 'content-type')) {
    const charset = parseMediaType(type)?.parameters.find(([name]) => name === 'charset')?.[1];
    if (charset !== undefined && charset.toLowerCase() !== 'utf-8') {
      refuse('body-charset', 'only a UTF-8 body can be compared');
    }
  }
  try {
    return parseExactJson(bytes, { exactNumbers: true });
  } catch (error) {
    const code = error instanceof JsonError ? error.code : 'syntax';
    return refuse(
      `body-${code}`,
      error instanceof JsonError ? error.message : 'the body cannot be parsed',
    );
  }
}

async function checkDigest(rule: BodyRule, claimed: unknown, body: ExactJson): Promise<void> {
  if (typeof claimed !== 'string' || !/^[0-9a-f]{64}$/.test(claimed)) {
    return refuse('body-digest-type', 'the digest is not 64 digits of lower-case hexadecimal');
  }
  const text = new TextEncoder();
  const expected = text.encode(claimed);
  for (const form of rule.digestForms) {
    const digest = await sha256Hex(text.encode(sortedJson(body, form)));
    if (timingSafeEqual(expected, text.encode(digest))) return;
  }
  refuse('body-digest-mismatch', 'the body is not the one that was signed');
}

function memberOf(value: ExactJson, name: string | undefined): ExactJson | undefined {
  if (
    name === undefined ||
    value === null ||
    typeof value !== 'object' ||
    !Object.hasOwn(value, name)
  )
    return undefined;
  return (value as { readonly [name: string]: ExactJson })[name];
}
