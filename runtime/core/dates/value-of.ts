import type { AnyTextCodec } from './descriptor.js';

/** Whether a codec writes a value: as it says itself, or else whatever it makes a text of that is none. */
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
