import { PayloadError } from '../payload-codec.js';

/** Number of indexes to read. Messages are not nested deeper. */
const maxIndexes = 64;

/**
 * Writes the path of a message within its file, between the id of the schema and the value: the number of indexes and the indexes, as integers of variable
 * length. The usual path, the first message, is a single zero.
 */
export function writeIndexes(indexes: readonly number[], payload: Uint8Array): Uint8Array {
  const isFirst = indexes.length === 1 && indexes[0] === 0;
  const head = isFirst ? [0] : [indexes.length, ...indexes].flatMap((each) => variable(each * 2));
  const framed = new Uint8Array(head.length + payload.length);
  framed.set(head);
  framed.set(payload, head.length);
  return framed;
}

function variable(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...variable(Math.floor(value / 0x80))];
}

/**
 * Reads the path of a message within its file.
 *
 * @throws {PayloadError} `malformed`
 */
export function readIndexes(bytes: Uint8Array): {
  readonly indexes: readonly number[];
  readonly payload: Uint8Array;
} {
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let shift = 0; shift < 5; shift += 1) {
      const byte = bytes[at];
      if (byte === undefined) break;
      at += 1;
      value += (byte % 0x80) * 0x80 ** shift;
      // The integers are signed, with the sign in the lowest bit.
      if (byte < 0x80 && value % 2 === 0) return value / 2;
      if (byte < 0x80) break;
    }
    throw new PayloadError('malformed', 'the payload has no path of a message after the id');
  };
  const count = next();
  if (count > maxIndexes)
    throw new PayloadError('malformed', `the path of the message has ${count} indexes`);
  const indexes = count === 0 ? [0] : Array.from({ length: count }, next);
  return { indexes, payload: bytes.subarray(at) };
}
