import { rejectTexts } from '../../runtime/fix/index.js';
import type { FixDictionary } from './dictionary.js';
import type { RawField } from './scan.js';
import { bytesOf } from './field-value.js';

/** Errors of the framing fields, by field index. */
export function frameErrors(
  fields: readonly RawField[],
  { api, isComplete }: FixDictionary,
): ReadonlyMap<number, readonly string[]> {
  const faults = new Map<number, readonly string[]>();
  const [begin, length, type] = fields;
  if (isComplete && begin?.value !== api.beginString)
    faults.set(0, [`the description is of ${api.beginString}`]);
  if (length?.tag !== '9') faults.set(1, [`${rejectTexts[14]}: BodyLength (9) comes second`]);
  if (type?.tag !== '35') faults.set(2, [`${rejectTexts[14]}: MsgType (35) comes third`]);
  const last = fields.length - 1;
  if (fields[last]?.tag !== '10') {
    faults.set(last, ['the message ends here, without CheckSum (10)']);
    return faults;
  }
  const bodyLength = wire(fields.slice(2, -1)).length;
  if (length?.tag === '9' && Number(length.value) !== bodyLength)
    faults.set(1, [`the body has ${bodyLength} bytes`]);
  const check = checkSum(wire(fields.slice(0, -1)));
  if (fields[last]?.value !== check) faults.set(last, [`the bytes add up to ${check}`]);
  return faults;
}

/** Formats fields for transmission, one character for each byte. */
export function wire(fields: readonly RawField[]): string {
  return fields
    .map(({ tag, value, isOdd }) => `${tag}${isOdd === true ? '' : '='}${value}\u0001`)
    .join('');
}

/** CheckSum (10) of the preceding text. */
export function checkSum(text: string): string {
  const sum = bytesOf(text).reduce((total, byte) => (total + byte) % 256, 0);
  return String(sum).padStart(3, '0');
}
