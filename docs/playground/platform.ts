import { sha256 } from '@noble/hashes/sha2.js';
import type { Platform } from '../../generator/platform/platform.js';

/** The platform of a worker in a browser. */
export const platform: Platform = {
  // Only entries of a cache depend on it, and a browser has no cache.
  engine: 'browser',
  sha256(content, encoding) {
    const digest = sha256(
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    );
    return encoding === 'hex' ? hexOf(digest) : base64urlOf(digest);
  },
  latin1(bytes) {
    let text = '';
    for (let start = 0; start < bytes.length; start += CHUNK)
      text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
    return text;
  },
  decodeLatin1: (encoded) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      Uint8Array.from(encoded, (character) => character.charCodeAt(0)),
    ),
  libraryHint: () => 'a browser has no such libraries: use the command line',
  // A browser cannot interrupt a function. Whoever started the worker ends it when it takes too long.
  withTimeLimit: (_milliseconds, work) => ({ ended: true, value: work() }),
};

/** Number of arguments that every engine accepts. */
const CHUNK = 8192;

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function base64urlOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
