import type { Input } from './protocol.js';

/** Longest fragment that browsers and messengers pass on. */
export const maxFragment = 60_000;

/** Largest input that a link may unpack to, in bytes. */
const maxUnpacked = 4_000_000;

const prefix = '#input=';

/** The fragment of a link to an input, or `undefined` if it would be too long. Servers do not see fragments. */
export async function encodeFragment(input: Input): Promise<string | undefined> {
  const text = JSON.stringify([input.document.name, input.document.text, input.config]);
  if (text.length > maxUnpacked) return undefined;
  const bytes = await pass(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const fragment = `${prefix}${base64url(bytes)}`;
  return fragment.length > maxFragment ? undefined : fragment;
}

/** True if a fragment is that of a link to an input. */
export function isFragment(fragment: string): boolean {
  return fragment.startsWith(prefix);
}

/** The name and texts of a fragment, or `undefined` if it is damaged or unpacks to too much. */
export async function decodeFragment(fragment: string): Promise<Input | undefined> {
  const encoded = fragment.slice(prefix.length);
  if (!/^[\w-]+$/.test(encoded)) return undefined;
  try {
    const packed = Uint8Array.from(
      atob(encoded.replaceAll('-', '+').replaceAll('_', '/')),
      (character) => character.charCodeAt(0),
    );
    const bytes = await pass(packed, new DecompressionStream('deflate-raw'));
    return inputOfJson(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return undefined;
  }
}

function inputOfJson(value: unknown): Input | undefined {
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  const [name, text, config] = value as readonly unknown[];
  if (typeof name !== 'string' || typeof text !== 'string' || typeof config !== 'string')
    return undefined;
  return { document: { name, text }, config };
}

/** Passes bytes through a stream. Rejects if more than an input comes out. */
async function pass(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
    if (length > maxUnpacked) {
      await reader.cancel();
      throw new RangeError('the link unpacks to too much');
    }
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function base64url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
