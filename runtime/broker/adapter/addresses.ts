import { BrokerError } from '../broker.js';
import type { AddressSyntax } from '../broker.js';

const encoder = new TextEncoder();

/** Throws `invalid-address` if an address, or a pattern, is empty, too long, or matches `illegal`. */
export function checkAddress(address: string, { maxBytes }: AddressSyntax, illegal: RegExp): void {
  const reason =
    address === ''
      ? 'it is empty'
      : encoder.encode(address).length > maxBytes
        ? `it has more than ${maxBytes} bytes`
        : illegal.test(address) || /[\p{Cc}\p{Cs}]/u.test(address)
          ? 'it contains what the protocol does not allow there'
          : undefined;
  if (reason !== undefined)
    throw new BrokerError(
      'invalid-address',
      `The address ${JSON.stringify(address.slice(0, 256))} is invalid: ${reason}`,
    );
}

/** A name for the queue, durable consumer or group of `group` for one pattern, so that subscriptions of a group to several addresses do not take each other's messages. */
export function groupName(group: string, pattern: string): string {
  return `${group}.${pattern}`;
}

/** Replaces characters outside `A-Z a-z 0-9 _ -` by `=` and the hexadecimal digits of their bytes, so that different names stay different. */
export function plainName(name: string): string {
  return name.replace(/[^\w-]/gu, (character) =>
    [...encoder.encode(character)].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}
