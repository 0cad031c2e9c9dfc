import { FixEncodeError } from './codec.js';
import { RejectReason } from './reject-reason.js';

const SOH = 1;

/** Error for a character that a field cannot contain. */
export function unwritableCharacter(tag: number, code: number): FixEncodeError {
  return new FixEncodeError(
    RejectReason.IncorrectDataFormat,
    tag,
    code === SOH
      ? `field ${tag} contains the character that ends a field`
      : `field ${tag} contains a character that does not fit into one byte`,
  );
}

/** Error for an empty field. */
export function emptyField(tag: number): FixEncodeError {
  return new FixEncodeError(RejectReason.TagWithoutValue, tag, `field ${tag} has no value`);
}

/** Error for a missing field, or a value of the wrong type. */
export function missingField(tag: number, value: unknown): FixEncodeError {
  if (value !== undefined) return malformedValue(tag, value);
  return new FixEncodeError(RejectReason.RequiredTagMissing, tag, `field ${tag} is missing`);
}

/** Error for a value that does not have the format of its field. */
export function malformedValue(tag: number, value: unknown): FixEncodeError {
  return new FixEncodeError(
    RejectReason.IncorrectDataFormat,
    tag,
    `${formatValue(value)} does not have the format of field ${tag}`,
  );
}

/** Error for a value that its field does not allow. */
export function disallowedValue(tag: number, value: unknown): FixEncodeError {
  return new FixEncodeError(
    RejectReason.ValueIncorrect,
    tag,
    `${formatValue(value)} is not an allowed value of field ${tag}`,
  );
}

/** Formats a value for an error message, truncated if long. */
function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
