import type { Host } from '../core/host.js';
import { absolutePath, folderOf, isAbsolute } from '../core/path.js';
import { parseJsonc } from './jsonc.js';
import { resolvePackagedConfig } from './packaged-config.js';

/** The content of a `tsconfig.json`, combined with the files that it extends. Paths are absolute. */
export interface Tsconfig {
  readonly path: string;
  /** `compilerOptions` as written. */
  readonly options: { readonly [name: string]: unknown };
  /** Listed files, or `undefined` if there is no list. */
  readonly files: readonly string[] | undefined;
  /** File patterns. A pattern without a wildcard may be a folder. */
  readonly include: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
  /** Referenced projects: each reference as written, with the path of its `tsconfig.json`. */
  readonly references: readonly { readonly written: string; readonly path: string }[];
  /** Errors in this file and in those that it extends. */
  readonly faults: readonly TsconfigFault[];
}

/** A file that is not JSON, or a reference to a file that does not exist. */
export interface TsconfigFault {
  /** The file with the error. */
  readonly path: string;
  /** The missing file, as written in `extends` or `references`. Absent if the file itself cannot be read. */
  readonly missing?: string;
}

/**
 * Reads a `tsconfig.json` as TypeScript does. Extended files apply first, in order. The last definition of each compiler option takes
 * precedence, and likewise of `files`, `include` and `exclude` as a whole. Returns `undefined` if the file does not exist.
 */
export function readTsconfig(path: string, host: Host): Tsconfig | undefined {
  const read = readFile(path, host, []);
  return read && { ...read, ...substituteConfigFolder(read, folderOf(path)) };
}

function readFile(path: string, host: Host, ancestors: readonly string[]): Tsconfig | undefined {
  const bytes = host.read(path);
  if (bytes === undefined) return undefined;
  const emptyConfig = { path, options: {}, references: [], faults: [] };
  const empty = { ...emptyConfig, files: undefined, include: undefined, exclude: undefined };
  const value = parseJsonc(new TextDecoder().decode(bytes));
  if (!isRecord(value)) return { ...empty, faults: [{ path }] };
  const { extends: extended, compilerOptions, references } = value;
  const bases = textsOf(typeof extended === 'string' ? [extended] : extended) ?? [];
  let combined: Tsconfig = empty;
  for (const each of bases) {
    const basePath = extendedPath(each, path, host);
    // A cycle contributes nothing more.
    if (basePath !== undefined && (basePath === path || ancestors.includes(basePath))) continue;
    const base =
      basePath === undefined ? undefined : readFile(basePath, host, [...ancestors, path]);
    combined = base === undefined ? withMissing(combined, path, each) : merge(combined, base);
  }
  const ownPaths = (name: string): readonly string[] | undefined =>
    textsOf(value[name])?.map((each) => absolutePattern(each, folderOf(path)));
  return {
    path,
    options: { ...combined.options, ...(isRecord(compilerOptions) ? compilerOptions : {}) },
    files: ownPaths('files') ?? combined.files,
    include: ownPaths('include') ?? combined.include,
    exclude: ownPaths('exclude') ?? combined.exclude,
    references: (Array.isArray(references) ? references : []).flatMap((each: unknown) =>
      isRecord(each) && typeof each['path'] === 'string'
        ? [{ written: each['path'], path: projectPath(absolutePath(folderOf(path), each['path'])) }]
        : [],
    ),
    faults: combined.faults,
  };
}

function withMissing(config: Tsconfig, path: string, missing: string): Tsconfig {
  return { ...config, faults: [...config.faults, { path, missing }] };
}

function merge(base: Tsconfig, override: Tsconfig): Tsconfig {
  return {
    ...base,
    options: { ...base.options, ...override.options },
    files: override.files ?? base.files,
    include: override.include ?? base.include,
    exclude: override.exclude ?? base.exclude,
    faults: [...base.faults, ...override.faults],
  };
}

const configFolder = '${configDir}';

/** Makes a pattern absolute, unless it begins with `${configDir}`, which refers to the folder of the file that is read first. */
function absolutePattern(pattern: string, folder: string): string {
  return pattern.startsWith(configFolder) ? pattern : absolutePath(folder, pattern);
}

function substituteConfigFolder(
  { files, include, exclude }: Tsconfig,
  folder: string,
): Pick<Tsconfig, 'files' | 'include' | 'exclude'> {
  const substitute = (list: readonly string[] | undefined): readonly string[] | undefined =>
    list?.map((each) =>
      each.startsWith(configFolder)
        ? absolutePath(folder, `./${each.slice(configFolder.length)}`)
        : each,
    );
  return { files: substitute(files), include: substitute(include), exclude: substitute(exclude) };
}

/** Path of the `tsconfig.json` that a reference names, directly or by its folder. */
function projectPath(path: string): string {
  return path.endsWith('.json') ? path : `${path}/tsconfig.json`;
}

function extendedPath(specifier: string, path: string, host: Host): string | undefined {
  const folder = folderOf(path);
  if (!/^\.\.?(?:\/|$)/u.test(specifier) && !isAbsolute(specifier))
    return resolvePackagedConfig(specifier, folder, host);
  const target = absolutePath(folder, specifier);
  return [target, `${target}.json`].find((each) => host.read(each) !== undefined);
}

function textsOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
