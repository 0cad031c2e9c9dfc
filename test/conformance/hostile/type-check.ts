import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** A folder of generated sources that are compiled together. */
export interface Workbench {
  readonly folder: string;
  /** Adds the sources that were made from one document. */
  add(name: string, files: ReadonlyMap<string, string>): void;
  /** What the compiler says under the flags of this repository, a line an error; paths start from the folder. */
  check(): readonly string[];
}

/** An empty workbench below the folder for temporary files. */
export function createWorkbench(name: string): Workbench {
  const folder = resolve('.tallystick', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return {
    folder,
    add(document, files) {
      for (const [path, text] of files) {
        const to = join(folder, document, path);
        mkdirSync(dirname(to), { recursive: true });
        writeFileSync(to, text);
      }
    },
    check() {
      const config = {
        extends: relative(folder, resolve('tsconfig.json')),
        include: ['*/**/*.ts'],
        exclude: [],
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const compiler = resolve('node_modules/typescript-7/bin/tsc');
      const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', '.'], {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      });
      return `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
    },
  };
}
