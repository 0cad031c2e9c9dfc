import type { RuntimeFiles } from './runtime-files.js';

/** Folder of the copies, below the sources of the package. */
export const inlineFolder = 'runtime';

/** Path of the module that `@tallystick/runtime` itself becomes. */
export const rootModule: string = `${inlineFolder}/index.ts`;

/** Files of the copies by the module of the runtime: `@tallystick/runtime/http` is `runtime/http/index.ts`. */
export function runtimeLayout({ manifest }: RuntimeFiles): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(manifest.exports).flatMap(([subpath, conditions]) => {
      const source = typeof conditions === 'string' ? undefined : conditions[sourceCondition];
      if (typeof source !== 'string') return [];
      const path = subpath === '.' ? rootModule : `${inlineFolder}/${source.slice('./'.length)}`;
      return [[manifest.name + subpath.slice(1), path] as const];
    }),
  );
}

/** Export condition of the runtime's sources. */
const sourceCondition = '@tallystick/source';
