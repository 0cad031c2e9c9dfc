import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** The compilers that generated code is for: the native one, and the last that was written in TypeScript. */
export type Compiler = 'typescript-7' | 'typescript';

/** A folder of generated sources that are compiled together. */
export interface Workbench {
  readonly folder: string;
  /** Adds the sources that were made from one document. */
  add(name: string, files: ReadonlyMap<string, string>): void;
  /**
   * What the compiler says under the flags of this repository, a line an error; paths start from the folder. All documents, or those
   * that are `chosen`.
   */
  check(compiler?: Compiler, chosen?: readonly string[]): readonly string[];
}

/** One process compiles about this much: many small documents at once, in a memory that any machine has. */
const batchCharacters = 40_000_000;

/** An empty workbench below the folder for temporary files. The flags are those of this repository with the changes of `compilerOptions`. */
export function createWorkbench(name: string, compilerOptions: object = {}): Workbench {
  const folder = resolve('.tallystick', name);
  const sizes = new Map<string, number>();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return {
    folder,
    add(document, files) {
      for (const [path, text] of files) {
        const to = join(folder, document, path);
        mkdirSync(dirname(to), { recursive: true });
        writeFileSync(to, text);
        sizes.set(document, (sizes.get(document) ?? 0) + text.length);
      }
    },
    check(compiler = 'typescript-7', chosen = [...sizes.keys()]) {
      return batchesOf(chosen, sizes).flatMap((batch) =>
        compile(folder, compiler, batch, compilerOptions),
      );
    },
  };
}

function batchesOf(
  names: readonly string[],
  sizes: ReadonlyMap<string, number>,
): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const own = sizes.get(name) ?? 0;
    if (size + own > batchCharacters) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(name);
    size += own;
  }
  return batches;
}

function compile(
  folder: string,
  compiler: Compiler,
  names: readonly string[],
  compilerOptions: object,
): readonly string[] {
  const config = {
    extends: relative(folder, resolve('tsconfig.json')),
    compilerOptions,
    include: names.map((name) => `${name}/**/*.ts`),
    exclude: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('node_modules', compiler, 'bin/tsc'), '-p', '.'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  return `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
}
