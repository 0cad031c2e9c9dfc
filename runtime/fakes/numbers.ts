import { isMultipleOf } from '../core/validate/decimal.js';
import type { Place } from './place.js';
import type { FakeSchema } from './schema.js';

/** Limits of integers by format. */
const limitsByFormat: { readonly [format: string]: readonly [number, number] } = {
  int8: [-128, 127],
  uint8: [0, 255],
  int16: [-32_768, 32_767],
  uint16: [0, 65_535],
  int32: [-2_147_483_648, 2_147_483_647],
  uint32: [0, 4_294_967_295],
  uint64: [0, Number.MAX_SAFE_INTEGER],
};

/** Usual ranges, by a regular expression that the name of the property matches. */
const rangesByName: readonly (readonly [RegExp, number, number])[] = [
  [/lat(?:itude)?$/i, -80, 80],
  [/(?:lng|lon|longitude)$/i, -170, 170],
  [/^age$|percent|progress/i, 18, 90],
  [/year$/i, 2020, 2030],
  [/(?:^|_)(?:page|offset)$/i, 1, 10],
  [/(?:At|_at|timestamp|Timestamp|created|updated)$/, 1_600_000_000, 1_700_000_000],
];

/** A number that satisfies all the schemas; `undefined` if none is found. */
export function fakeNumber(
  schemas: readonly FakeSchema[],
  isInteger: boolean,
  place: Place,
): number | undefined {
  const limits = schemas.flatMap(({ format = '' }) =>
    Object.hasOwn(limitsByFormat, format) ? [limitsByFormat[format] ?? [0, 0]] : [],
  );
  const least = Math.max(
    ...schemas.map(({ minimum = -Infinity }) => Number(minimum)),
    ...schemas.map(({ exclusiveMinimum = -Infinity }) => Number(exclusiveMinimum)),
    ...limits.map(([from = -Infinity]) => from),
  );
  const most = Math.min(
    ...schemas.map(({ maximum = Infinity }) => Number(maximum)),
    ...schemas.map(({ exclusiveMaximum = Infinity }) => Number(exclusiveMaximum)),
    ...limits.map(([, to = Infinity]) => to),
  );
  if (least > most) return undefined;
  const divisors = schemas.flatMap(({ multipleOf }) => multipleOf ?? []);
  const isValid = (value: number): boolean =>
    Number.isFinite(value) &&
    (!isInteger || Number.isInteger(value)) &&
    value >= least &&
    value <= most &&
    schemas.every(
      ({ exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity }) =>
        value > exclusiveMinimum && value < exclusiveMaximum,
    ) &&
    divisors.every((divisor) => isMultipleOf(value, divisor));
  return candidates(least, most, divisors, isInteger, place).find(isValid);
}

function candidates(
  least: number,
  most: number,
  divisors: readonly string[],
  isInteger: boolean,
  place: Place,
): readonly number[] {
  const [from, to] = rangeOf(least, most, place.name);
  const drawn = from + place.fraction('number') * (to - from);
  const steps = divisors.flatMap((divisor) => multiples(divisor, divisors, from, to, drawn));
  const plain = isInteger
    ? [
        Math.round(drawn),
        Math.ceil(least),
        Math.floor(most),
        Math.ceil(least) + 1,
        Math.floor(most) - 1,
      ]
    : [Number(drawn.toFixed(2)), drawn, least, most, (from + to) / 2, (least + most) / 2];
  return [...steps, ...plain, 0, Math.floor(least) + 1, Math.ceil(most) - 1];
}

/** A range of usual size within the limits. */
function rangeOf(least: number, most: number, name: string): readonly [number, number] {
  const usual = rangesByName.find(([pattern]) => pattern.test(name));
  if (usual !== undefined && usual[1] >= least && usual[2] <= most) return [usual[1], usual[2]];
  const from = Number.isFinite(least) ? least : Number.isFinite(most) ? most - 1000 : 1;
  if (from < 1 && most >= 2 && least < 1 && least > -Infinity && most > 1000)
    return [Math.max(least, 1), 1000];
  return [from, Math.min(most, Math.max(from + 1000, 1))];
}

/** Multiples of a divisor near a number, and of the product with the others. */
function multiples(
  divisor: string,
  all: readonly string[],
  from: number,
  to: number,
  near: number,
): readonly number[] {
  const step = Number(divisor);
  if (!(step > 0)) return [];
  const places = Math.min(20, decimalsOf(divisor));
  const product = all.reduce((value, each) => value * Number(each), 1);
  const at = (count: number, size: number): number => Number((count * size).toFixed(places));
  return [step, product].flatMap((size) => [
    at(Math.round(near / size), size),
    at(Math.ceil(from / size), size),
    at(Math.floor(to / size), size),
    at(Math.ceil(from / size) + 1, size),
    at(Math.floor(to / size) - 1, size),
  ]);
}

function decimalsOf(text: string): number {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(power));
}
