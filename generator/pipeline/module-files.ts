import type { Host } from '../core/host.js';
import { absolutePath, folderOf, joinPath } from '../core/path.js';

/** Imports of relative modules: `from './x.js'`, `import './x.js'`, `import('./x.js')`. */
const relativeImport = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;

/**
 * Finds the files of a module and of the modules that it imports by relative paths. A change to one of them changes the output, as a
 * change to a document does.
 */
export function moduleFiles(path: string, host: Host): readonly string[] {
  const files = new Set([path]);
  // Iteration over a set includes the elements that are added meanwhile.
  for (const file of files) {
    const bytes = host.read(file);
    const text = bytes === undefined ? '' : new TextDecoder().decode(bytes);
    for (const [, specifier = ''] of text.matchAll(relativeImport)) {
      const target = absolutePath(folderOf(file), specifier);
      const found = candidatesOf(target).find((each) => host.read(each) !== undefined);
      if (found !== undefined) files.add(found);
    }
  }
  return [...files];
}

function candidatesOf(path: string): readonly string[] {
  return [path, path.replace(/\.([cm]?)js$/u, '.$1ts'), `${path}.ts`, `${path}.js`];
}

/** Finds the entry module of an npm package that is installed in a folder or in one above it. */
export function packageEntry(
  name: string,
  folder: string,
  host: Host,
): { readonly path: string; readonly manifest: string } | undefined {
  if (!/^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/iu.test(name)) return undefined;
  for (let at = folder; ; at = folderOf(at)) {
    const manifest = joinPath(at, `node_modules/${name}/package.json`);
    const bytes = host.read(manifest);
    if (bytes !== undefined)
      return { manifest, path: joinPath(folderOf(manifest), entryOf(bytes)) };
    if (folderOf(at) === at) return undefined;
  }
}

function entryOf(manifest: Uint8Array): string {
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder().decode(manifest));
  } catch {
    return 'index.js';
  }
  const { exports, main } = Object(content) as Record<string, unknown>;
  const root = isTable(exports) && '.' in exports ? exports['.'] : exports;
  return targetOf(root) ?? (typeof main === 'string' ? main : 'index.js');
}

/** Target of an entry in `exports`: a path, or conditions. */
function targetOf(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry;
  if (!isTable(entry)) return undefined;
  for (const condition of ['node', 'import', 'module', 'default']) {
    const target = targetOf(entry[condition]);
    if (target !== undefined) return target;
  }
  return undefined;
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
