import { firstInexact } from '../exact-numbers.js';
import type { Read } from './parts.js';

const strictUtf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });

/** Bytes as text; `undefined` where they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads JSON out of UTF-8 bytes; a number that would change is a fault. */
export function decodeJson(bytes: Uint8Array): Read {
  return decodeJsonWith(bytes, (text) => {
    const value: unknown = JSON.parse(text);
    const at = firstInexact(text);
    return at < 0 ? { value } : { fault: `a number changes when it is read, at offset ${at}` };
  });
}

/** Reads JSON out of UTF-8 bytes in a way of one's own. */
export function decodeJsonWith(bytes: Uint8Array, read: (text: string) => Read): Read {
  if (bytes.length === 0) return { fault: 'the body is empty where JSON is declared' };
  const text = textOf(bytes);
  if (text === undefined) return { fault: 'the body is not UTF-8' };
  try {
    return read(text);
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: 'the body is not JSON' };
    throw error;
  }
}
