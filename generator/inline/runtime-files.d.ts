/** The published runtime as text: what is copied, and what its manifest says about it. */
export interface RuntimeFiles {
  /** `package.json` of the runtime. */
  readonly manifest: RuntimeManifest;
  /** Text of the licence, which every copy is accompanied by. */
  readonly license: string;
  /** Text of every TypeScript module by its path: `http/index.ts`. */
  readonly modules: { readonly [path: string]: string };
}

/** The part of the runtime's `package.json` that copies depend on. */
export interface RuntimeManifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly files: readonly string[];
  readonly exports: {
    readonly [subpath: string]: string | { readonly [condition: string]: unknown };
  };
  readonly dependencies: { readonly [name: string]: string };
  readonly peerDependencies: { readonly [name: string]: string };
}

/**
 * The runtime of the generator's own version. There is no such file: `scripts/runtime-plugin.js` makes the module of the runtime's
 * sources, so that a published generator copies them without a network and without an installed runtime.
 */
export function runtimeFiles(): RuntimeFiles;
