import { createUnplugin, type BuildContext } from 'unplugin';
import { createBuild, problemText, type PluginOptions, type Problem } from './build.js';
import { vitePart } from './vite-part.js';

const name = 'tallystick';

/** Creates the plug-ins: one for each bundler, from the same parts. */
export const plugins: ReturnType<typeof createUnplugin<PluginOptions | undefined>> = createUnplugin<
  PluginOptions | undefined
>((options = {}) => {
  const build = createBuild(options);
  return {
    name,
    rollup: {
      async buildStart(this: BuildContext) {
        const { problems, files } = await build.run();
        for (const file of files) this.addWatchFile(file);
        failWith(this, problems);
      },
    },
    vite: vitePart(options, build, failWith),
    webpack(compiler: Webpack) {
      let last: Awaited<ReturnType<typeof build.run>> | undefined;
      compiler.hooks.beforeCompile.tapPromise(name, async () => {
        last = await build.run();
      });
      compiler.hooks.thisCompilation.tap(name, ({ fileDependencies, errors }) => {
        for (const file of last?.files ?? []) fileDependencies.add(file);
        for (const problem of last?.problems ?? []) errors.push(webpackError(problem));
      });
    },
    esbuild: {
      setup({ onStart, onResolve }: Esbuild) {
        let last: Awaited<ReturnType<typeof build.run>> | undefined;
        let isReported = false;
        onStart(async () => {
          last = await build.run();
          isReported = false;
        });
        // What `onStart` reports ends the build before esbuild knows which files to watch.
        onResolve({ filter: /.*/ }, ({ kind }) => {
          if (kind !== 'entry-point' || isReported || last === undefined) return undefined;
          isReported = true;
          return { errors: last.problems.map(esbuildError), watchFiles: last.files };
        });
      },
    },
  };
});

/** Ends a build of Rollup or Vite with its first problem. The others are in the text. */
function failWith(context: BuildContext, problems: readonly Problem[]): void {
  const [first, ...others] = problems;
  if (first === undefined) return;
  const { file, line, column, frame } = first;
  const more = others.map((each) => `\n${problemText(each)}`).join('');
  context.error?.({
    message: first.message + more,
    frame,
    // Rollup counts columns from 0.
    loc: { file, line, column: column - 1 },
  });
}

/** The parts of a compiler of webpack 5 that are used. */
interface Webpack {
  readonly hooks: {
    readonly beforeCompile: { tapPromise(name: string, run: () => Promise<void>): void };
    readonly thisCompilation: { tap(name: string, run: (compilation: Compilation) => void): void };
  };
}

interface Compilation {
  readonly fileDependencies: { add(file: string): void };
  readonly errors: Error[];
}

function webpackError({ message, frame, file, line, column }: Problem): Error {
  const error = new Error(`${message}\n${frame}`);
  // A stack would show the plug-in, where nothing is wrong.
  error.stack = '';
  return Object.assign(error, {
    name: 'TallystickError',
    file,
    loc: { start: { line, column: column - 1 } },
  });
}

/** The parts of a build of esbuild that are used. */
interface Esbuild {
  onStart(run: () => Promise<void>): void;
  onResolve(
    options: { readonly filter: RegExp },
    resolve: (request: {
      readonly kind: string;
    }) =>
      | { readonly errors: readonly object[]; readonly watchFiles: readonly string[] }
      | undefined,
  ): void;
}

function esbuildError({ message, file, line, column, lineText }: Problem): object {
  return { text: message, location: { file, line, column: column - 1, lineText } };
}
