import { createHash } from 'node:crypto';

/** The file that says what stood at each address when it was read first; beside the config file, and committed. */
export const lockName = 'tallystick.refs.json';

/** The folder beside it with the copies that runs read. */
export const copiesName = 'tallystick.refs';

/** Digests of documents by URL. */
export type Lock = ReadonlyMap<string, string>;

/** Text to a lock; anything that is not exactly one, such as text with merge markers, is none. */
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

/** A lock as text: one document a line, sorted, so that two branches rarely touch the same line. */
export function formatLock(lock: Lock): string {
  const sorted = [...lock].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return JSON.stringify(Object.fromEntries(sorted), undefined, 2) + '\n';
}

/** Names what was read: SHA-256, with line breaks counted as LF, so that a checkout with CRLF holds the same. */
export function digestOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n');
  return `sha256:${createHash('sha256').update(text, 'latin1').digest('hex')}`;
}

/** What a copy is called: safe on every system, the same in every run, and telling where it is from. */
export function copyName(url: string): string {
  const { host, pathname } = new URL(url);
  const extension = /\.(?:json|ya?ml)$/i.exec(pathname)?.[0].toLowerCase() ?? '.yaml';
  const stem = `${host}${pathname}`
    .toLowerCase()
    .slice(0, -(/\.(?:json|ya?ml)$/i.exec(pathname)?.[0].length ?? 0) || undefined)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);
  return `${createHash('sha256').update(url).digest('hex').slice(0, 8)}-${stem}${extension}`;
}
