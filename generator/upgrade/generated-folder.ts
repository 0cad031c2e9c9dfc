import type { Host } from '../core/host.js';
import { absolutePath, folderOf } from '../core/path.js';
import { manifestName } from '../write/manifest-name.js';

/** Finds the generated code that an import refers to. */
export interface GeneratedFolders {
  /** Names that the generated code of an import exports; `undefined` if the import is of something else. */
  exportsOf(specifier: string, importer: string): ReadonlySet<string> | undefined;
  /** True if a folder is the output of the generator. */
  isOutput(folder: string): boolean;
}

/** Creates a reader of generated folders, which reads each of them once. */
export function createGeneratedFolders(host: Host): GeneratedFolders {
  const known = new Map<string, ReadonlySet<string>>();
  const isOutput = (folder: string): boolean =>
    host.read(absolutePath(folder, manifestName)) !== undefined;
  const isPackage = (folder: string): boolean => {
    const bytes = host.read(absolutePath(folder, 'package.json'));
    if (bytes === undefined) return false;
    return new TextDecoder().decode(bytes).includes('"@tallystick/runtime"');
  };

  /** Folder of the generated code that a specifier refers to. */
  const locate = (specifier: string, importer: string): string | undefined => {
    if (/^\.\.?\//u.test(specifier)) {
      const target = absolutePath(folderOf(importer), specifier);
      return [target, folderOf(target), folderOf(folderOf(target))].find(isOutput);
    }
    const [name = ''] = /^(?:@[^/]+\/)?[^/]+/u.exec(specifier) ?? [];
    for (const folder of ancestors(folderOf(importer))) {
      const candidate = absolutePath(folder, `node_modules/${name}`);
      if (isPackage(candidate)) return candidate;
    }
    return undefined;
  };

  return {
    isOutput,
    exportsOf(specifier, importer) {
      const folder = locate(specifier, importer);
      if (folder === undefined) return undefined;
      const names = known.get(folder) ?? readExports(host, folder);
      known.set(folder, names);
      return names;
    },
  };
}

function ancestors(folder: string): readonly string[] {
  const parent = folderOf(folder);
  return parent === folder || parent === '' ? [folder] : [folder, ...ancestors(parent)];
}

/** Names that the sources or declarations in a folder export. */
function readExports(host: Host, folder: string): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (path: string): void => {
    for (const name of host.list(path) ?? []) {
      const child = absolutePath(path, name);
      if (name === 'node_modules') continue;
      if (host.list(child) !== undefined) visit(child);
      else if (/\.[mc]?ts$/u.test(name)) {
        const text = new TextDecoder().decode(host.read(child) ?? new Uint8Array());
        for (const [, exported = ''] of text.matchAll(declaration)) names.add(exported);
      }
    }
  };
  visit(folder);
  return names;
}

const declaration =
  /^export (?:declare )?(?:abstract )?(?:const|function|interface|type|class|enum) ([\p{ID_Continue}$]+)/gmu;
