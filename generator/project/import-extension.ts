import type { Host } from '../core/host.js';
import { folderOf, joinPath } from '../core/path.js';
import { includes } from './includes.js';
import { readTsconfig, type Tsconfig, type TsconfigFault } from './tsconfig.js';

/** File extension in imports between the files of a project. */
export type ImportExtension = '' | '.js' | '.ts';

/** The import extension, and an error that makes it uncertain. */
export interface ExtensionResult {
  readonly extension: ImportExtension;
  readonly fault?: TsconfigFault;
}

/**
 * Determines how files in a folder import each other. The nearest `tsconfig.json` decides, or a referenced project that includes the files;
 * Deno requires `.ts`. The search ends at the root of the repository, so that the result does not depend on folders above it. Default:
 * `.js`, which most tools resolve.
 */
export function findImportExtension(folder: string, host: Host): ExtensionResult {
  const project = findProject(folder, host);
  if (project === 'deno') return { extension: '.ts' };
  return project === undefined ? { extension: '.js' } : extensionOf(project);
}

/** Finds the project of a folder's files. Returns `undefined` if there is none up to the root of the repository. */
export function findProject(folder: string, host: Host): Tsconfig | 'deno' | undefined {
  for (let ancestor = folder; ; ancestor = folderOf(ancestor)) {
    const project = readTsconfig(joinPath(ancestor, 'tsconfig.json'), host);
    if (project !== undefined) return includingProject(joinPath(folder, 'index.ts'), project, host);
    const isDeno = ['deno.json', 'deno.jsonc'].some(
      (name) => host.read(joinPath(ancestor, name)) !== undefined,
    );
    if (isDeno) return 'deno';
    const isRoot =
      host.list(ancestor)?.includes('.git') === true || ancestor === folderOf(ancestor);
    if (isRoot) return undefined;
  }
}

/** The project that includes a file: this one or a referenced one. Default: this one. */
function includingProject(file: string, project: Tsconfig, host: Host): Tsconfig {
  const visited = new Set([project.path]);
  const missing: TsconfigFault[] = [];
  const find = (each: Tsconfig): Tsconfig | undefined => {
    if (includes(each, file)) return each;
    for (const { written, path } of each.references) {
      if (visited.has(path)) continue;
      visited.add(path);
      const next = readTsconfig(path, host);
      if (next === undefined) missing.push({ path: each.path, missing: written });
      const match = next && find(next);
      if (match !== undefined) return match;
    }
    return undefined;
  };
  return find(project) ?? { ...project, faults: [...project.faults, ...missing] };
}

function extensionOf({ options, faults }: Tsconfig): ExtensionResult {
  const optionText = (name: string): string => {
    const value = options[name];
    return typeof value === 'string' ? value.toLowerCase() : '';
  };
  const sourceExtensionOptions = ['allowImportingTsExtensions', 'rewriteRelativeImportExtensions'];
  if (sourceExtensionOptions.some((name) => options[name] === true)) return { extension: '.ts' };
  const resolution = optionText('moduleResolution') || optionText('module');
  const [fault] = options['allowImportingTsExtensions'] === undefined ? faults : [];
  if (fault !== undefined && resolution === '') return { extension: '.js', fault };
  const extension = /^node(?:16|18|20|next)$/u.test(resolution) ? '.js' : '';
  return { extension, ...(fault !== undefined && { fault }) };
}
