import type { AddressParameters } from './address.js';
import { BrokerError } from './broker.js';
import type { BrokerParameterDescriptor } from './descriptor.js';
import { compileLocation, type LocatedMessage } from './message-location.js';

/** A parameter of an address whose value is a part of the message. */
export interface LocatedParameter {
  readonly name: string;
  readonly source: 'payload' | 'header';
  readonly pointer: string;
  readonly read: (message: LocatedMessage) => string | undefined;
  readonly hasDefault: boolean;
}

/** Prepares the parameters of an address that have a location in the message. */
export function locateParameters(parameters: {
  readonly [parameter: string]: BrokerParameterDescriptor;
}): readonly LocatedParameter[] {
  return Object.entries(parameters).flatMap(([name, { location, default: fallback }]) => {
    if (location === undefined) return [];
    const { source, pointer } = location;
    return [
      {
        name,
        source,
        pointer,
        read: compileLocation(location),
        hasDefault: fallback !== undefined,
      },
    ];
  });
}

/**
 * Takes the values of parameters from a message.
 *
 * @throws {BrokerError} `invalid-address` if the message lacks one that has no default
 */
export function parametersIn(
  located: readonly LocatedParameter[],
  message: LocatedMessage,
): AddressParameters {
  return Object.fromEntries(
    located.flatMap(
      ({ name, source, pointer, hasDefault, read }): readonly (readonly [string, string])[] => {
        const value = read(message);
        if (value !== undefined) return [[name, value]];
        if (hasDefault) return [];
        throw new BrokerError(
          'invalid-address',
          `The address requires a value for "${name}", which the ${source} of the message does not have at "${pointer}"`,
        );
      },
    ),
  );
}

/** The first parameter whose value in a message is another one than in its address. A message may lack the value. */
export function findDisagreement(
  located: readonly LocatedParameter[],
  parameters: AddressParameters,
  message: LocatedMessage,
): LocatedParameter | undefined {
  return located.find(({ name, read }) => {
    const value = read(message);
    return value !== undefined && value !== parameters[name];
  });
}
