import type { Check, NumberPart, StringPart } from './check.js';
import { count, typePhrase } from './phrase.js';
import { fractionType, integerType, numberType, stringType } from './type-set.js';

/**
 * Phrase for a check of strings or numbers, if it is complete: `a UUID`,
 * `a string of at least 3 characters that matches ^a`, `an integer of at least 1 and at most 5`.
 */
export function scalarPhrase(check: Check): string | undefined {
  const { types, literals, number, string, array, object, any } = check;
  if (literals !== undefined || array.length + object.length + any.length > 0) return undefined;
  if (types === stringType) return stringPhrase(string);
  if (types === integerType || types === numberType) return numberPhrase(types, number);
  return undefined;
}

function stringPhrase(parts: readonly StringPart[]): string | undefined {
  if (parts.length > 2) return undefined;
  const format = parts.find((part) => part.keyword === 'format');
  const noun = format === undefined ? 'a string' : formatPhrase(format.name);
  const bounds = parts.flatMap((part) => {
    if (part.keyword === 'minLength') return [`at least ${count(part.limit, 'character')}`];
    return part.keyword === 'maxLength' ? [`at most ${count(part.limit, 'character')}`] : [];
  });
  const rest = parts.flatMap((part) =>
    part.keyword === 'pattern' ? [`matches ${part.pattern}`] : [],
  );
  return withConditions(noun, bounds, rest);
}

function numberPhrase(types: number, parts: readonly NumberPart[]): string | undefined {
  if (parts.length > 2) return undefined;
  const format = parts.find((part) => part.keyword === 'format');
  const bits = format === undefined ? undefined : /^u?int(\d+)$/.exec(format.name)?.[1];
  const bounds = parts.flatMap((part) => {
    if (part.keyword === 'format' || part.keyword === 'multipleOf') return [];
    return [`${comparisons[part.keyword]} ${part.bound.text}`];
  });
  const rest = parts.flatMap((part) =>
    part.keyword === 'multipleOf' ? [`is a multiple of ${part.divisor.text}`] : [],
  );
  const noun = typePhrase(types & ~(types === numberType ? 0 : fractionType));
  return withConditions(bits === undefined ? noun : `${noun} of ${bits} bits`, bounds, rest);
}

function withConditions(noun: string, bounds: readonly string[], rest: readonly string[]): string {
  const bound = bounds.length === 0 ? '' : ` of ${bounds.join(' and ')}`;
  return `${noun}${bound}${rest.length === 0 ? '' : ` that ${rest.join(' and ')}`}`;
}

function formatPhrase(name: string): string {
  return formats[name] ?? `a string of the format ${name}`;
}

const comparisons = {
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'more than',
  exclusiveMaximum: 'less than',
} as const;

const formats: { readonly [format: string]: string } = {
  byte: 'base64 text',
  date: 'a date such as 2024-01-31',
  'date-time': 'a date and time such as 2024-01-31T12:00:00Z',
  uuid: 'a UUID',
};
