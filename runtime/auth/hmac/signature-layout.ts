import type { HmacDescriptor, HmacFormDescriptor } from '../../core/descriptor.js';
import { AuthError } from '../error.js';
import { compilePrehash, type Prehash } from './prehash.js';

/** Location of a scheme's signature. */
export type SignatureLocation = 'headers' | 'message' | 'fields';

/** Parts that a header, member or field can contain. */
export type PartName =
  | 'key'
  | 'passphrase'
  | 'timestamp'
  | 'headers'
  | 'signature'
  | 'signature.length';

/** One form of a signature: the signed text, and the contents of each header, member or field. */
export interface SignatureLayout {
  readonly name: string | undefined;
  readonly prehash: Prehash;
  readonly slots: readonly SignatureSlot[];
  /** True if a part is sent. */
  sends(part: PartName): boolean;
  /** True if the signature is in a list, which may contain several. */
  readonly repeatsSignature: boolean;
}

/** A header, member or field with its elements in order. */
export interface SignatureSlot {
  readonly name: string;
  readonly elements: readonly Element[];
  /** Separator between the elements of a list; absent if the value is a single element. */
  readonly separator?: string;
}

/** A part and the literal text before it. */
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
 * Returns the forms of a scheme, starting with the default one.
 *
 * @throws {AuthError} `description` if a form is not for this location or its templates are invalid
 */
export function formsOf(
  descriptor: HmacDescriptor,
  location: SignatureLocation,
): readonly SignatureLayout[] {
  const others = descriptor.alternatives ?? [];
  return [
    formOf(descriptor, undefined, location, descriptor.separator),
    ...others.map((other) => formOf(other, other.name, location, descriptor.separator)),
  ];
}

/**
 * Returns a form by the name of its alternative; the default form if none is named.
 *
 * @throws {AuthError} `description` for an unknown alternative
 */
export function chosenForm(
  descriptor: HmacDescriptor,
  location: SignatureLocation,
  alternative: string | undefined,
): SignatureLayout {
  const form = formsOf(descriptor, location).find(({ name }) => name === alternative);
  if (form !== undefined) return form;
  throw new AuthError('description', `This signature has no alternative "${alternative}"`);
}

function formOf(
  descriptor: HmacFormDescriptor,
  name: string | undefined,
  location: SignatureLocation,
  separator: string | undefined,
): SignatureLayout {
  const values = descriptor[location];
  if (values === undefined)
    throw new AuthError('description', `x-hmac: this signature is not sent in "${location}"`);
  const slots = Object.entries(values).map(([slot, value]): SignatureSlot => {
    const elements = value.split(separator ?? ',').map((text) => elementOf(slot, text.trim()));
    // A value with an explicit separator is a list even if it has one element.
    const isList = separator !== undefined || elements.length > 1;
    return { name: slot, elements, ...(isList ? { separator: separator ?? ',' } : {}) };
  });
  const sentParts = new Set(slots.flatMap(({ elements }) => elements.map(({ part }) => part)));
  if (!sentParts.has('signature')) throw new AuthError('description', 'x-hmac sends no signature');
  return {
    name,
    prehash: compilePrehash(descriptor.prehash),
    slots,
    sends: (part) => sentParts.has(part),
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
  throw new AuthError('description', `x-hmac ${slot}: this template is invalid`);
}

/**
 * Formats the value of a slot, with an element for each text of its part.
 *
 * @throws {AuthError} `parameter-format` if a text in a list contains the separator
 */
export function writeSlot(
  { elements, separator }: SignatureSlot,
  textsOf: (part: PartName) => readonly string[],
): string {
  const written = elements.flatMap(({ before, part }) =>
    textsOf(part).map((text) => {
      if (separator !== undefined && text.includes(separator))
        throw new AuthError(
          'parameter-format',
          `The ${part} has "${separator}" in it, which is the separator on the wire`,
        );
      return before + text;
    }),
  );
  return written.join(separator);
}

/** Returns the parts in a slot's text, in order. Unknown elements are skipped. */
export function readSlot(
  { elements, separator }: SignatureSlot,
  text: string,
): readonly (readonly [part: PartName, value: string])[] {
  const pieces =
    separator === undefined ? [text] : text.split(separator).map((piece) => piece.trim());
  return pieces.flatMap((piece) => {
    const element = elements.find(({ before }) => piece.startsWith(before));
    return element === undefined ? [] : [[element.part, piece.slice(element.before.length)]];
  });
}
