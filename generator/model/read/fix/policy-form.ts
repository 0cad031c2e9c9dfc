import { didYouMean } from '../../../core/suggestion.js';
import type { Json } from '../../schema.js';
import { describeType, isArray, isObject } from '../json.js';
import { placeAt } from '../openapi/node.js';
import type { Place } from '../openapi/node.js';

/** What a member of `x-fix-session` may be. */
export type Form =
  | { readonly kind: 'text'; readonly holds?: (text: string) => boolean; readonly example?: string }
  | { readonly kind: 'flag' }
  | {
      readonly kind: 'number';
      readonly from: number;
      readonly to?: number;
      readonly isInteger?: true;
    }
  | { readonly kind: 'word'; readonly words: readonly string[] }
  | { readonly kind: 'list'; readonly item: Form; readonly mayBeEmpty?: true }
  | { readonly kind: 'object'; readonly members: Members; readonly required?: readonly string[] }
  | { readonly kind: 'schema' };

/** The members of an object, by their names. */
export interface Members {
  readonly [name: string]: Form;
}

/** A value as far as it has its form; the rest is told where it stands, and left out. */
export function checkForm(place: Place, form: Form, what: string): Json | undefined {
  const { value } = place;
  switch (form.kind) {
    case 'text':
      if (typeof value !== 'string') return wrong(place, what, 'a text');
      // Texts are sent, and a field ends with a control character.
      if (value === '' || /[\u0000-\u001f\u007f]/.test(value))
        return wrong(place, what, 'a text without control characters, and not empty');
      if (form.holds?.(value) === false)
        return wrong(place, what, `of the form "${form.example ?? ''}"`);
      return value;
    case 'flag':
      return typeof value === 'boolean' ? value : wrong(place, what, 'true or false');
    case 'number':
      if (
        typeof value === 'number' &&
        value >= form.from &&
        value <= (form.to ?? Number.MAX_SAFE_INTEGER) &&
        (form.isInteger !== true || Number.isInteger(value))
      )
        return value;
      return wrong(place, what, wantedNumber(form));
    case 'word':
      if (typeof value === 'string' && form.words.includes(value)) return value;
      place.reporter.error(
        'invalid-extension',
        place.origin,
        `${what} is none of ${form.words.map((each) => `"${each}"`).join(', ')}`,
        typeof value === 'string' ? didYouMean(value, form.words) : {},
      );
      return undefined;
    case 'list':
      if (!isArray(value)) return wrong(place, what, 'a list');
      if (value.length === 0 && form.mayBeEmpty !== true)
        return wrong(place, what, 'a list with something in it');
      return value.flatMap((_, index) => {
        const item = placeAt(place, index);
        const checked =
          item === undefined ? undefined : checkForm(item, form.item, `an item of ${what}`);
        return checked === undefined ? [] : [checked];
      });
    case 'object':
      return isObject(value) ? checkObject(place, form, what) : wrong(place, what, 'an object');
    case 'schema':
      return undefined;
  }
}

function wantedNumber({ from, to, isInteger }: Extract<Form, { readonly kind: 'number' }>): string {
  const kind = isInteger === true ? 'an integer' : 'a number';
  return to === undefined ? `${kind} from ${from} upwards` : `${kind} from ${from} to ${to}`;
}

function checkObject(
  place: Place,
  { members, required = [] }: Extract<Form, { readonly kind: 'object' }>,
  what: string,
): Json {
  const value = isObject(place.value) ? place.value : {};
  for (const name of required) {
    if (Object.hasOwn(value, name)) continue;
    place.reporter.error('invalid-extension', place.origin, `${what} has no "${name}"`);
  }
  const entries = Object.keys(value).flatMap((name): (readonly [string, Json])[] => {
    const form = Object.hasOwn(members, name) ? members[name] : undefined;
    const below = placeAt(place, name);
    if (name === 'x-basis' || below === undefined) return [];
    if (form === undefined) {
      place.reporter.error(
        'invalid-extension',
        below.origin,
        `"${name}" is not a member of ${what}`,
        { part: 'key', ...didYouMean(name, Object.keys(members)) },
      );
      return [];
    }
    const checked = checkForm(below, form, `"${name}"`);
    return checked === undefined ? [] : [[name, checked]];
  });
  return Object.fromEntries(entries);
}

function wrong(place: Place, what: string, wanted: string): undefined {
  const { value } = place;
  const isPlain = typeof value === 'number' || (typeof value === 'string' && value.length <= 40);
  const isEmpty = isArray(value) && value.length === 0;
  const found = isPlain ? JSON.stringify(value) : isEmpty ? 'an empty list' : describeType(value);
  place.reporter.error(
    'invalid-extension',
    place.origin,
    `${what} is ${found} where it is ${wanted}`,
  );
  return undefined;
}
