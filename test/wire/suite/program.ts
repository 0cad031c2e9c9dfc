import { resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { everythingOf } from './generated.js';
import { pack } from './portable.js';
import type { Staged } from './stage.js';

/**
 * Bundles a program of the suite, `player-….ts` beside this file, with the runtime, everything that was generated and
 * every case, for a place that is not this process.
 *
 * @returns the text of one module
 */
export async function bundleProgram(
  name: string,
  staged: readonly Staged[],
  format: 'esm' | 'iife' = 'esm',
): Promise<string> {
  const cases = await pack(
    staged.map(({ topic: { cases, server: options = {} } }) => ({ cases, options })),
  );
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, `${name}.ts`)],
    bundle: true,
    write: false,
    format,
    platform: 'neutral',
    // A platform of none looks for packages without "exports" under no name.
    mainFields: ['module', 'main'],
    target: 'es2022',
    conditions: ['@tallystick/source'],
    external: ['node:*'],
    logLevel: 'silent',
    plugins: [topicsOf(staged, cases)],
  });
  return outputFiles[0]?.text ?? '';
}

/** Provides `suite:topics`, which a {@link SuiteTopics} is the type of. */
function topicsOf(staged: readonly Staged[], cases: string): Plugin {
  const resolveDir = resolve('.');
  return {
    name: 'topics',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^suite:topics$/ }, ({ path }) => ({ path, namespace: 'suite' }));
      onLoad({ filter: /./, namespace: 'suite' }, () => ({
        contents: [
          ...staged.map(
            (_, index) => `import * as topic${index} from 'generated:${index}/all.ts';`,
          ),
          `export const cases = ${JSON.stringify(cases)};`,
          `export const modules = [${staged.map((_, index) => `topic${index}`).join(', ')}];`,
        ].join('\n'),
        loader: 'js',
      }));
      onResolve({ filter: /^generated:/ }, ({ path }) => ({
        path: path.slice(10),
        namespace: 'generated',
      }));
      onResolve({ filter: /^\./, namespace: 'generated' }, ({ path, importer }) => ({
        path: new URL(path, `file:///${importer}`).pathname.slice(1).replace(/\.js$/, '.ts'),
        namespace: 'generated',
      }));
      onLoad({ filter: /./, namespace: 'generated' }, ({ path }) => {
        const [, index = '', file = ''] = /^(\d+)\/(.*)$/.exec(path) ?? [];
        const files = staged[Number(index)]?.generated.files ?? new Map<string, string>();
        const contents = file === 'all.ts' ? everythingOf(files) : files.get(file);
        return contents === undefined ? undefined : { contents, loader: 'ts', resolveDir };
      });
    },
  };
}
