import type { Frame } from './socket.js';

/** A message as it travels: bytes as they are, anything else as JSON. */
export function frameOf(message: unknown): Frame {
  return message instanceof Uint8Array ? message : JSON.stringify(message);
}
