import { BrokerError, type AddressSyntax } from './broker.js';

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
