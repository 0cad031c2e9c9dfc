import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Result of a test: its title after that of the file, its state, and the message of its failure. */
export interface TestResult {
  /** Path of the test file. */
  readonly file: string;
  readonly title: string;
  readonly state: string;
  readonly message: string;
}

/** Runs the test files in a folder with vitest, in a process of its own. */
export async function runVitest(
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly TestResult[]> {
  const config = join(folder, 'vitest.config.mjs');
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const conditions = ['@tallystick/source', 'node'];
  const settings = {
    root: folder,
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      include: ['*.test.ts'],
      reporters: ['json'],
      outputFile: report,
      pool: 'threads',
      isolate: false,
      fileParallelism: false,
    },
  };
  writeFileSync(config, `export default ${JSON.stringify(settings)};\n`);
  const program = resolve('node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [program, 'run', '--config', config], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let errors = '';
  child.stderr.on('data', (data) => (errors += String(data)));
  await once(child, 'close');
  const { testResults } = JSON.parse(readReport(report, errors)) as Report;
  return testResults.flatMap(({ name: file, assertionResults, message }) => {
    if (assertionResults.length === 0) throw new Error(`no test ran: ${message}${errors}`);
    return assertionResults.map(({ ancestorTitles, title, status, failureMessages }) => ({
      file,
      title: [...ancestorTitles.slice(1), title].join(' > '),
      state: status,
      message: failureMessages.join('\n'),
    }));
  });
}

/** The report of vitest, as far as it is read. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function readReport(path: string, errors: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Error(`vitest has written no report: ${errors}`);
  }
}
