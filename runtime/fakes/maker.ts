import { fakeArray } from './arrays.js';
import { conjunctionOf, type Conjunction } from './conjunction.js';
import { isIntegerFormat } from './formats.js';
import { createHeights, type Heights } from './heights.js';
import { matches, type MatchContext } from './matches.js';
import { fakeNumber } from './numbers.js';
import { fakeObject } from './objects.js';
import type { Place } from './place.js';
import {
  resolved,
  type FakeSchema,
  type FakeSubschema,
  type FakeTable,
  type FakeType,
} from './schema.js';
import { fakeText, type TextSource } from './texts.js';

/** Result if no value was found. */
export const none: unique symbol = Symbol('no value');

/** Which way a value travels, seen from a client. */
export type FakeDirection = 'send' | 'receive' | 'both';

/** Settings of a {@link FakeMaker}. */
export interface MakerSettings {
  readonly table: FakeTable;
  readonly direction: FakeDirection;
  readonly texts: TextSource | undefined;
  test(pattern: string, text: string): boolean;
}

/** Maximum number of values, with attempts, that one fake may cost. */
const maxSteps = 60_000;
/** Values after which optional members and items are left out. */
const fullSize = 400;

/** Makes values of schemas. Each serves one fake, because its work is bounded. */
export class FakeMaker implements MatchContext {
  readonly table: FakeTable;
  readonly heights: Heights;
  private readonly settings: MakerSettings;
  private steps = 0;

  constructor(settings: MakerSettings, heights: Heights = createHeights(settings.table)) {
    this.settings = settings;
    this.table = settings.table;
    this.heights = heights;
  }

  /** A value that satisfies all the schemas, or `none`. */
  value(subschemas: readonly FakeSubschema[], place: Place): unknown {
    if (place.isTooDeep || subschemas.some((each) => this.heights(each) === Infinity)) return none;
    let attempts = 1;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      this.steps += 1;
      if (this.steps > maxSteps) return none;
      const conjunction = conjunctionOf(this, subschemas, place.retried(attempt));
      if (conjunction === undefined) {
        attempts = Math.max(attempts, 8);
        continue;
      }
      attempts = Math.min(64, Math.max(attempts, conjunction.isPlain ? 2 : 12 + conjunction.ways));
      const value = this.candidate(conjunction, subschemas);
      if (value === none) continue;
      if (conjunction.isPlain || this.satisfies(subschemas, value)) return value;
    }
    return none;
  }

  /** True if a value satisfies all the schemas. */
  satisfies(subschemas: readonly FakeSubschema[], value: unknown): boolean {
    return subschemas.every((each) => matches(each, value, this));
  }

  test(pattern: string, text: string): boolean {
    return this.settings.test(pattern, text);
  }

  isOmitted(subschema: FakeSubschema): boolean {
    const { direction } = this.settings;
    const schema = resolved(this.table, subschema);
    if (direction === 'both' || typeof schema === 'boolean') return false;
    return schema[direction === 'send' ? 'readOnly' : 'writeOnly'] === true;
  }

  /** True if optional parts are left out. */
  isShort(place: Place): boolean {
    return place.isMinimal || this.steps > fullSize;
  }

  private candidate(conjunction: Conjunction, subschemas: readonly FakeSubschema[]): unknown {
    const { schemas, place } = conjunction;
    const listed = schemas.find((schema) => schema.enum !== undefined)?.enum;
    if (listed !== undefined) {
      const valid = listed.filter((value) => this.satisfies(subschemas, value));
      const chosen = valid.length > 0 ? valid : listed;
      return chosen.length === 0 ? none : chosen[place.branch(chosen.length)];
    }
    const example = this.example(conjunction, subschemas);
    return example === none ? this.ofType(conjunction) : example;
  }

  /** One of the examples, if it is valid and the place wants it. */
  private example(
    { schemas, place, types }: Conjunction,
    subschemas: readonly FakeSubschema[],
  ): unknown {
    if (place.ignoresExamples) return none;
    const isComposed = types.includes('object') || types.includes('array');
    if (!place.prefersExamples && place.fraction('example') > (isComposed ? 0.15 : 0.5))
      return none;
    const examples = schemas.flatMap((schema) => schema.examples ?? []);
    const from = place.prefersExamples ? 0 : place.index(examples.length, 'which example');
    for (const example of [...examples.slice(from), ...examples.slice(0, from)])
      if (this.satisfies(subschemas, example)) return example;
    return none;
  }

  private ofType(conjunction: Conjunction): unknown {
    const { schemas, place } = conjunction;
    switch (this.typeOf(conjunction)) {
      case 'null':
        return null;
      case 'boolean':
        return place.branch(2) === 0;
      case 'integer':
      case 'number':
        return this.number(conjunction);
      case 'string':
        return this.text(schemas, place);
      case 'array':
        return fakeArray(this, conjunction);
      case 'object':
        return fakeObject(this, conjunction);
      case undefined:
        return none;
    }
  }

  /** Chooses one of the possible types. Null is rare. */
  private typeOf({ types, place, schemas }: Conjunction): FakeType | undefined {
    const others: readonly FakeType[] = types.filter((type) => type !== 'null');
    if (types.includes('null') && (others.length === 0 || place.isRareTurn(6))) return 'null';
    const [only] = others;
    if (others.length <= 1) return only;
    const described = describedTypes(schemas).filter((type) => others.includes(type));
    const possible = described.length > 0 ? described : others;
    return possible[place.branch(possible.length)];
  }

  private number({ schemas, types, place }: Conjunction): unknown {
    const isInteger =
      !types.includes('number') || schemas.some(({ format = '' }) => isIntegerFormat(format));
    const isBigint = schemas.some(({ form }) => form === 'bigint');
    const value = fakeNumber(schemas, isInteger || isBigint, place);
    if (value === undefined) return none;
    return isBigint ? BigInt(value) : value;
  }

  private text(schemas: readonly FakeSchema[], place: Place): unknown {
    const text = fakeText(schemas, place, {
      source: this.settings.texts,
      test: this.settings.test,
    });
    if (text === undefined) return none;
    if (schemas.some(({ form }) => form === 'bytes')) return new TextEncoder().encode(text);
    const codec = schemas.find((schema) => schema.codec !== undefined)?.codec;
    if (codec === undefined) return text;
    try {
      return codec.decode(text);
    } catch {
      return none;
    }
  }
}

/** Types for which schemas without a type have keywords; text if there are none. */
function describedTypes(schemas: readonly FakeSchema[]): readonly FakeType[] {
  if (schemas.some(({ type }) => type !== undefined)) return [];
  const has = (...names: readonly (keyof FakeSchema)[]): boolean =>
    schemas.some((schema) => names.some((name) => schema[name] !== undefined));
  if (
    has(
      'properties',
      'required',
      'patternProperties',
      'propertyNames',
      'minProperties',
      'dependentRequired',
    )
  )
    return ['object'];
  if (has('items', 'prefixItems', 'contains', 'minItems')) return ['array'];
  if (has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'))
    return ['number'];
  if (has('additionalProperties')) return ['object'];
  return ['string'];
}
