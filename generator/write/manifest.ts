import type { Host } from '../core/host.js';
import { withUnixLines } from '../core/line-endings.js';
import { absolutePath, joinPath } from '../core/path.js';
import { platform } from '../platform/node.js';
import { manifestName } from './manifest-name.js';
import { unsafePathReason } from './output-path.js';

/** Digests of the inputs and outputs of a run. If all of them still match, the output is up to date and was not edited. */
export interface Manifest {
  /** Version of the generator. */
  readonly generator: string;
  /** Digest of the settings. */
  readonly settings: string;
  /** Number of warnings. A later run without changes reports it again. */
  readonly warnings: number;
  /** Digests of inputs, by path relative to the output folder. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Digests of outputs, by path within the output folder. Excludes the manifest itself. */
  readonly outputs: ReadonlyMap<string, string>;
}

/** Reads the manifest of an output folder. Returns `undefined` if it does not exist, and `'unreadable'` if it is malformed. */
export function readManifest(host: Host, out: string): Manifest | 'unreadable' | undefined {
  const bytes = host.read(joinPath(out, manifestName));
  return bytes === undefined ? undefined : parseManifest(new TextDecoder().decode(bytes));
}

/** Parses a manifest. Anything else, such as text with merge markers, is unreadable. */
export function parseManifest(text: string): Manifest | 'unreadable' {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'unreadable';
  }
  if (!isRecord(value)) return 'unreadable';
  const { generator, settings, warnings } = value;
  const inputs = parseDigests(value['inputs']);
  const outputs = parseDigests(value['outputs']);
  if (
    typeof generator !== 'string' ||
    typeof settings !== 'string' ||
    typeof warnings !== 'number'
  ) {
    return 'unreadable';
  }
  if (inputs === undefined || outputs === undefined) return 'unreadable';
  if ([...outputs.keys()].some((path) => unsafePathReason(path) !== undefined)) return 'unreadable';
  return { generator, settings, warnings, inputs, outputs };
}

/** Formats a manifest with one sorted line for each file, to avoid merge conflicts. */
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

/** SHA-256 digest of a text. CRLF counts as LF, so that a checkout with CRLF has the same digest. Bytes that were read are digested once. */
export function digest(content: Uint8Array | string): string {
  if (typeof content === 'string')
    return platform.sha256(content.replaceAll('\r\n', '\n'), 'base64url');
  let known = digests.get(content);
  if (known === undefined)
    digests.set(content, (known = platform.sha256(withUnixLines(content), 'base64url')));
  return known;
}

/** Digests of bytes. A run that reads a file several times through a host that remembers it gets the same bytes. */
const digests = new WeakMap<Uint8Array, string>();

/**
 * True if a run with these settings would change nothing: same generator, same inputs, unmodified outputs. Reads the files but does not
 * parse them.
 */
export function isCurrent(
  host: Host,
  out: string,
  manifest: Manifest,
  current: Pick<Manifest, 'generator' | 'settings'>,
): boolean {
  if (manifest.generator !== current.generator || manifest.settings !== current.settings)
    return false;
  const isUnchanged = ([path, expected]: [string, string]): boolean => {
    const bytes = host.read(absolutePath(out, path));
    return bytes !== undefined && digest(bytes) === expected;
  };
  return [...manifest.inputs].every(isUnchanged) && [...manifest.outputs].every(isUnchanged);
}

function parseDigests(value: unknown): ReadonlyMap<string, string> | undefined {
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
