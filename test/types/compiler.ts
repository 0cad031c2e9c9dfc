import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, resolve } from 'node:path';

/** One finding of the compiler. */
export interface TypeProblem {
  /** Without its folder. */
  readonly file: string;
  readonly line: number;
  /** `TS2345` */
  readonly code: string;
  readonly message: string;
}

const compilers: Readonly<Record<5 | 7, string>> = {
  5: resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc'),
  7: resolve(import.meta.dirname, '../../node_modules/typescript-7/bin/tsc'),
};

/** Checks a project with TypeScript of that version and returns what it finds, by file and line. */
export async function typeErrors(
  project: string,
  version: 5 | 7 = 7,
): Promise<readonly TypeProblem[]> {
  const child = spawn(process.execPath, [
    compilers[version],
    '--noEmit',
    '--pretty',
    'false',
    '-p',
    project,
  ]);
  const text: string[] = [];
  child.stdout.on('data', (piece: Buffer) => text.push(piece.toString()));
  child.stderr.on('data', (piece: Buffer) => text.push(piece.toString()));
  await once(child, 'close');
  const lines = text.join('').split('\n');
  const found = lines.flatMap((line) => {
    const match = /^(.+)\((\d+),\d+\): error (TS\d+): (.*)$/.exec(line);
    if (match === null) return [];
    const [, file = '', at = '', code = '', message = ''] = match;
    return [{ file: basename(file), line: Number(at), code, message }];
  });
  if (found.length === 0 && child.exitCode !== 0) throw new Error(text.join(''));
  return [...found].sort(
    (left, right) => left.file.localeCompare(right.file) || left.line - right.line,
  );
}
