import { compilePointer } from '../core/pointer.js';
import type { AddressDescriptor } from './address-descriptor.js';
import type { AddressValues } from './address-value.js';

/**
 * Looks whether a message names another room than the one that it travels in, for parameters whose value messages repeat (AsyncAPI 3.0,
 * `location`). The result is the name of such a parameter.
 */
export type FindStray = (parameters: AddressValues, message: unknown) => string | undefined;

/** Prepares the parameters of an address that have a location. */
export function compileLocations(address: AddressDescriptor | undefined): FindStray {
  const located = (address?.parameters ?? []).flatMap(({ name, location }) =>
    location === undefined ? [] : [{ name, get: compilePointer(location) }],
  );
  return (parameters, message) =>
    located.find(({ name, get }) => {
      const value = get(message);
      return value !== undefined && String(value) !== String(parameters[name]);
    })?.name;
}
