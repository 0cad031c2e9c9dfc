import type { AnyTextCodec } from './descriptor.js';

/** True if a codec can encode a value: according to its `is`, or by trying. */
export function isEncodable(codec: AnyTextCodec, value: unknown): boolean {
  if (codec.is !== undefined) return codec.is(value);
  if (typeof value === 'string' || value === undefined || value === null) return false;
  try {
    const text: unknown = codec.encode(value as never);
    return typeof text === 'string';
  } catch {
    return false;
  }
}
