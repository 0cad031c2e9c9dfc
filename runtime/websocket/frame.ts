import type { Frame } from './socket.js';

/** Encodes a value as JSON text. */
export type WriteJson = (value: unknown) => string;

/** Encodes a message: bytes unchanged, anything else as JSON. */
export function frameOf(message: unknown, writeJson: WriteJson): Frame {
  return message instanceof Uint8Array ? message : writeJson(message);
}
