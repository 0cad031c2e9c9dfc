import { firstInexact } from '../exact-numbers.js';
import type { Read } from './capabilities.js';

const strictUtf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });

/** Decodes bytes as text; `undefined` if they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes JSON from UTF-8 bytes. A number that loses precision is a fault. */
export function decodeJson(bytes: Uint8Array): Read {
  return decodeJsonWith(bytes, (text) => {
    const value: unknown = JSON.parse(text);
    const at = firstInexact(text);
    return at < 0 ? { value } : { fault: `a number loses precision, at offset ${at}` };
  });
}

/** Decodes JSON from UTF-8 bytes with a custom parser. */
export function decodeJsonWith(bytes: Uint8Array, read: (text: string) => Read): Read {
  if (bytes.length === 0) return { fault: 'the body is empty, but JSON is declared' };
  const text = textOf(bytes);
  if (text === undefined) return { fault: 'the body is not UTF-8' };
  try {
    return read(text);
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: 'the body is not JSON' };
    throw error;
  }
}
