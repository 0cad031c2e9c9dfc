import { FixEncodeError } from './codec.js';
import { RejectReason } from './reject-reason.js';

const SOH = 1;

/** A character that no field may hold. */
export function unwritable(tag: number, code: number): FixEncodeError {
  return new FixEncodeError(
    RejectReason.IncorrectDataFormat,
    tag,
    code === SOH
      ? `field ${tag} holds the character that ends a field`
      : `field ${tag} holds a character that one byte can not say`,
  );
}

/** A field without a value. */
export function empty(tag: number): FixEncodeError {
  return new FixEncodeError(RejectReason.TagWithoutValue, tag, `field ${tag} has no value`);
}

/** What is there is not what a field of this kind holds; most often there is nothing. */
export function missing(tag: number, value: unknown): FixEncodeError {
  if (value !== undefined) return misshapen(tag, value);
  return new FixEncodeError(RejectReason.RequiredTagMissing, tag, `field ${tag} is missing`);
}

/** A value that has not the form of its field's type. */
export function misshapen(tag: number, value: unknown): FixEncodeError {
  return new FixEncodeError(
    RejectReason.IncorrectDataFormat,
    tag,
    `${shown(value)} has not the form of field ${tag}`,
  );
}

/** A value that its field may not have. */
export function forbidden(tag: number, value: unknown): FixEncodeError {
  return new FixEncodeError(
    RejectReason.ValueIncorrect,
    tag,
    `${shown(value)} is not a value of field ${tag}`,
  );
}

/** A value as an error shows it, however long it is. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
