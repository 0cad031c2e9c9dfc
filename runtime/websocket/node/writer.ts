import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Frame, SharedFrame, Socket } from '../socket.js';
import { maxBuffered } from './flusher.js';

/**
 * Wraps a server's connection without compression.
 *
 * Its frames are neither masked nor compressed, so they are written directly to the stream, between the control frames
 * that `ws` writes. Everything sent until `flush` calls back goes out in one write.
 */
export function directWriter(
  socket: WebSocket,
  stream: Duplex,
  flush: (release: () => void) => void,
): Socket {
  let isCorked = false;
  let buffered = 0;
  const release = (): void => {
    isCorked = false;
    buffered = 0;
    stream.uncork();
  };
  const write = (encoded: Uint8Array): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      flush(release);
    }
    buffered += encoded.length;
    stream.write(encoded);
    if (buffered > maxBuffered) {
      buffered = 0;
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
    // Bytes that are buffered on purpose do not indicate a slow client.
    get buffered() {
      return Math.max(0, stream.writableLength - buffered);
    },
    ping() {
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    },
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  };
}

/** Encodes an unmasked frame with a text or a copy of bytes (RFC 6455 section 5.2). */
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
