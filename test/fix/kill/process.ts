import { buildSync } from 'esbuild';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** Makes one file of a script and everything that it imports, so that it starts at once. */
export function bundle(script: string, folder: string): string {
  const outfile = join(folder, `${script}.mjs`);
  buildSync({
    entryPoints: [join('test', 'fix', 'kill', `${script}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@tallystick/source'],
  });
  return outfile;
}

/** A process of ours. */
export interface Doomed {
  /** The lines that it has written. */
  readonly lines: string[];
  readonly child: ChildProcess;
  /** Its code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
  /** Calls back with every line. */
  onLine(listener: (line: string) => void): void;
}

/** Starts a script of ours in Node. */
export function start(file: string, ...args: readonly string[]): Doomed {
  return startProgram(process.execPath, file, ...args);
}

/** Starts a program, whose input stays open until it is ended. */
export function startProgram(program: string, ...args: readonly string[]): Doomed {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: string[] = [];
  let listener: ((line: string) => void) | undefined;
  let rest = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    const parts = `${rest}${text}`.split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      lines.push(line);
      listener?.(line);
    }
  });
  return {
    lines,
    child,
    ended: new Promise((resolve) => {
      child.once('close', (code, signal) => resolve(signal ?? code));
    }),
    onLine(next) {
      listener = next;
    },
  };
}
