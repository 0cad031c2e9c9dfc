import type { HmacDescriptor, HmacFormDescriptor } from '../../core/descriptor.js';
import { AuthError } from '../error.js';
import { compilePrehash, type Prehash } from './prehash.js';

/** Where a scheme's signature stands. */
export type Place = 'headers' | 'message' | 'fields';

/** What can stand in a header, a member or a field. */
export type PartName =
  | 'key'
  | 'passphrase'
  | 'timestamp'
  | 'headers'
  | 'signature'
  | 'signature.length';

/** One way of signing: what is signed, and what each header, member or field holds. */
export interface Form {
  readonly name: string | undefined;
  readonly prehash: Prehash;
  readonly slots: readonly Slot[];
  /** Whether a part is sent. */
  sends(part: PartName): boolean;
  /** True if the signature stands in a list, where one may follow another. */
  readonly repeatsSignature: boolean;
}

/** A header, a member or a field, and its elements in order. */
export interface Slot {
  readonly name: string;
  readonly elements: readonly Element[];
  /** Stands between the elements of a list; absent if the value is one element. */
  readonly separator?: string;
}

/** Text, and the part that follows it. */
export interface Element {
  readonly before: string;
  readonly part: PartName;
}

const parts: readonly PartName[] = [
  'key',
  'passphrase',
  'timestamp',
  'headers',
  'signature',
  'signature.length',
];

/**
 * The forms of a scheme, the first one first.
 *
 * @throws {AuthError} `description` if one of them does not stand in that place, or its templates can not be read
 */
export function formsOf(descriptor: HmacDescriptor, place: Place): readonly Form[] {
  const others = descriptor.alternatives ?? [];
  return [
    formOf(descriptor, undefined, place, descriptor.separator),
    ...others.map((other) => formOf(other, other.name, place, descriptor.separator)),
  ];
}

/**
 * The form that the user of a credential asks for; the first one if none.
 *
 * @throws {AuthError} `description` for a name that no alternative has
 */
export function chosenForm(
  descriptor: HmacDescriptor,
  place: Place,
  alternative: string | undefined,
): Form {
  const form = formsOf(descriptor, place).find(({ name }) => name === alternative);
  if (form !== undefined) return form;
  throw new AuthError('description', `There is no alternative "${alternative}" of this signature`);
}

function formOf(
  descriptor: HmacFormDescriptor,
  name: string | undefined,
  place: Place,
  separator: string | undefined,
): Form {
  const values = descriptor[place];
  if (values === undefined)
    throw new AuthError('description', `x-hmac: this signature does not stand in "${place}"`);
  const slots = Object.entries(values).map(([slot, value]): Slot => {
    const elements = value.split(separator ?? ',').map((text) => elementOf(slot, text.trim()));
    // A value with a separator of its own is a list even if it shows one element.
    const isList = separator !== undefined || elements.length > 1;
    return { name: slot, elements, ...(isList ? { separator: separator ?? ',' } : {}) };
  });
  const sent = new Set(slots.flatMap(({ elements }) => elements.map(({ part }) => part)));
  if (!sent.has('signature')) throw new AuthError('description', 'x-hmac sends no signature');
  return {
    name,
    prehash: compilePrehash(descriptor.prehash),
    slots,
    sends: (part) => sent.has(part),
    repeatsSignature: slots.some(
      (slot) =>
        slot.separator !== undefined && slot.elements.some(({ part }) => part === 'signature'),
    ),
  };
}

function elementOf(slot: string, text: string): Element {
  const [, before, name] = /^([^{}]*)\{([^{}]+)\}$/.exec(text) ?? [];
  const part = parts.find((each) => each === name);
  if (before !== undefined && part !== undefined) return { before, part };
  throw new AuthError('description', `x-hmac ${slot}: this value can not be read`);
}

/**
 * What a slot holds, written: an element for each text of its part.
 *
 * @throws {AuthError} `parameter-format` for a part in a list that has the separator in it
 */
export function writeSlot(
  { elements, separator }: Slot,
  textsOf: (part: PartName) => readonly string[],
): string {
  const written = elements.flatMap(({ before, part }) =>
    textsOf(part).map((text) => {
      if (separator !== undefined && text.includes(separator))
        throw new AuthError(
          'parameter-format',
          `The ${part} has "${separator}" in it, which ends it on the wire`,
        );
      return before + text;
    }),
  );
  return written.join(separator);
}

/** The parts that a slot's text holds, in the order found; elements that nobody knows are passed over. */
export function readSlot(
  { elements, separator }: Slot,
  text: string,
): readonly (readonly [part: PartName, value: string])[] {
  const pieces =
    separator === undefined ? [text] : text.split(separator).map((piece) => piece.trim());
  return pieces.flatMap((piece) => {
    const element = elements.find(({ before }) => piece.startsWith(before));
    return element === undefined ? [] : [[element.part, piece.slice(element.before.length)]];
  });
}
