import type { Check } from '../../core/check.js';
import type { OutcomeDescriptor, ParameterDescriptor } from '../../core/descriptor.js';
import { isHeaderName, isHeaderValue } from '../../core/headers.js';
import { Refusal } from '../../core/server/fault.js';
import { connectionHeaders, prepareHeader } from '../../core/parameters/header.js';

/** Headers that handlers cannot set, because they belong to the connection or describe the body. */
const reserved: ReadonlySet<string> = new Set([
  ...connectionHeaders,
  'content-length',
  'content-type',
]);

/**
 * Encodes the headers of a response as raw pairs. If `complete` is true, required headers must be present.
 *
 * @throws {Refusal} `internal` for a header that is invalid, reserved or missing.
 */
export function encodeHeaders(
  outcome: OutcomeDescriptor,
  headers: object | undefined,
  checks: readonly (Check | undefined)[] | undefined,
  isComplete: boolean,
): readonly string[] {
  const declared = outcome.headers ?? [];
  if (headers === undefined && declared.length === 0) return noPairs;
  const pairs: string[] = [];
  const seen = new Set<string>();
  const entries: [string, unknown][] = Object.entries(headers ?? {});
  for (const [name, value] of entries) {
    if (value === undefined) continue;
    const lower = name.toLowerCase();
    seen.add(lower);
    if (reserved.has(lower)) throw new Refusal('internal', 'reserved-header');
    const index = declared.findIndex((header) => header.name.toLowerCase() === lower);
    const header = declared[index];
    const check = checks?.[index];
    if (check !== undefined && !check.is(value)) {
      throw new Refusal('internal', 'invalid-answer', { answer: check.check(value) });
    }
    for (const text of header === undefined ? linesOf(value) : encodeHeader(header, value)) {
      if (!isHeaderName(name) || !isHeaderValue(text))
        throw new Refusal('internal', 'malformed-header');
      pairs.push(name, text);
    }
  }
  const missing = declared.some(
    ({ name, required }) =>
      required === true && name.toLowerCase() !== 'content-type' && !seen.has(name.toLowerCase()),
  );
  if (missing && isComplete) throw new Refusal('internal', 'missing-header');
  return pairs;
}

const noPairs: readonly string[] = [];

function linesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/**
 * Encodes a header as one line, or none for an empty list. Each cookie is a separate line, because it may contain a
 * comma (RFC 9110 section 5.3).
 */
function encodeHeader(header: ParameterDescriptor, value: unknown): readonly string[] {
  if (Array.isArray(value) && header.name.toLowerCase() === 'set-cookie') {
    const { items = { types: ['string'] } } = header.type;
    return value.flatMap((item: unknown) => encodeHeader({ ...header, type: items }, item));
  }
  const text = prepareHeader(header)(value);
  return text === undefined ? [] : [text];
}
