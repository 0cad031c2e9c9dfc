/**
 * The part of unplugin that the plug-ins use. Its own declarations import those of every bundler. `tsconfig.json` resolves the library to
 * this file.
 */

/** Context of a hook of Rollup's form. */
export interface BuildContext {
  addWatchFile(path: string): void;
  /** Ends the build. In Rollup and Vite, it throws. */
  error?(problem: {
    readonly message: string;
    readonly frame?: string;
    readonly loc?: { readonly file: string; readonly line: number; readonly column: number };
  }): never;
}

/** A plug-in for all bundlers. The members with a bundler's name are for that one alone. */
export interface PluginParts {
  readonly name: string;
  readonly rollup?: object;
  readonly vite?: object;
  readonly webpack?: (compiler: never) => void;
  readonly esbuild?: { readonly setup: (build: never) => void };
}

/** Creates plug-ins from their parts. */
export function createUnplugin<Options>(parts: (options: Options) => PluginParts): {
  readonly vite: (options: Options) => { readonly name: string };
  readonly rollup: (options: Options) => { readonly name: string };
  readonly webpack: (options: Options) => { apply(compiler: object): void };
  readonly esbuild: (options: Options) => {
    readonly name: string;
    setup(build: object): void | Promise<void>;
  };
};
