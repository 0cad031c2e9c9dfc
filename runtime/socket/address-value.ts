import type { AddressParameterDescriptor, QueryParameterDescriptor } from './address-descriptor.js';
import { textPattern } from '../core/text-pattern.js';
import { FeedError } from './errors.js';
import type { AddressRefusal } from './room-address.js';

/** A value in an address. */
export type AddressValue = string | number | boolean;

/** Values of an address by the names of their parameters. */
export type AddressValues = Readonly<Record<string, AddressValue>>;

/** One parameter, ready to be checked, written and read. */
export interface PreparedValue {
  readonly name: string;
  readonly isRequired: boolean;
  /** Assumed by servers if there is none. */
  readonly usual: AddressValue | undefined;
  /**
   * Its value among those that a program gives; `undefined` if there is none.
   *
   * @throws {FeedError} `usage` for a value that is not allowed
   */
  take(given: object): AddressValue | undefined;
  /** Reads a text from an address; `undefined` stands for one that could not be decoded. */
  read(text: string | undefined): AddressValue | AddressRefusal;
}

/** Prepares a parameter of a path, whose text is never empty, or of a query. */
export function prepareValue(
  parameter: QueryParameterDescriptor,
  place: 'path' | 'query',
): PreparedValue {
  const { name, type = 'string', required, default: usual } = parameter;
  const demand = demandOf(parameter, place === 'path' ? 1 : 0);
  return {
    name,
    isRequired: required === true,
    usual,
    take(given) {
      const value: unknown = Object.hasOwn(given, name)
        ? Object.getOwnPropertyDescriptor(given, name)?.value
        : undefined;
      if (value === undefined) return undefined;
      if (!isValue(value)) throw misfit(name, demand.words(value));
      if (!hasType(value, type)) throw misfit(name, `must be ${typeNames[type]}`);
      const wrong = demand.of(value);
      if (wrong !== undefined) throw misfit(name, wrong);
      return value;
    },
    read(text) {
      const value = text === undefined ? undefined : parse(text, type);
      if (value === undefined) {
        return { status: 400, reason: `the value of "${name}" cannot be read` };
      }
      const wrong = demand.of(value);
      if (wrong === undefined) return value;
      // A value that is not listed names nothing; one that breaks a rule is malformed.
      return { status: demand.isListed ? 404 : 400, reason: `"${name}" ${wrong}` };
    },
  };
}

const typeNames = {
  string: 'a string',
  integer: 'an integer',
  number: 'a finite number',
  boolean: 'a boolean',
} as const;

interface Demand {
  readonly isListed: boolean;
  /** Says what is wrong with a value of the right type. */
  of(value: AddressValue): string | undefined;
  words(value: unknown): string;
}

function demandOf(parameter: AddressParameterDescriptor, leastLength: number): Demand {
  const { type = 'string', enum: values, maxLength = Infinity } = parameter;
  const { pattern, minimum = -Infinity, maximum = Infinity } = parameter;
  const minLength = Math.max(parameter.minLength ?? 0, leastLength);
  const expression = pattern === undefined ? undefined : textPattern(pattern);
  return {
    isListed: values !== undefined,
    of(value) {
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
    words: (value) => (value === null ? 'must not be null' : `must be ${typeNames[type]}`),
  };
}

function list(values: readonly AddressValue[]): string {
  const shown = values.slice(0, 5).map(String).join(', ');
  return values.length > 5 ? `${shown}, …` : shown;
}

function misfit(name: string, wrong: string): FeedError {
  return new FeedError('usage', `"${name}" ${wrong}`);
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
