import type { Host } from '../core/host.js';
import { folderOf, joinPath } from '../core/path.js';
import { includes } from './includes.js';
import { readTsconfig, type Tsconfig, type TsconfigFault } from './tsconfig.js';

/** What stands behind the name of a file where another one imports it. */
export type ImportExtension = '' | '.js' | '.ts';

/** How the files of a project import one another, and what kept it from being known. */
export interface FoundExtension {
  readonly extension: ImportExtension;
  readonly fault?: TsconfigFault;
}

/**
 * How files of a folder import one another: as the project says that they lie in, which is that of the nearest `tsconfig.json`, or of one
 * that it refers to and that includes them; with Deno, as Deno demands. The search ends at the root of the repository, so that it does
 * not depend on what lies above. Where nothing says anything it is `.js`, which most programs resolve.
 */
export function findImportExtension(folder: string, host: Host): FoundExtension {
  const project = findProject(folder, host);
  if (project === 'deno') return { extension: '.ts' };
  return project === undefined ? { extension: '.js' } : extensionOf(project);
}

/** The project that the files of a folder lie in; `undefined` where there is none up to the root of the repository. */
export function findProject(folder: string, host: Host): Tsconfig | 'deno' | undefined {
  for (let at = folder; ; at = folderOf(at)) {
    const project = readTsconfig(joinPath(at, 'tsconfig.json'), host);
    if (project !== undefined) return projectOf(joinPath(folder, 'index.ts'), project, host);
    const isDeno = ['deno.json', 'deno.jsonc'].some(
      (name) => host.read(joinPath(at, name)) !== undefined,
    );
    if (isDeno) return 'deno';
    const isTop = host.list(at)?.includes('.git') === true || at === folderOf(at);
    if (isTop) return undefined;
  }
}

/** The project that includes a file: this one, or one that it refers to; this one where none does. */
function projectOf(file: string, project: Tsconfig, host: Host): Tsconfig {
  const met = new Set([project.path]);
  const missing: TsconfigFault[] = [];
  const find = (each: Tsconfig): Tsconfig | undefined => {
    if (includes(each, file)) return each;
    for (const { said, path } of each.references) {
      if (met.has(path)) continue;
      met.add(path);
      const next = readTsconfig(path, host);
      if (next === undefined) missing.push({ path: each.path, missing: said });
      const found = next && find(next);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(project) ?? { ...project, faults: [...project.faults, ...missing] };
}

function extensionOf({ options, faults }: Tsconfig): FoundExtension {
  const said = (name: string): string => {
    const value = options[name];
    return typeof value === 'string' ? value.toLowerCase() : '';
  };
  const namesSource = ['allowImportingTsExtensions', 'rewriteRelativeImportExtensions'];
  if (namesSource.some((name) => options[name] === true)) return { extension: '.ts' };
  const decides = said('moduleResolution') || said('module');
  const [fault] = options['allowImportingTsExtensions'] === undefined ? faults : [];
  if (fault !== undefined && decides === '') return { extension: '.js', fault };
  const extension = /^node(?:16|18|20|next)$/u.test(decides) ? '.js' : '';
  return { extension, ...(fault !== undefined && { fault }) };
}
