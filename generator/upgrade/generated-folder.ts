import type { Host } from '../core/host.js';
import { absolutePath, folderOf, relativePath } from '../core/path.js';
import { manifestName } from '../write/manifest-name.js';

/** Generated code that a program imports. */
export interface GeneratedCode {
  /** True if some module of it exports a name. */
  exports(name: string): boolean;
  /** Specifier of the module to import a name from, in place of the specifier of the import. */
  moduleOf(name: string): string;
}

/** Finds the generated code that an import refers to. */
export interface GeneratedFolders {
  /** The generated code that an import refers to; `undefined` if the import is of something else. */
  find(specifier: string, importer: string): GeneratedCode | undefined;
  /** True if a folder is the output of the generator. */
  isOutput(folder: string): boolean;
}

/** Creates a reader of generated folders, which reads each of them once. */
export function createGeneratedFolders(host: Host): GeneratedFolders {
  const known = new Map<string, ReadonlyMap<string, string>>();
  const isOutput = (folder: string): boolean =>
    host.read(absolutePath(folder, manifestName)) !== undefined;
  const isPackage = (folder: string): boolean => {
    const bytes = host.read(absolutePath(folder, 'package.json'));
    if (bytes === undefined) return false;
    // A package depends on the runtime, or exports its copy.
    return /"@tallystick\/runtime"|"\.\/runtime"/u.test(new TextDecoder().decode(bytes));
  };

  /** Folder of the generated code that a specifier refers to. */
  const locate = (specifier: string, importer: string): string | undefined => {
    if (/^\.\.?\//u.test(specifier)) {
      const target = absolutePath(folderOf(importer), specifier);
      return [target, folderOf(target), folderOf(folderOf(target))].find(isOutput);
    }
    const name = specifierRoot(specifier);
    for (const folder of ancestors(folderOf(importer))) {
      const candidate = absolutePath(folder, `node_modules/${name}`);
      if (isPackage(candidate)) return candidate;
    }
    return undefined;
  };

  return {
    isOutput,
    find(specifier, importer) {
      const folder = locate(specifier, importer);
      if (folder === undefined) return undefined;
      const files = known.get(folder) ?? readExports(host, folder);
      known.set(folder, files);
      return {
        exports: (name) => files.has(name),
        moduleOf(name) {
          const file = files.get(name);
          if (file === undefined) return specifier;
          return specifier.startsWith('.')
            ? relativeSpecifier(specifier, importer, file)
            : specifierRoot(specifier);
        },
      };
    },
  };
}

/** Specifier of a file of generated code, with the extension of another specifier. */
function relativeSpecifier(specifier: string, importer: string, file: string): string {
  const [extension = ''] = /\.[mc]?[jt]s$/u.exec(specifier) ?? [];
  const path = relativePath(folderOf(importer), file).replace(/\.[mc]?ts$/u, extension);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Name of the package of a specifier. */
function specifierRoot(specifier: string): string {
  const [name = ''] = /^(?:@[^/]+\/)?[^/]+/u.exec(specifier) ?? [];
  return name;
}

function ancestors(folder: string): readonly string[] {
  const parent = folderOf(folder);
  return parent === folder || parent === '' ? [folder] : [folder, ...ancestors(parent)];
}

/** Files of the names that the sources or declarations in a folder export. */
function readExports(host: Host, folder: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const visit = (path: string): void => {
    for (const name of host.list(path) ?? []) {
      const child = absolutePath(path, name);
      if (name === 'node_modules') continue;
      if (host.list(child) !== undefined) visit(child);
      else if (/\.[mc]?ts$/u.test(name)) {
        const text = new TextDecoder().decode(host.read(child) ?? new Uint8Array());
        for (const [, exported = ''] of text.matchAll(declaration)) names.set(exported, child);
      }
    }
  };
  visit(folder);
  return names;
}

const declaration =
  /^export (?:declare )?(?:abstract )?(?:const|function|interface|type|class|enum) ([\p{ID_Continue}$]+)/gmu;
