import { hash } from 'node:crypto';
import type { Host } from '../core/host.js';
import { absolutePath, joinPath } from '../core/path.js';
import { manifestName } from './manifest-name.js';
import { refusalOf } from './output-path.js';

/**
 * What one run read and wrote. While all of it still holds there is nothing to do, and nobody but
 * the generator has touched the output.
 */
export interface Manifest {
  /** Version of the generator. */
  readonly generator: string;
  /** Digest of the settings that the output was made with. */
  readonly settings: string;
  /** Warnings of that run, so that a run which has nothing to do can still say that they exist. */
  readonly warnings: number;
  /** Digest of every file that was read, by path from the output folder. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Digest of every file that was written, by path within the output folder; not the manifest itself. */
  readonly outputs: ReadonlyMap<string, string>;
}

/** The manifest of an output folder: `undefined` where there is none, `'unreadable'` where it is no manifest. */
export function readManifest(host: Host, out: string): Manifest | 'unreadable' | undefined {
  const bytes = host.read(joinPath(out, manifestName));
  return bytes === undefined ? undefined : parseManifest(new TextDecoder().decode(bytes));
}

/** Text to a manifest; anything that is not exactly one, such as text with merge markers, is unreadable. */
export function parseManifest(text: string): Manifest | 'unreadable' {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'unreadable';
  }
  if (!isRecord(value)) return 'unreadable';
  const { generator, settings, warnings } = value;
  const inputs = digestsOf(value['inputs']);
  const outputs = digestsOf(value['outputs']);
  if (
    typeof generator !== 'string' ||
    typeof settings !== 'string' ||
    typeof warnings !== 'number'
  ) {
    return 'unreadable';
  }
  if (inputs === undefined || outputs === undefined) return 'unreadable';
  if ([...outputs.keys()].some((path) => refusalOf(path) !== undefined)) return 'unreadable';
  return { generator, settings, warnings, inputs, outputs };
}

/** A manifest as text: one file a line, sorted, so that two branches rarely touch the same line. */
export function formatManifest(manifest: Manifest): string {
  const { generator, settings, warnings, inputs, outputs } = manifest;
  const members = {
    generator,
    settings,
    warnings,
    inputs: sorted(inputs),
    outputs: sorted(outputs),
  };
  return JSON.stringify(members, undefined, 2) + '\n';
}

/** SHA-256 of a text whose line breaks are counted as LF, so that a checkout with CRLF is the same text. */
export function digest(content: Uint8Array | string): string {
  if (typeof content === 'string')
    return hash('sha256', content.replaceAll('\r\n', '\n'), 'base64url');
  const bytes = content.includes(13)
    ? Buffer.from(Buffer.from(content).toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    : content;
  return hash('sha256', bytes, 'base64url');
}

/**
 * Whether a run with these settings would change nothing: the same generator, the same inputs, and
 * every output as it was written. Reads files, parses none of them.
 */
export function isCurrent(
  host: Host,
  out: string,
  manifest: Manifest,
  made: Pick<Manifest, 'generator' | 'settings'>,
): boolean {
  if (manifest.generator !== made.generator || manifest.settings !== made.settings) return false;
  const holds = ([path, known]: [string, string]): boolean => {
    const bytes = host.read(absolutePath(out, path));
    return bytes !== undefined && digest(bytes) === known;
  };
  return [...manifest.inputs].every(holds) && [...manifest.outputs].every(holds);
}

function digestsOf(value: unknown): ReadonlyMap<string, string> | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return entries.length === Object.keys(value).length ? new Map(entries) : undefined;
}

function sorted(digests: ReadonlyMap<string, string>): { readonly [path: string]: string } {
  return Object.fromEntries([...digests].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
