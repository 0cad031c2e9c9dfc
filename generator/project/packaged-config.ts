import type { Host } from '../core/host.js';
import { absolutePath, folderOf, joinPath } from '../core/path.js';
import { parseJsonc } from './jsonc.js';

/**
 * Resolves `"extends": "@tsconfig/strictest"` from a folder. In the nearest package of that name, tries `exports`, `tsconfig`, the subpath
 * itself, and `tsconfig.json` last.
 */
export function resolvePackagedConfig(
  specifier: string,
  folder: string,
  host: Host,
): string | undefined {
  const [, name = specifier, below = ''] = /^(@[^/]+\/[^/]+|[^/]+)(\/.*)?$/u.exec(specifier) ?? [];
  for (let ancestor = folder; ; ancestor = folderOf(ancestor)) {
    const path = findIn(joinPath(joinPath(ancestor, 'node_modules'), name), below, host);
    if (path !== undefined || ancestor === folderOf(ancestor)) return path;
  }
}

function findIn(packageFolder: string, below: string, host: Host): string | undefined {
  if (host.list(packageFolder) === undefined) return undefined;
  const text = host.read(joinPath(packageFolder, 'package.json'));
  const manifest = text === undefined ? undefined : parseJsonc(new TextDecoder().decode(text));
  const { exports: exported, tsconfig }: { exports?: unknown; tsconfig?: unknown } = isRecord(
    manifest,
  )
    ? manifest
    : {};
  const exportPath = exported === undefined ? undefined : exportedPath(exported, `.${below}`);
  const subpath = absolutePath(packageFolder, `.${below}`);
  const paths = [
    ...(exportPath === undefined ? [] : [absolutePath(packageFolder, exportPath)]),
    ...(below === '' && typeof tsconfig === 'string'
      ? [absolutePath(packageFolder, tsconfig)]
      : []),
    ...(below === '' ? [] : [subpath, `${subpath}.json`]),
    `${subpath}/tsconfig.json`,
  ];
  return paths.find((path) => host.read(path) !== undefined);
}

/** Resolves a subpath by `exports`. A pattern contains one `*`. */
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

/** The first target whose condition TypeScript accepts here. */
function targetOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) return undefined;
  const accepted = Object.entries(value).filter(([key]) => /^(?:node|require|default)$/u.test(key));
  return accepted.map(([, each]) => targetOf(each)).find((each) => each !== undefined);
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
