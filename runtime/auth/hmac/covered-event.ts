import type { HmacDescriptor } from '../../core/descriptor.js';
import type { Form } from './form.js';
import type { ValueOf } from './request-values.js';
import type { Covered } from './sign-form.js';

/** The id of the event that is delivered; `undefined` unless the signature covers the header that the scheme names. */
export function coveredEvent(
  { eventId }: HmacDescriptor,
  { prehash }: Form,
  { covered, valueOf }: { readonly covered: Covered | undefined; readonly valueOf: ValueOf },
): string | undefined {
  if (eventId === undefined) return undefined;
  const isNamed = [...prehash.names].some((name) => name.toLowerCase() === `header.${eventId}`);
  const value = isNamed ? valueOf(`header.${eventId}`) : undefined;
  const index = prehash.names.has('headers.values') ? (covered?.names.indexOf(eventId) ?? -1) : -1;
  const event = value ?? covered?.values[index];
  return typeof event === 'string' && event !== '' ? event : undefined;
}
