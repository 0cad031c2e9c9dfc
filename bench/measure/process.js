import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const preload = new URL('./report-usage.js', import.meta.url).href;
const pinned = join(import.meta.dirname, '../node_modules/node/bin/node');

/** Path of the Node for comparing generators: that of its npm package, or the one that runs the benchmark. */
export const generatorNode = existsSync(pinned) ? pinned : process.execPath;

/**
 * Runs a Node program several times, cold, and returns the best of each figure: seconds of CPU, seconds of elapsed time, peak MiB. Returns
 * `undefined` if the program failed.
 */
export function measureProcess(
  script,
  args,
  { runs = 3, before = () => {}, cwd, node = process.execPath } = {},
) {
  const results = [];
  for (let run = 0; run < runs; run++) {
    before();
    const folder = mkdtempSync(join(tmpdir(), 'tallystick-bench-'));
    const usage = join(folder, 'usage.json');
    const started = process.hrtime.bigint();
    const { status } = spawnSync(node, ['--import', preload, script, ...args], {
      cwd,
      stdio: 'ignore',
      env: { ...process.env, TALLYSTICK_BENCH_USAGE: usage, NO_COLOR: '1' },
    });
    const wall = Number(process.hrtime.bigint() - started) / 1e9;
    if (status !== 0) return undefined;
    results.push({ wall, ...JSON.parse(readFileSync(usage, 'utf8')) });
    rmSync(folder, { recursive: true });
  }
  const best = (key) => Math.min(...results.map((result) => result[key]));
  return { cpu: best('cpu'), wall: best('wall'), mebibytes: best('mebibytes') };
}
