import type { Check } from '../../core/check.js';
import type { OutcomeDescriptor, ParameterDescriptor } from '../../core/descriptor.js';
import { isHeaderName, isHeaderValue } from '../../core/headers.js';
import { Refusal } from '../../core/server/fault.js';
import { connectionHeaders, prepareHeader } from '../../core/parameters/header.js';

/** Headers that belong to the connection or to the body's encoding, and so to no handler. */
const reserved: ReadonlySet<string> = new Set([
  ...connectionHeaders,
  'content-length',
  'content-type',
]);

/** The raw pairs of an answer's headers; where they are to be `complete`, required ones must be there. Throws {@link Refusal} `internal` for what can not or may not be sent. */
export function encodeHeaders(
  outcome: OutcomeDescriptor,
  headers: object | undefined,
  checks: readonly (Check | undefined)[] | undefined,
  complete: boolean,
): readonly string[] {
  const declared = outcome.headers ?? [];
  if (headers === undefined && declared.length === 0) return noPairs;
  const pairs: string[] = [];
  const seen = new Set<string>();
  const given: [string, unknown][] = Object.entries(headers ?? {});
  for (const [name, value] of given) {
    if (value === undefined) continue;
    const lower = name.toLowerCase();
    seen.add(lower);
    if (reserved.has(lower)) throw new Refusal('internal', 'reserved-header');
    const index = declared.findIndex((header) => header.name.toLowerCase() === lower);
    const header = declared[index];
    const check = checks?.[index];
    if (check !== undefined && !check.is(value)) {
      throw new Refusal('internal', 'invalid-answer', { answer: check.report(value) });
    }
    for (const text of header === undefined ? linesOf(value) : encoded(header, value)) {
      if (!isHeaderName(name) || !isHeaderValue(text))
        throw new Refusal('internal', 'malformed-header');
      pairs.push(name, text);
    }
  }
  const missing = declared.some(
    ({ name, required }) =>
      required === true && name.toLowerCase() !== 'content-type' && !seen.has(name.toLowerCase()),
  );
  if (missing && complete) throw new Refusal('internal', 'missing-header');
  return pairs;
}

const noPairs: readonly string[] = [];

function linesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** One line, or none for a list without items. Each cookie has a line of its own: what is in one may have a comma (RFC 9110 section 5.3). */
function encoded(header: ParameterDescriptor, value: unknown): readonly string[] {
  if (Array.isArray(value) && header.name.toLowerCase() === 'set-cookie') {
    const { items = { types: ['string'] } } = header.type;
    return value.flatMap((item: unknown) => encoded({ ...header, type: items }, item));
  }
  const text = prepareHeader(header)(value);
  return text === undefined ? [] : [text];
}
