import type { Host } from '../core/host.js';
import { absolutePath, folderOf, joinPath } from '../core/path.js';
import { parseJsonc } from './jsonc.js';

/**
 * The file that `"extends": "@tsconfig/strictest"` means in a folder: of the nearest package of that name, what its `exports`, its
 * `tsconfig` or the path itself lead to, or else its `tsconfig.json`.
 */
export function findPackaged(specifier: string, from: string, host: Host): string | undefined {
  const [, name = specifier, below = ''] = /^(@[^/]+\/[^/]+|[^/]+)(\/.*)?$/u.exec(specifier) ?? [];
  for (let folder = from; ; folder = folderOf(folder)) {
    const found = findIn(joinPath(joinPath(folder, 'node_modules'), name), below, host);
    if (found !== undefined || folder === folderOf(folder)) return found;
  }
}

function findIn(home: string, below: string, host: Host): string | undefined {
  if (host.list(home) === undefined) return undefined;
  const text = host.read(joinPath(home, 'package.json'));
  const manifest = text === undefined ? undefined : parseJsonc(new TextDecoder().decode(text));
  const { exports: exported, tsconfig }: { exports?: unknown; tsconfig?: unknown } = isRecord(
    manifest,
  )
    ? manifest
    : {};
  const named = exported === undefined ? undefined : exportedPath(exported, `.${below}`);
  const at = absolutePath(home, `.${below}`);
  const paths = [
    ...(named === undefined ? [] : [absolutePath(home, named)]),
    ...(below === '' && typeof tsconfig === 'string' ? [absolutePath(home, tsconfig)] : []),
    ...(below === '' ? [] : [at, `${at}.json`]),
    `${at}/tsconfig.json`,
  ];
  return paths.find((path) => host.read(path) !== undefined);
}

/** Where `exports` lead a subpath; a pattern has one `*`. */
function exportedPath(exported: unknown, subpath: string): string | undefined {
  if (!isRecord(exported) || !Object.keys(exported).some((key) => key.startsWith('.')))
    return subpath === '.' ? targetOf(exported) : undefined;
  for (const [key, value] of Object.entries(exported)) {
    if (key === subpath || key === `${subpath}.json`) return targetOf(value);
    const [start = '', end] = key.split('*');
    if (end === undefined || !subpath.startsWith(start) || !subpath.endsWith(end)) continue;
    const part = subpath.slice(start.length, subpath.length - end.length);
    return targetOf(value)?.replaceAll('*', part);
  }
  return undefined;
}

/** The first of the conditions that TypeScript asks for here. */
function targetOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) return undefined;
  const met = Object.entries(value).filter(([key]) => /^(?:node|require|default)$/u.test(key));
  return met.map(([, each]) => targetOf(each)).find((each) => each !== undefined);
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
