import { linearPattern, obstacleTo } from '../core/pattern/linear-pattern.js';
import { createHeights } from './heights.js';
import { FakeMaker, none, type FakeDirection } from './maker.js';
import { Place } from './place.js';
import { flagsOf } from './sample-pattern.js';
import type { FakeSchema, FakeSubschema, FakeTable } from './schema.js';
import type { TextSource } from './texts.js';

/** Options of a fake. */
export interface FakeOptions<Value = unknown> {
  /**
   * Equal seeds give equal fakes. Consecutive seeds select every branch of every union. Default: 0, for which all optional members are
   * there and valid examples of the description are used.
   */
  readonly seed?: number;
  /** Members of the fake, at any depth. Lists and values that are no plain objects are taken as a whole. */
  readonly overrides?: FakeOverrides<Value>;
  /** Writes texts, such as `fakerTexts(faker)` from `@tallystick/runtime/fakes/faker`. Default: plain words. */
  readonly texts?: TextSource;
}

/** Members of a value at any depth. */
export type FakeOverrides<Value> = Value extends
  | readonly unknown[]
  | ((...parts: never) => unknown)
  | Date
  | Blob
  | Uint8Array
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]?: FakeOverrides<Value[Name]> }
    : Value;

/** Which fake is made. */
export interface FakeRequest extends FakeOptions {
  readonly schema: FakeSubschema;
  /** Name for errors and for texts that are not in a property. */
  readonly name: string;
  /** Without `readOnly` properties for `send`, and without `writeOnly` ones for `receive`. Default: `both`. */
  readonly direction?: FakeDirection;
}

/** Makes fakes of the schemas of a table. */
export interface Fakes {
  /** @throws {FakeError} if no value is found that satisfies the schema. */
  make(request: FakeRequest): unknown;
}

/** No fake was found: the schema is contradictory, or the overrides do not satisfy it. */
export class FakeError extends Error {
  override readonly name = 'FakeError';
  /** Stable identifier of the reason. */
  readonly code: 'no-fake' = 'no-fake';
}

/** Makes a fake of one type. */
export type Fake<Value> = (options?: FakeOptions<Value>) => Value;

/** Creates the function that makes fakes of a schema. The caller states the type of its values. */
export function fakeOf<Value>(
  fakes: Fakes,
  schema: FakeSubschema,
  name: string,
  direction: FakeDirection = 'both',
): Fake<Value> {
  return (options = {}) => fakes.make({ ...options, schema, name, direction }) as Value;
}

/** Settings that only generators change. */
export interface FakeSettings {
  /** Tests a text against a pattern. Default: in linear time where possible, otherwise by `RegExp`. */
  test?(pattern: string, text: string): boolean;
}

/** Creates the source of fakes for a table of schemas. */
export function createFakes(table: FakeTable, settings: FakeSettings = {}): Fakes {
  const heights = createHeights(table);
  const test = settings.test ?? testPattern;
  return {
    make({ schema, name, direction = 'both', seed = 0, overrides, texts }) {
      if (!Number.isSafeInteger(seed))
        throw new FakeError(`The seed of a fake of "${name}" must be an integer.`);
      const schemas = [schema, ...(overrides === undefined ? [] : [overridden(overrides)])];
      const maker = new FakeMaker({ table, direction, texts, test }, heights);
      const value = maker.value(schemas, Place.root(name, seed));
      if (value !== none && maker.satisfies(schemas, value)) return value;
      const reason =
        overrides === undefined
          ? 'no value was found that satisfies its schema'
          : 'no value with these overrides satisfies its schema';
      throw new FakeError(`There is no fake of "${name}": ${reason}.`);
    },
  };
}

/** A schema of which only values with these members are instances. */
function overridden(value: unknown): FakeSchema {
  if (typeof value !== 'object' || value === null) return { enum: [value] };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return { enum: [value] };
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return {
    type: ['object'],
    required: members.map(([name]) => name),
    properties: Object.fromEntries(
      members.map(([name, member]) => [name, overridden(member)] as const),
    ),
  };
}

const tests = new Map<string, (text: string) => boolean>();

function testPattern(pattern: string, text: string): boolean {
  let known = tests.get(pattern);
  if (known === undefined) tests.set(pattern, (known = testOf(pattern)));
  return known(text);
}

function testOf(pattern: string): (text: string) => boolean {
  const flags = flagsOf(pattern);
  if (obstacleTo(pattern, flags) === undefined) return linearPattern(pattern, flags).test;
  const expression = new RegExp(pattern, flags);
  return (text) => expression.test(text);
}
