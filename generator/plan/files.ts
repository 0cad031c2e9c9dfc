import { digestOf, kebabCase } from './names/words.js';

/** Device names that Windows reserves, with any extension. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/u;

/** Base names used by other files in a folder of services. */
const reservedNames = new Set(['index', 'principals']);

/**
 * Converts words to a base name of lowercase ASCII letters, digits and hyphens, which is safe on
 * every file system. All file names come from this function. If characters are lost, a digest keeps
 * the name unique.
 */
export function fileName(words: readonly string[]): string {
  const text = kebabCase(words);
  const ascii = text
    .replace(/[^a-z0-9-]/gu, '')
    .replace(/^-+|-+$/gu, '')
    .slice(0, 80);
  if (ascii === '') return `x-${digestOf(text)}`;
  if (ascii !== text) return `${ascii}-${digestOf(text)}`;
  return devices.test(ascii) || reservedNames.has(ascii) ? `${ascii}-service` : ascii;
}
