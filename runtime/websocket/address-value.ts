import type { AddressParameterDescriptor, QueryParameterDescriptor } from './address-descriptor.js';
import { textPattern } from '../core/text-pattern.js';
import { FeedError } from './errors.js';
import type { AddressRefusal } from './room-address.js';

/** Value of an address parameter. */
export type AddressValue = string | number | boolean;

/** Values of address parameters by name. */
export type AddressValues = Readonly<Record<string, AddressValue>>;

/** A prepared parameter that can be checked, written and read. */
export interface PreparedValue {
  readonly name: string;
  readonly isRequired: boolean;
  /** Value that servers assume if the parameter is absent. */
  readonly defaultValue: AddressValue | undefined;
  /**
   * Returns the parameter's value from a program's arguments; `undefined` if it is absent.
   *
   * @throws {FeedError} `usage` for a value that is not allowed.
   */
  valueFrom(values: object): AddressValue | undefined;
  /** Parses a text from an address. `undefined` represents a text that could not be decoded. */
  read(text: string | undefined): AddressValue | AddressRefusal;
}

/** Prepares a parameter of a path, whose text is never empty, or of a query. */
export function prepareValue(
  parameter: QueryParameterDescriptor,
  location: 'path' | 'query',
): PreparedValue {
  const { name, type = 'string', required, default: defaultValue } = parameter;
  const constraints = constraintsOf(parameter, location === 'path' ? 1 : 0);
  return {
    name,
    isRequired: required === true,
    defaultValue,
    valueFrom(values) {
      const value: unknown = Object.hasOwn(values, name)
        ? Object.getOwnPropertyDescriptor(values, name)?.value
        : undefined;
      if (value === undefined) return undefined;
      if (!isValue(value)) throw usageError(name, constraints.describeType(value));
      if (!hasType(value, type)) throw usageError(name, `must be ${typeNames[type]}`);
      const violation = constraints.violationOf(value);
      if (violation !== undefined) throw usageError(name, violation);
      return value;
    },
    read(text) {
      const value = text === undefined ? undefined : parse(text, type);
      if (value === undefined) {
        return { status: 400, reason: `the value of "${name}" cannot be read` };
      }
      const violation = constraints.violationOf(value);
      if (violation === undefined) return value;
      // A value outside an enumeration identifies nothing (404). One that violates a constraint is malformed (400).
      return { status: constraints.isListed ? 404 : 400, reason: `"${name}" ${violation}` };
    },
  };
}

const typeNames = {
  string: 'a string',
  integer: 'an integer',
  number: 'a finite number',
  boolean: 'a boolean',
} as const;

interface Constraints {
  readonly isListed: boolean;
  /** Describes the violation of a value with the right type; `undefined` if there is none. */
  violationOf(value: AddressValue): string | undefined;
  describeType(value: unknown): string;
}

function constraintsOf(parameter: AddressParameterDescriptor, minimumLength: number): Constraints {
  const { type = 'string', enum: values, maxLength = Infinity } = parameter;
  const { pattern, minimum = -Infinity, maximum = Infinity } = parameter;
  const minLength = Math.max(parameter.minLength ?? 0, minimumLength);
  const expression = pattern === undefined ? undefined : textPattern(pattern);
  return {
    isListed: values !== undefined,
    violationOf(value) {
      if (values !== undefined && !values.includes(value)) return `must be one of ${list(values)}`;
      if (typeof value === 'number' && (value < minimum || value > maximum)) {
        return `must be between ${minimum} and ${maximum}`;
      }
      if (typeof value !== 'string') return undefined;
      if (value === '' && minLength > 0) return 'must not be empty';
      const length = [...value].length;
      if (length < minLength) return `must have at least ${minLength} characters`;
      if (length > maxLength) return `must have at most ${maxLength} characters`;
      if (expression?.test(value) === false) return `must match ${expression.source}`;
      return undefined;
    },
    describeType: (value) => (value === null ? 'must not be null' : `must be ${typeNames[type]}`),
  };
}

function list(values: readonly AddressValue[]): string {
  const firstValues = values.slice(0, 5).map(String).join(', ');
  return values.length > 5 ? `${firstValues}, …` : firstValues;
}

function usageError(name: string, violation: string): FeedError {
  return new FeedError('usage', `"${name}" ${violation}`);
}

function isValue(value: unknown): value is AddressValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function hasType(
  value: AddressValue,
  type: NonNullable<AddressParameterDescriptor['type']>,
): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'number') return Number.isFinite(value);
  return typeof value === type;
}

function parse(
  text: string,
  type: NonNullable<AddressParameterDescriptor['type']>,
): AddressValue | undefined {
  if (type === 'string') return text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  return hasType(value, type) ? value : undefined;
}
