import * as nodeModule from 'node:module';
import { dirname, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The URL under which Node loads a version of a module that it has not loaded before, and with it the modules that it imports by relative
 * paths. Node caches modules by URL, and forgets none.
 */
export function versionedUrl(path: string, version: number): string {
  passOnVersions();
  forgetCommonJs(path);
  return `${pathToFileURL(path).href}?tallystick=${version}`;
}

/** A hook of Node's module loader, as far as it is used here. */
interface ResolveHook {
  readonly resolve: (
    specifier: string,
    context: { readonly parentURL?: string },
    next: (specifier: string, context: object) => { readonly url: string },
  ) => { readonly url: string };
}

let passesOn = false;

/** Makes relative imports of a versioned module versioned. */
function passOnVersions(): void {
  if (passesOn) return;
  passesOn = true;
  if (!hasRegisterHooks(nodeModule)) {
    nodeModule.register(`data:text/javascript,${encodeURIComponent(workerHook)}`);
    return;
  }
  nodeModule.registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      return { ...resolved, url: inherit(specifier, context.parentURL, resolved.url) };
    },
  });
}

/** True in Node 22.15 and later. */
function hasRegisterHooks(
  node: object,
): node is { readonly registerHooks: (hook: ResolveHook) => void } {
  return 'registerHooks' in node;
}

/** Refers to nothing else in this file, because its text is part of another module as well. */
function inherit(specifier: string, parent: string | undefined, url: string): string {
  const version = /[?&]tallystick=\d+$/.exec(parent ?? '')?.[0];
  if (version === undefined || !/^\.{1,2}\//.test(specifier) || !url.startsWith('file:'))
    return url;
  return `${url}${url.includes('?') ? '&' : '?'}${version.slice(1)}`;
}

/** The hook for versions of Node before 22.15, whose hooks run in a thread of their own. */
const workerHook = `const inherit = ${inherit.toString()};
export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  return { ...resolved, url: inherit(specifier, context.parentURL, resolved.url) };
}`;

/** CommonJS modules are cached by path. Those beside a module and below it run again; those of packages do not. */
function forgetCommonJs(path: string): void {
  const folder = dirname(path) + sep;
  const { cache } = nodeModule.createRequire(path);
  for (const key of Object.keys(cache))
    if (key.startsWith(folder) && !key.includes(`${sep}node_modules${sep}`)) delete cache[key];
}
