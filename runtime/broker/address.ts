import { BrokerError, type AddressSyntax } from './broker.js';
import type { AddressParts, BrokerParameterDescriptor } from './descriptor.js';

/** Values of the parameters of an address by name. */
export interface AddressParameters {
  readonly [parameter: string]: string;
}

/** Stands for any value of a parameter in a subscription, whatever the broker's own wildcard is. */
export const anyValue = '*';

/** An address in the syntax of one broker, to be written and read. */
export interface BrokerAddress {
  /**
   * Writes the address with these values. Characters that the protocol reserves are escaped.
   *
   * @throws {BrokerError} `invalid-address` for values that are missing or not allowed, or that the protocol cannot express
   */
  write(parameters: AddressParameters): string;
  /**
   * Writes the pattern of a subscription, in which the value `*` stands for any value.
   *
   * @throws {BrokerError} `invalid-address` as `write`, and `unsupported` if the broker cannot leave the parameter open
   */
  pattern(parameters: AddressParameters): string;
  /** Reads the values from an address; `undefined` for an address of another form. */
  read(address: string): AddressParameters | undefined;
}

const encoder = new TextEncoder();

/** Prepares an address for a broker. */
export function compileAddress(
  parts: AddressParts,
  parameters: { readonly [parameter: string]: BrokerParameterDescriptor },
  syntax: AddressSyntax,
): BrokerAddress {
  const names = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.parameter]));
  const expression = new RegExp(
    `^${parts.map((part) => expressionOf(part, syntax)).join('')}$`,
    'su',
  );

  const join = (valueOf: (name: string, index: number) => string): string => {
    const address = parts
      .map((part, index) => (typeof part === 'string' ? part : valueOf(part.parameter, index)))
      .join('');
    if (address === '') throw new BrokerError('invalid-address', 'The address is empty');
    // A UTF-16 unit has at most three bytes in UTF-8.
    const bytes = address.length * 3 <= syntax.maxBytes ? 0 : encoder.encode(address).length;
    if (bytes > syntax.maxBytes)
      throw new BrokerError(
        'invalid-address',
        `The address has ${bytes} bytes; this broker allows ${syntax.maxBytes}`,
      );
    return address;
  };
  const check = (values: AddressParameters): void => {
    for (const name of Object.keys(values))
      if (!names.includes(name))
        throw new BrokerError('invalid-address', `The address has no parameter "${name}"`);
  };
  const valueOf = (values: AddressParameters, name: string): string => {
    const { default: fallback, enum: allowed } = parameters[name] ?? {};
    const value = Object.hasOwn(values, name) ? values[name] : fallback;
    if (typeof value !== 'string' || value === '')
      throw new BrokerError('invalid-address', `The address requires a value for "${name}"`);
    if (allowed !== undefined && !allowed.includes(value))
      throw new BrokerError(
        'invalid-address',
        `The parameter "${name}" must be one of ${allowed.map((each) => `"${each}"`).join(', ')}`,
      );
    return escapeValue(value, name, syntax);
  };
  return {
    write(values) {
      check(values);
      return join((name) => valueOf(values, name));
    },
    pattern(values) {
      check(values);
      return join((name, index) => {
        if (values[name] !== anyValue) return valueOf(values, name);
        if (syntax.one !== undefined && isWholeLevel(parts, index, syntax)) return syntax.one;
        throw new BrokerError(
          'unsupported',
          syntax.one === undefined
            ? `This broker has no wildcards, so "${name}" needs a value`
            : `"${name}" is only a part of a level of the address, so a subscription cannot leave it open`,
        );
      });
    },
    read(address) {
      const found = expression.exec(address);
      if (found === null) return undefined;
      return Object.fromEntries(
        names.map((name, index) => [name, unescapeValue(found[index + 1] ?? '', syntax)]),
      );
    },
  };
}

function expressionOf(part: AddressParts[number], { separator }: AddressSyntax): string {
  if (typeof part === 'string') return literalExpression(part);
  return separator === undefined ? '(.+?)' : `([^${literalExpression(separator)}]+)`;
}

function literalExpression(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}

/** True if the part at an index is a complete level, so that a wildcard can stand for it. */
function isWholeLevel(parts: AddressParts, index: number, { separator }: AddressSyntax): boolean {
  if (separator === undefined) return false;
  const before = parts[index - 1];
  const after = parts[index + 1];
  const starts = before === undefined || (typeof before === 'string' && before.endsWith(separator));
  const ends = after === undefined || (typeof after === 'string' && after.startsWith(separator));
  return starts && ends;
}

function escapeValue(value: string, name: string, { reserved, escape }: AddressSyntax): string {
  if (!value.includes('%') && !reserved.test(value)) return value;
  if (escape)
    return [...value]
      .map((character) =>
        character === '%' || reserved.test(character) ? percentEncode(character) : character,
      )
      .join('');
  if (!reserved.test(value)) return value;
  throw new BrokerError(
    'invalid-address',
    `The value of "${name}" contains a character that addresses of this broker cannot contain`,
  );
}

function percentEncode(character: string): string {
  return [...encoder.encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

/** Undoes {@link escapeValue}. A value that is not escaped correctly comes from another program, and is returned as it is. */
function unescapeValue(value: string, { escape }: AddressSyntax): string {
  if (!escape || !value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
