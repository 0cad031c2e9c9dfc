import type { Host } from '../core/host.js';
import { absolutePath, folderOf, isAbsolute } from '../core/path.js';
import { parseJsonc } from './jsonc.js';
import { findPackaged } from './packaged-config.js';

/** What a `tsconfig.json` says, with everything that it extends. Paths are absolute. */
export interface Tsconfig {
  readonly path: string;
  /** `compilerOptions`, as they are written. */
  readonly options: { readonly [name: string]: unknown };
  /** Files it lists; `undefined` where it lists none. */
  readonly files: readonly string[] | undefined;
  /** Patterns of files; those without a wildcard may be folders. */
  readonly include: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
  /** Projects that it names, and the path of their `tsconfig.json`. */
  readonly references: readonly { readonly said: string; readonly path: string }[];
  /** What could not be read of it, and of what it extends. */
  readonly faults: readonly TsconfigFault[];
}

/** A file that is no JSON, or one that leads to what is not there. */
export interface TsconfigFault {
  /** The file that it is about. */
  readonly path: string;
  /** What it extends or refers to, as it is written there, and what is not there; absent where the file itself can not be read. */
  readonly missing?: string;
}

/**
 * Reads a `tsconfig.json` as TypeScript does: what it extends comes first, in its order, and each member of `compilerOptions`, and
 * `files`, `include` and `exclude` as a whole, is the last one that is said. `undefined` where there is no such file.
 */
export function readTsconfig(path: string, host: Host): Tsconfig | undefined {
  const read = readFile(path, host, []);
  return read && { ...read, ...substituted(read, folderOf(path)) };
}

function readFile(path: string, host: Host, above: readonly string[]): Tsconfig | undefined {
  const bytes = host.read(path);
  if (bytes === undefined) return undefined;
  const nothing = { path, options: {}, references: [], faults: [] };
  const empty = { ...nothing, files: undefined, include: undefined, exclude: undefined };
  const value = parseJsonc(new TextDecoder().decode(bytes));
  if (!isRecord(value)) return { ...empty, faults: [{ path }] };
  const { extends: said, compilerOptions, references } = value;
  const bases = textsOf(typeof said === 'string' ? [said] : said) ?? [];
  let whole: Tsconfig = empty;
  for (const each of bases) {
    const at = extendedPath(each, path, host);
    // One that leads back to itself says nothing more.
    if (at !== undefined && (at === path || above.includes(at))) continue;
    const base = at === undefined ? undefined : readFile(at, host, [...above, path]);
    whole = base === undefined ? lacking(whole, path, each) : merged(whole, base);
  }
  const own = (name: string): readonly string[] | undefined =>
    textsOf(value[name])?.map((each) => placed(each, folderOf(path)));
  return {
    path,
    options: { ...whole.options, ...(isRecord(compilerOptions) ? compilerOptions : {}) },
    files: own('files') ?? whole.files,
    include: own('include') ?? whole.include,
    exclude: own('exclude') ?? whole.exclude,
    references: (Array.isArray(references) ? references : []).flatMap((each: unknown) =>
      isRecord(each) && typeof each['path'] === 'string'
        ? [{ said: each['path'], path: projectPath(absolutePath(folderOf(path), each['path'])) }]
        : [],
    ),
    faults: whole.faults,
  };
}

function lacking(whole: Tsconfig, path: string, missing: string): Tsconfig {
  return { ...whole, faults: [...whole.faults, { path, missing }] };
}

function merged(before: Tsconfig, after: Tsconfig): Tsconfig {
  return {
    ...before,
    options: { ...before.options, ...after.options },
    files: after.files ?? before.files,
    include: after.include ?? before.include,
    exclude: after.exclude ?? before.exclude,
    faults: [...before.faults, ...after.faults],
  };
}

const configFolder = '${configDir}';

/** A pattern from the root, but where it begins at the folder of the file that is read first. */
function placed(pattern: string, folder: string): string {
  return pattern.startsWith(configFolder) ? pattern : absolutePath(folder, pattern);
}

function substituted(
  { files, include, exclude }: Tsconfig,
  folder: string,
): Pick<Tsconfig, 'files' | 'include' | 'exclude'> {
  const from = (list: readonly string[] | undefined): readonly string[] | undefined =>
    list?.map((each) =>
      each.startsWith(configFolder)
        ? absolutePath(folder, `./${each.slice(configFolder.length)}`)
        : each,
    );
  return { files: from(files), include: from(include), exclude: from(exclude) };
}

/** A reference names a file, or the folder of a `tsconfig.json`. */
function projectPath(path: string): string {
  return path.endsWith('.json') ? path : `${path}/tsconfig.json`;
}

function extendedPath(said: string, path: string, host: Host): string | undefined {
  const folder = folderOf(path);
  if (!/^\.\.?(?:\/|$)/u.test(said) && !isAbsolute(said)) return findPackaged(said, folder, host);
  const at = absolutePath(folder, said);
  return [at, `${at}.json`].find((each) => host.read(each) !== undefined);
}

function textsOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
