import { digestOf, kebabCase } from './words.js';

/** Names that Windows keeps for devices, whatever their extension. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/u;

/** Names of files that a folder of services has beside them. */
const ours = new Set(['index', 'principals']);

/**
 * The one file-name maker: a base name of small ASCII letters, digits and hyphens, so that it is safe on
 * every file system. Words that lose letters on the way are told apart by their digest.
 */
export function fileName(words: readonly string[]): string {
  const text = kebabCase(words);
  const kept = text
    .replace(/[^a-z0-9-]/gu, '')
    .replace(/^-+|-+$/gu, '')
    .slice(0, 80);
  if (kept === '') return `x-${digestOf(text)}`;
  if (kept !== text) return `${kept}-${digestOf(text)}`;
  return devices.test(kept) || ours.has(kept) ? `${kept}-service` : kept;
}
