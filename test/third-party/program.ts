import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const folder = resolve('test/third-party');

/** Reason why the clients cannot run; `undefined` if they can. */
export const missingClients: string | undefined = existsSync(`${folder}/node_modules/.installed`)
  ? undefined
  : 'the public clients are not installed (npm run test:thorough -- third-party)';

/** What became of a call: its value, or the error that the client has thrown. */
export interface Outcome {
  readonly value?: unknown;
  readonly error?: {
    /** Name of the error's class. */
    readonly type: string;
    readonly status?: number;
    readonly code?: string | number;
    readonly message: string;
  };
}

/** Runs a program of this folder, and returns the outcomes of its calls by name. */
export async function runProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, Outcome>> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    cwd: folder,
    env: {
      // Some of them ask a proxy for everything.
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/proxy$/i.test(name))),
      ...env,
      // The SDKs report to their vendor otherwise.
      DISABLE_CDP_ERROR_REPORTING: 'true',
      DISABLE_CDP_USAGE_TRACKING: 'true',
    },
    maxBuffer: 16_000_000,
  });
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  const calls = JSON.parse(last) as readonly (Outcome & { readonly name: string })[];
  return new Map(calls.map(({ name, ...outcome }) => [name, outcome]));
}

/** Names of the calls that succeeded, in order. */
export function succeeded(outcomes: ReadonlyMap<string, Outcome>): readonly string[] {
  return [...outcomes].filter(([, { error }]) => error === undefined).map(([name]) => name);
}

/** What the client said about the calls that failed: class, status and code of the error. */
export function failures(outcomes: ReadonlyMap<string, Outcome>): Readonly<Record<string, string>> {
  const failed = [...outcomes].flatMap(([name, { error }]) =>
    error === undefined
      ? []
      : [[name, [error.type, error.status, error.code].filter(Boolean).join(' ')] as const],
  );
  return Object.fromEntries(failed);
}
