import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { printTable } from '../measure/table.js';

const root = resolve(import.meta.dirname, '../..');
const parts = resolve(import.meta.dirname, '../fix');
/** Targets: orders per second in memory, and with every order durable before it is answered. */
const aim = 20_000;
const durableAim = 10_000;

/** Orders answered over loopback: both ends of a FIX session, each in a separate process. */
export async function benchmarkFixSession({ quick }) {
  const folder = join(root, '.tallystick/bench');
  mkdirSync(folder, { recursive: true });
  const bundle = join(folder, 'fix-session.mjs');
  await build({
    absWorkingDir: root,
    stdin: {
      contents:
        "export * from '@tallystick/runtime/fix'; export * from '@tallystick/runtime/fix/node'; export * from './generated/exchange-fix-4.2/src/index.ts';",
      resolveDir: root,
    },
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@tallystick/source'],
  });
  const count = quick ? 2000 : 100_000;
  const stores = mkdtempSync(join(tmpdir(), 'tallystick-bench-'));
  const kept = [
    ['kept in memory', []],
    ['kept in a file', [join(stores, 'written')]],
    ['kept in a file, on the disk before they are answered', [join(stores, 'synced'), 'sync']],
  ];
  const rows = [];
  for (const [name, where] of kept) {
    rows.push({ name, figure: await echoed(bundle, count, where) });
  }
  rmSync(stores, { recursive: true, force: true });
  printTable('Orders answered over loopback', 'a second', rows);
  if (quick) return;
  for (const [index, wanted] of [
    [0, aim],
    [2, durableAim],
  ]) {
    const { name, figure } = rows[index];
    if (figure < wanted) {
      console.log(
        `\nmissed: ${figure.toFixed(0)} orders a second ${name}, the target is ${wanted}`,
      );
    }
  }
}

async function echoed(bundle, count, where) {
  const server = spawn(process.execPath, [join(parts, 'echo-server.js'), bundle, ...where], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(createInterface({ input: server.stdout }), 'line');
  const client = spawn(
    process.execPath,
    [join(parts, 'echo-client.js'), bundle, port, String(count)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = await once(createInterface({ input: client.stdout }), 'line');
  server.kill();
  return JSON.parse(line).perSecond;
}
