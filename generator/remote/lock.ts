import { withUnixLines } from '../core/line-endings.js';
import { platform } from '../platform/node.js';

/** The file with the digest of each remote document. Stored next to the config file and committed. */
export const lockName = 'tallystick.refs.json';

/** The folder next to the lock with the copies that runs read. */
export const copiesFolder = 'tallystick.refs';

/** Digests of documents, by URL. */
export type Lock = ReadonlyMap<string, string>;

/** Parses a lock. Returns `undefined` for anything else, such as text with merge markers. */
export function parseLock(text: string): Lock | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && /^sha256:[0-9a-f]{64}$/.test(entry[1]),
  );
  return entries.length === Object.keys(value).length ? new Map(entries) : undefined;
}

/** Formats a lock with one sorted line for each document, to avoid merge conflicts. */
export function formatLock(lock: Lock): string {
  const sorted = [...lock].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return JSON.stringify(Object.fromEntries(sorted), undefined, 2) + '\n';
}

/** SHA-256 digest of a document. CRLF counts as LF, so that a checkout with CRLF has the same digest. */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${platform.sha256(withUnixLines(bytes), 'hex')}`;
}

/** File name of a copy: portable, deterministic, and recognizable by its URL. */
export function copyName(url: string): string {
  const { host, pathname } = new URL(url);
  const extension = /\.(?:json|ya?ml)$/i.exec(pathname)?.[0].toLowerCase() ?? '.yaml';
  const stem = `${host}${pathname}`
    .toLowerCase()
    .slice(0, -(/\.(?:json|ya?ml)$/i.exec(pathname)?.[0].length ?? 0) || undefined)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);
  return `${platform.sha256(url, 'hex').slice(0, 8)}-${stem}${extension}`;
}
