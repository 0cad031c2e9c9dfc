import type { HmacDescriptor } from '../../core/descriptor.js';
import type { SignatureLayout } from './signature-layout.js';
import type { ValueOf } from './request-values.js';
import type { SignedHeaders } from './create-signature.js';

/** Returns the id of the delivered event; `undefined` unless the signature covers the header that the scheme names. */
export function coveredEvent(
  { eventId }: HmacDescriptor,
  { prehash }: SignatureLayout,
  { covered, valueOf }: { readonly covered: SignedHeaders | undefined; readonly valueOf: ValueOf },
): string | undefined {
  if (eventId === undefined) return undefined;
  const isNamed = [...prehash.names].some((name) => name.toLowerCase() === `header.${eventId}`);
  const value = isNamed ? valueOf(`header.${eventId}`) : undefined;
  const index = prehash.names.has('headers.values') ? (covered?.names.indexOf(eventId) ?? -1) : -1;
  const event = value ?? covered?.values[index];
  return typeof event === 'string' && event !== '' ? event : undefined;
}
