import { compilePointer } from '../core/pointer.js';
import type { AddressDescriptor } from './address-descriptor.js';
import type { AddressValues } from './address-value.js';

/**
 * Finds a parameter whose value in a message differs from the room's, for parameters that messages repeat (AsyncAPI
 * 3.0, `location`). Returns its name.
 */
export type FindMismatch = (parameters: AddressValues, message: unknown) => string | undefined;

/** Prepares the parameters of an address that have a location in messages. */
export function compileLocations(address: AddressDescriptor | undefined): FindMismatch {
  const located = (address?.parameters ?? []).flatMap(({ name, location }) =>
    location === undefined ? [] : [{ name, get: compilePointer(location) }],
  );
  return (parameters, message) =>
    located.find(({ name, get }) => {
      const value = get(message);
      return value !== undefined && String(value) !== String(parameters[name]);
    })?.name;
}
