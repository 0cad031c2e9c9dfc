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
  readonly ended: Promise<Ending>;
  /** Resolves with the next line, or with this one; rejects with the output if the process ends first. */
  nextLine(line?: string): Promise<string>;
}

/** Exit of a process. */
export interface Ending {
  /** Its code, or the signal that ended it. */
  readonly by: number | string | null;
  /** Standard error. */
  readonly errors: string;
}

/** Starts a script of ours in Node. */
export function start(file: string, ...args: readonly string[]): Doomed {
  return startProgram(process.execPath, file, ...args);
}

/** Starts a program, whose input stays open until it is ended. */
export function startProgram(program: string, ...args: readonly string[]): Doomed {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const lines: string[] = [];
  let listeners: (() => void)[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = `${rest}${text}`.split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    for (const listener of listeners) listener();
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once('close', (code, signal) => resolve({ by: signal ?? code, errors }));
  });
  return {
    lines,
    child,
    ended,
    nextLine: (line) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = lines.find((each) => line === undefined || each === line);
          if (found === undefined) return;
          listeners = listeners.filter((listener) => listener !== look);
          resolve(found);
        };
        listeners.push(look);
        look();
        void ended.then(({ by }) => {
          reject(new Error(`The process ended by ${by} and said: ${lines.join('\n')}\n${errors}`));
        });
      }),
  };
}
