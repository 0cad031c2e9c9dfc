import { assertsFormat } from '../checks/formats.js';
import type { KeywordSchema } from '../model/schema.js';
import type { JsonSchemaObject } from './json-schemas.js';

/** Keywords of numbers. `parts` are what a second keyword of the same name would say. */
export interface NumberKeywords {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly exclusiveMinimum: number | undefined;
  readonly exclusiveMaximum: number | undefined;
  readonly multipleOf: number | undefined;
  readonly parts: readonly JsonSchemaObject[];
}

/** Limits of numbers, with those of the formats that OpenAPI defines (3.1.1 section 4.4). */
export function numberKeywords(schema: KeywordSchema): NumberKeywords {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format, type } =
    schema.keywords;
  const range =
    format !== undefined && mayBeNumber(type) && assertsFormat(format, schema, {})
      ? ranges[format]
      : undefined;
  const isIntegral = range !== undefined && format !== 'float';
  const saysInteger = type?.every((each) => each === 'integer' || each === 'number') === true;
  const divisor = multipleOf?.value;
  // A schema that says no type of numbers is not restricted to them.
  const needsDivisor = isIntegral && !saysInteger;
  return {
    minimum: largest(minimum?.value, range?.[0]),
    maximum: smallest(maximum?.value, range?.[1]),
    exclusiveMinimum: exclusiveMinimum?.value,
    exclusiveMaximum: exclusiveMaximum?.value,
    multipleOf: divisor ?? (needsDivisor ? 1 : undefined),
    parts: needsDivisor && divisor !== undefined ? [{ multipleOf: 1 }] : [],
  };
}

const ranges: { readonly [format: string]: readonly [number, number] | undefined } = {
  int32: [-2147483648, 2147483647],
  int64: [-(2 ** 63), 2 ** 63],
  float: [-3.4028234663852886e38, 3.4028234663852886e38],
};

function mayBeNumber(type: readonly string[] | undefined): boolean {
  return type === undefined || type.includes('number') || type.includes('integer');
}

function largest(own: number | undefined, limit: number | undefined): number | undefined {
  return own === undefined || (limit !== undefined && limit > own) ? limit : own;
}

function smallest(own: number | undefined, limit: number | undefined): number | undefined {
  return own === undefined || (limit !== undefined && limit < own) ? limit : own;
}
