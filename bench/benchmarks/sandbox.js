import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { printTable } from '../measure/table.js';

const root = resolve(import.meta.dirname, '../..');
/** Targets: durable commands a second, milliseconds of a command at 500 a second, and of a start from a million entries. */
const commandAim = 8_000;
const latencyAim = 10;
const startAim = 3_000;

/** The sandbox: its state machine, its journal on SQLite, and its REST API. */
export async function benchmarkSandbox({ quick }) {
  const sandbox = await loadSandbox();
  const signatures = signaturesPerSecond(sandbox, quick ? 20 : 3_000);
  printTable('Sandbox: signatures, a policy evaluated', 'a second', [
    { name: 'state machine', figure: signatures },
  ]);
  const commands = await onSqlite(sandbox, (open) => commandsPerSecond(open, quick ? 300 : 40_000));
  printTable('Sandbox: durable commands on SQLite, 256 in flight', 'a second', [
    { name: 'sandbox', figure: commands },
  ]);
  const latency = await restLatencies(sandbox, quick ? 50 : 5_000);
  printTable('Sandbox: POST of a policy, 500 a second from another process', 'ms', [
    { name: 'in memory, p50', figure: latency.memory.p50 },
    { name: 'in memory, p99', figure: latency.memory.p99 },
    { name: 'SQLite, p50', figure: latency.sqlite.p50 },
    { name: 'SQLite, p99', figure: latency.sqlite.p99 },
  ]);
  const entries = quick ? 1_000 : 1_000_000;
  const start = await startTime(sandbox, entries);
  printTable(`Sandbox: start from ${entries} entries with a snapshot`, 'ms', [
    { name: 'SQLite', figure: start.ready },
    { name: 'until every entry is checked', figure: start.checked },
  ]);
  printTable('Sandbox: memory of 10,000 accounts', 'MB', [
    { name: 'EVM accounts with names', figure: memoryOfAccounts(quick ? 100 : 10_000) },
  ]);
  printTable('Sandbox: startSandbox()', 'ms', [
    { name: 'modules loaded', figure: await warmStart(sandbox, quick ? 1 : 9) },
    { name: 'cold process', figure: coldStart(quick ? 1 : 5) },
  ]);
  if (quick) return;
  if (commands < commandAim)
    console.log(`\nmissed: ${commands.toFixed(0)} durable commands, the target is ${commandAim}`);
  for (const [name, { p99 }] of Object.entries(latency))
    if (p99 > latencyAim)
      console.log(`\nmissed: ${name}: a p99 of ${p99.toFixed(1)} ms, the target is ${latencyAim}`);
  if (start.ready > startAim)
    console.log(`\nmissed: a start of ${start.ready.toFixed(0)} ms, the target is ${startAim}`);
}

const folder = join(root, '.tallystick/bench/sandbox');
/** The module that {@link loadSandbox} makes, for programs in other processes. */
export const sandboxModule = join(folder, 'sandbox.mjs');

/** The sandbox in a bundle, with the worker of its journal on SQLite. */
export async function loadSandbox() {
  mkdirSync(folder, { recursive: true });
  const from = (path) => `export * from ${JSON.stringify(join(root, path))};`;
  await build({
    absWorkingDir: root,
    stdin: {
      contents: [
        from('sandbox/index.ts'),
        from('sandbox/journal/memory.ts'),
        from('sandbox/journal/sqlite.ts'),
        from('sandbox/server/core.ts'),
        from('sandbox/surfaces/exchange/credentials.ts'),
        from('sandbox/surfaces/exchange/index.ts'),
        from('sandbox/surfaces/feed/index.ts'),
        from('sandbox/domain/engine.ts'),
        from('sandbox/domain/random.ts'),
        from('sandbox/domain/subjects.ts'),
        "export { apiKey, PlatformClient, walletSecret } from '@platform/platform';",
        "export { exchangeKey, ExchangeClient } from '@platform/exchange';",
        "export { SandboxControlClient } from '@platform/sandbox-control';",
        "export { createExchangeFix50OrderEntryInitiator as createOrderEntry, logonKey } from '@platform/exchange-fix-5.0';",
        "export { openFix } from '@tallystick/runtime/fix/node';",
      ].join('\n'),
      resolveDir: root,
      sourcefile: 'sandbox.js',
    },
    outfile: join(folder, 'sandbox.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['better-sqlite3', 'pg', 'ws'],
    conditions: ['@tallystick/source'],
  });
  await build({
    absWorkingDir: root,
    entryPoints: { 'sqlite-worker': join(root, 'sandbox/journal/sqlite-worker.ts') },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['better-sqlite3'],
    conditions: ['@tallystick/source'],
  });
  return import(pathToFileURL(join(folder, 'sandbox.mjs')).href);
}

const rules = [
  {
    action: 'accept',
    operation: 'signEvmTransaction',
    criteria: [{ type: 'ethValue', ethValue: '1000000000000000000', operator: '<=' }],
  },
];
/** An unsigned transaction of 1 wei on chain 84532. */
const transaction =
  '0x02e883014a3480830f4240830f424082520894742d35cc6634c0532925a3b844bc454e4438f44e0180c0';
const origin = { surface: 'bench', caller: 'bench' };

function engineOf({ Engine, deriveKey, subjects }) {
  return new Engine(subjects, deriveKey(new Uint8Array(32), 'entries'));
}

function executor(engine) {
  let now = Date.now() * 1000;
  return (type, data) => {
    now += 1;
    const outcome = engine.execute({ ...origin, now, command: { type, data } });
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
    return outcome.result;
  };
}

/** Signatures that a project's policy decides about. */
function signaturesPerSecond(sandbox, count) {
  const execute = executor(engineOf(sandbox));
  execute('policies.create', { project: 'p', scope: 'project', rules });
  const { address } = execute('accounts.create-evm', { project: 'p' });
  const sign = () => execute('accounts.sign-evm', { project: 'p', address, transaction });
  for (let index = 0; index < count / 10; index += 1) sign();
  const started = performance.now();
  for (let index = 0; index < count; index += 1) sign();
  return (count / (performance.now() - started)) * 1000;
}

/** Runs something with functions that start the state machine on a new file, and that open its journal alone. */
export async function onSqlite({ openSqliteJournal, openCore }, run) {
  const place = mkdtempSync(join(tmpdir(), 'sandbox-bench-'));
  const worker = pathToFileURL(join(folder, 'sqlite-worker.mjs'));
  const onFailure = (error) => console.log(error);
  const options = { seed: Buffer.from('bench'), time: 'real', onFailure };
  const openJournal = () => openSqliteJournal(join(place, 'journal.db'), { worker });
  const open = async () => {
    const journal = await openJournal();
    const core = await openCore({ journal, ...options });
    await core.lead();
    return core;
  };
  try {
    return await run(open, openJournal);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function commandsPerSecond(open, count) {
  const core = await open();
  const { loop } = core;
  let next = 0;
  const lane = async () => {
    while (next < count) {
      next += 1;
      const data = { project: `p${next % 100}`, scope: 'account', rules };
      const outcome = loop.execute('policies.create', data, origin);
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
      await loop.settled();
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: 256 }, lane));
  const seconds = (performance.now() - started) / 1000;
  await core.close();
  return count / seconds;
}

/** Credentials of a new project. */
async function tenantOf({ SandboxControlClient }, { url, token }) {
  const { tenancy } = new SandboxControlClient({ baseUrl: url, credentials: { token } });
  const { id: organizationId } = await tenancy.createOrganization({ name: 'Bench' });
  const { id } = await tenancy.createProject({ organizationId, name: 'Bench' });
  const { secret: wallet } = await tenancy.createWalletSecret(id);
  const { name: key, secret } = await tenancy.createSecretApiKey(id, { label: 'bench' });
  return { url, key, secret, wallet };
}

async function restLatencies(sandbox, count) {
  const memory = await restLatency(sandbox, count);
  const sqlite = await onSqlite(sandbox, (_, openJournal) =>
    restLatency(sandbox, count, openJournal),
  );
  return { memory, sqlite };
}

/** The times of commands that another process sends at 500 a second. */
async function restLatency(sandbox, count, openJournal) {
  const journal = openJournal === undefined ? {} : { journal: await openJournal() };
  const running = await sandbox.startSandbox({ seed: 'bench', ...journal });
  const tenant = await tenantOf(sandbox, running);
  const module = join(folder, 'sandbox.mjs');
  const load = { module, ...tenant, rate: 500, warmUp: Math.ceil(count / 2), count, rules };
  const program = join(import.meta.dirname, 'sandbox-load.js');
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(load)]);
  await running.close();
  return JSON.parse(stdout);
}

function startTime(sandbox, entries) {
  return onSqlite(sandbox, async (open) => {
    const core = await open();
    const { loop } = core;
    const { id } = loop.execute(
      'policies.create',
      { project: 'p', scope: 'account', rules },
      origin,
    ).result;
    for (let index = 0; index < entries; index += 1) {
      loop.execute('policies.update', { project: 'p', id, rules }, origin);
      if (index % 2_000 === 0) await loop.settled();
    }
    await core.close();
    const started = performance.now();
    const again = await open();
    const ready = performance.now() - started;
    again.checkHistory();
    await again.historyChecked();
    const checked = performance.now() - started;
    await again.close();
    return { ready, checked };
  });
}

/** Megabytes that accounts add to the heap, measured in a process of its own. */
function memoryOfAccounts(count) {
  const program = `
    const sandbox = await import(${JSON.stringify(pathToFileURL(join(folder, 'sandbox.mjs')).href)});
    const engine = new sandbox.Engine(sandbox.subjects, sandbox.deriveKey(new Uint8Array(32), 'entries'));
    let now = Date.now() * 1000;
    const create = (name) => engine.execute({ surface: 'bench', caller: 'bench', now: ++now,
      command: { type: 'accounts.create-evm', data: { project: 'p', name } } });
    create('first'); gc();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < ${count}; index += 1) create('account ' + index);
    gc();
    console.log((process.memoryUsage().heapUsed - before) / 1e6);`;
  return (Number(inProcess(program)) * 10_000) / count;
}

async function warmStart({ startSandbox }, count) {
  const times = [];
  for (let index = 0; index <= count; index += 1) {
    const started = performance.now();
    const sandbox = await startSandbox();
    times.push(performance.now() - started);
    await sandbox.close();
  }
  return median(times.slice(1));
}

/** Milliseconds from the start of a process until it has a running sandbox. */
function coldStart(count) {
  const program = `
    const { startSandbox } = await import(${JSON.stringify(pathToFileURL(join(folder, 'sandbox.mjs')).href)});
    const sandbox = await startSandbox();
    console.log(performance.now());
    await sandbox.close();`;
  return median(Array.from({ length: count }, () => Number(inProcess(program))));
}

function inProcess(program) {
  const options = ['--expose-gc', '--input-type=module', '-e', program];
  return execFileSync(process.execPath, options, { encoding: 'utf8' });
}

function median(values) {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)];
}
