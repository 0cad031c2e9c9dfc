import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { printTable } from '../measure/table.js';

const root = resolve(import.meta.dirname, '../..');
const parts = resolve(import.meta.dirname, '../feed');

/** Compares feeds with `ws`: each candidate in a separate process, with messages from another process that is not measured. */
export async function benchmarkFeed({ quick }) {
  const folder = join(root, '.tallystick/bench');
  mkdirSync(folder, { recursive: true });
  await build({
    absWorkingDir: root,
    stdin: {
      contents:
        "export * from '@tallystick/runtime/websocket'; export * from '@tallystick/runtime/websocket/server'; export * from '@tallystick/runtime/websocket/node';",
      resolveDir: root,
    },
    outfile: join(folder, 'runtime.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['ws'],
    conditions: ['@tallystick/source'],
  });
  const runtime = join(folder, 'runtime.mjs');
  const turns = quick ? 1 : 3;
  const rows = async (title, unit, script, count, aim, names, ...more) => {
    const best = new Map();
    for (let turn = 0; turn < turns; turn += 1) {
      for (const name of names) {
        const figure = await run(join(parts, script), [runtime, name, String(count), ...more]);
        best.set(name, Math.max(best.get(name) ?? 0, figure.perSecond));
      }
    }
    printTable(
      title,
      unit,
      names.map((name) => ({ name, figure: best.get(name) })),
    );
    const [ours] = names;
    if (best.get(ours) < aim) {
      console.log(
        `\nmissed: ${title} is ${best.get(ours).toFixed(0)} ${unit}, the target is ${aim}`,
      );
    }
  };
  const few = quick ? 10 : 1;
  await rows(
    'receiving messages of 177 bytes',
    'messages for a second of CPU',
    'receive.js',
    600_000 / few,
    600_000,
    ['tallystick', 'ws and JSON.parse', 'ws without parsing'],
  );
  await rows(
    'sending to 50 subscribers, one message in each turn of the event loop',
    'frames for a second of CPU',
    'fan-out.js',
    10_000 / few,
    0,
    ['tallystick', 'tallystick, writeInterval: 0', 'ws.send for each client'],
    '1',
  );
  await rows(
    'sending to 50 subscribers, four messages in each turn of the event loop',
    'frames for a second of CPU',
    'fan-out.js',
    10_000 / few,
    550_000,
    ['tallystick', 'tallystick, writeInterval: 0', 'ws.send for each client'],
    '4',
  );
  await rows(
    'publishing one event to 1,000 subscribers, in two messages',
    'frames for a second of CPU',
    'event.js',
    300 / few,
    0,
    ['tallystick', 'tallystick, writeInterval: 0', 'ws.send, each copy serialised once'],
  );
  for (const levels of [50, 1000, 20_000]) {
    const count = String(2_100_000 / few);
    const figure = await run(join(parts, 'book.js'), [runtime, String(levels), count]);
    printTogether(`updates of a Level2 book of ${levels} levels a side`, 'updates', 1.2, [
      ['tallystick', figure.tallystick],
      ['a sorted array with binary search', figure.array],
    ]);
  }
  const exchange = join(folder, 'exchange.mjs');
  const parserModule = join(folder, 'event-parser.mjs');
  for (const [outfile, contents] of [
    [
      exchange,
      "export * from './generated/exchange/src/feed.ts'; export * from './generated/exchange/src/feed-checks.ts';",
    ],
    [parserModule, "export * from './runtime/core/items/event-parser.ts';"],
  ]) {
    await build({
      absWorkingDir: root,
      stdin: { contents, resolveDir: root },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      conditions: ['@tallystick/source'],
    });
  }
  const checked = await run(join(parts, 'checked.js'), [exchange, String(720_000 / few)]);
  printTogether('tickers received and checked in full', 'messages', 0.85, [
    ['tallystick', checked.tallystick],
    ['JSON.parse, the same checks and sequence by hand', checked['checked by hand']],
    ['JSON.parse, type and sequence by hand', checked['by hand']],
  ]);
  const peer = fileURLToPath(import.meta.resolve('eventsource-parser'));
  const script = resolve(parts, '../stream/events.js');
  for (const form of ['ascii', 'accents']) {
    const events = await run(script, [parserModule, peer, String(1_800_000 / few), form]);
    printTogether(`events of an event stream (${form})`, 'events', 1, [
      ['tallystick', events.tallystick],
      ['eventsource-parser', events['eventsource-parser']],
    ]);
  }
  await crowd(runtime, quick);
}

/** Prints candidates that one process has measured alternately, ours first, and a missed target. */
function printTogether(title, what, aim, figures) {
  printTable(
    title,
    `${what} for a second of CPU`,
    figures.map(([name, figure]) => ({ name, figure })),
  );
  const [[, ours], [peer, theirs]] = figures;
  if (ours / theirs < aim) {
    console.log(
      `\nmissed: ${title} is ${(ours / theirs).toFixed(2)} of ${peer}, the target is ${aim}`,
    );
  }
}

/** Latency with 1,000 idle connections and 200 that receive 50 messages a second each. */
async function crowd(runtime, quick) {
  console.log('\n## 1,000 idle and 200 active connections, 50 messages a second each\n');
  console.log('| what | p50 ms | p99 ms | CPU of the server |');
  console.log('| --- | ---: | ---: | ---: |');
  for (const name of ['tallystick', 'ws.send for each client']) {
    const { p50, p99, cpu } = await run(join(parts, 'crowd.js'), [
      runtime,
      name,
      quick ? '1' : '5',
    ]);
    console.log(
      `| ${name} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${(cpu * 100).toFixed(0)} % |`,
    );
  }
}

/** Runs a program until it prints its figures. */
async function run(script, args) {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let last;
  for await (const line of createInterface({ input: child.stdout })) last = line;
  if (child.exitCode === null) await once(child, 'exit');
  if (last === undefined) throw new Error(`${script} printed nothing`);
  return JSON.parse(last);
}
