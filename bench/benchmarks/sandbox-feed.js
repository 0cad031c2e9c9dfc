import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { printTable } from '../measure/table.js';

const root = resolve(import.meta.dirname, '../..');
const script = resolve(import.meta.dirname, '../feed/exchange.js');
/** Milliseconds that 99 of 100 messages take at most. */
const latencyAim = 50;

/** The feed of the sandbox with 1,000 subscribers, beside messages that are sent by hand with `ws` and come from nowhere. */
export async function benchmarkSandboxFeed({ quick }) {
  const module = await buildSandbox();
  const names = ['sandbox', 'ws.send for each client'];
  console.log('\n## Sandbox: feed to 1,000 subscribers, 100 messages a second each\n');
  console.log('| what | p50 ms | p99 ms | CPU of the server |');
  console.log('| --- | ---: | ---: | ---: |');
  for (const name of names) {
    const { p50, p99, cpu } = await run([module, name, 'latency', quick ? '25' : '500']);
    console.log(
      `| ${name} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${(cpu * 100).toFixed(0)} % |`,
    );
    if (!quick && name === 'sandbox' && p99 > latencyAim)
      console.log(`\nmissed: a p99 of ${p99.toFixed(1)} ms, the target is ${latencyAim}`);
  }
  const figures = [];
  for (const name of names) {
    let figure = 0;
    for (let turn = 0; turn < (quick ? 1 : 3); turn += 1) {
      const { perSecond } = await run([module, name, 'saturation', quick ? '20' : '400']);
      figure = Math.max(figure, perSecond);
    }
    figures.push({ name, figure });
  }
  printTable(
    'Sandbox: feed to 1,000 subscribers, two messages for each trade',
    'frames for a second of CPU',
    figures,
  );
}

/** Bundles what the measured process needs of the sandbox. Returns the path of the module. */
async function buildSandbox() {
  const folder = join(root, '.tallystick/bench/sandbox-feed');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, 'sandbox.mjs');
  const from = (path) => `export * from ${JSON.stringify(join(root, path))};`;
  await build({
    absWorkingDir: root,
    stdin: {
      contents: [
        from('sandbox/journal/memory.ts'),
        from('sandbox/server/core.ts'),
        from('sandbox/surfaces/feed/index.ts'),
        "export { serveFeed } from '@tallystick/runtime/websocket/node';",
      ].join('\n'),
      resolveDir: root,
      sourcefile: 'sandbox.js',
    },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['ws'],
    conditions: ['@tallystick/source'],
  });
  return outfile;
}

/** Runs a program until it prints its figures. */
async function run(args) {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let last;
  for await (const line of createInterface({ input: child.stdout })) last = line;
  if (child.exitCode === null) await once(child, 'exit');
  if (last === undefined) throw new Error(`${script} printed nothing`);
  return JSON.parse(last);
}
