import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Frame, SharedFrame, Socket } from '../socket.js';
import { mostHeld } from './flusher.js';

/**
 * A connection of a server whose frames are not compressed. They are not masked either, so they are written past `ws`, whole, between the
 * control frames that it writes itself. What is sent until `flush` calls back goes out in one write.
 */
export function writer(
  socket: WebSocket,
  stream: Duplex,
  flush: (release: () => void) => void,
): Socket {
  let isHolding = false;
  let held = 0;
  const release = (): void => {
    isHolding = false;
    held = 0;
    stream.uncork();
  };
  const write = (encoded: Uint8Array): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (!isHolding) {
      isHolding = true;
      stream.cork();
      flush(release);
    }
    held += encoded.length;
    stream.write(encoded);
    if (held > mostHeld) {
      held = 0;
      stream.uncork();
      stream.cork();
    }
  };
  return {
    send: (frame) => write(encodeFrame(frame)),
    sendShared(shared: SharedFrame) {
      shared.encoded ??= encodeFrame(shared.frame);
      write(shared.encoded);
    },
    // What is held back is no sign of a slow client.
    get buffered() {
      return Math.max(0, stream.writableLength - held);
    },
    ping() {
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    },
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  };
}

/** An unmasked frame in one piece: text, or a copy of bytes (RFC 6455 section 5.2). */
function encodeFrame(message: Frame): Uint8Array {
  const isText = typeof message === 'string';
  const length = isText ? Buffer.byteLength(message) : message.byteLength;
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = isText ? 0x81 : 0x82;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  if (isText) frame.write(message, head);
  else frame.set(message, head);
  return frame;
}
