import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Results of one test file. */
export interface NodeResults {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** Titles of skipped tests, with the reasons. */
  readonly skipped: readonly string[];
  /** Report of the runner, in TAP. */
  readonly report: string;
}

/** Writes a test file into a folder and runs it with the test runner of Node, in a process of its own. */
export async function runNode(folder: string, source: string): Promise<NodeResults> {
  const entry = join(folder, 'contract.test.js');
  const program = join(folder, 'contract.test.mjs');
  writeFileSync(entry, source);
  await build({
    entryPoints: [entry],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@tallystick/source'],
    external: ['better-sqlite3', 'pg', 'ws'],
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
  });
  const child = spawn(process.execPath, ['--test', '--test-reporter=tap', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
    // Node runs no tests in a process that is itself a test.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
  let report = '';
  child.stdout.on('data', (data) => (report += String(data)));
  await once(child, 'close');
  const titles = [...report.matchAll(/^ {8}(not ok|ok) \d+ - (.*)$/gm)].map(
    ([, state = '', title = '']) => ({ isPassed: state === 'ok', title: unescaped(title) }),
  );
  const isSkipped = (title: string): boolean => / # SKIP/.test(title);
  return {
    passed: titles.filter((each) => each.isPassed && !isSkipped(each.title)).map(titleOf),
    failed: titles.filter((each) => !each.isPassed).map(titleOf),
    skipped: titles.filter((each) => isSkipped(each.title)).map(titleOf),
    report,
  };
}

function titleOf({ title }: { readonly title: string }): string {
  return title;
}

/** A title without the escapes of TAP. */
function unescaped(title: string): string {
  return title.replaceAll(/\\([\\#])/g, '$1');
}
