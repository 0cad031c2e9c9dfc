import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { printTable } from '../measure/table.js';
import { feedCosts, requestCosts } from './refusal-costs.js';
import { loadSandbox, sandboxModule } from './sandbox.js';

const program = join(import.meta.dirname, 'exchange-load.js');
/** Milliseconds that 99 of 100 orders take at most, at 1,000 a second. */
const latencyAim = 5;
/** What a flood may multiply the times of others by. */
const ratioAim = 2;

/** Orders over REST: at 1,000 a second, and those of some traders while another one floods the sandbox with requests that are refused. */
export async function benchmarkSandboxFlood({ quick }) {
  const sandbox = await loadSandbox();
  const costs = await requestCosts(sandbox, quick ? 50 : 3_000);
  printTable('Sandbox: a request to the exchange', 'µs of CPU', costs);
  const messages = await feedCosts(sandbox, quick ? 50 : 3_000);
  printTable('Sandbox: a message to the feed, with its connection', 'µs of CPU', messages);
  const fast = await withTraders(sandbox, { hasRateLimits: false }, ({ traders }) =>
    inTurns(() => measure(traders, 1_000, quick ? 50 : 5_000), quick),
  );
  printTable('Sandbox: orders over REST, 1,000 a second from another process', 'ms', [
    { name: 'p50', figure: fast.p50 },
    { name: 'p99', figure: fast.p99 },
  ]);
  if (!quick && fast.p99 > latencyAim)
    console.log(`\nmissed: a p99 of ${fast.p99.toFixed(1)} ms, the target is ${latencyAim}`);
  const rows = await withTraders(sandbox, {}, (place) => floods(place, quick));
  console.log('\n## Sandbox: 100 orders a second over REST, while one profile floods it\n');
  console.log('| flood of requests | p50 ms | alone | ratio | p99 ms | alone | ratio |');
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const { flood, during, alone } of rows) {
    const [p50, p99] = [during.p50 / alone.p50, during.p99 / alone.p99];
    const figures = [during.p50, alone.p50, p50, during.p99, alone.p99, p99];
    console.log(`| ${flood} | ${figures.map((each) => each.toFixed(2)).join(' | ')} |`);
    if (!quick && Math.max(p50, p99) > ratioAim)
      console.log(`\nmissed: a flood of requests ${flood} may not more than double the times`);
  }
}

/** Turns without and with a flood, of each kind. The medians of their times are compared. */
async function floods({ traders, flooder }, quick) {
  const rows = [];
  for (const flood of ['above the rate limit', 'malformed', 'unsigned']) {
    const [alone, during] = [[], []];
    for (let turn = 0; turn < (quick ? 1 : 5); turn += 1) {
      alone.push(await measure(traders, 100, quick ? 20 : 500));
      const options = { ...flooder, flood };
      const child = spawn(process.execPath, [program, JSON.stringify(options)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      during.push(await measure(traders, 100, quick ? 20 : 500));
      child.kill();
      await once(child, 'exit');
    }
    rows.push({ flood, alone: medians(alone), during: medians(during) });
  }
  return rows;
}

/** Medians of five measurements. */
async function inTurns(run, quick) {
  const turns = [];
  for (let turn = 0; turn < (quick ? 1 : 5); turn += 1) turns.push(await run());
  return medians(turns);
}

function medians(turns) {
  const of = (name) =>
    turns.map((turn) => turn[name]).sort((left, right) => left - right)[turns.length >> 1];
  return { p50: of('p50'), p99: of('p99') };
}

/** Runs something with a sandbox in memory, keys of twenty traders, and that of another one. */
async function withTraders({ startSandbox, SandboxControlClient }, options, run) {
  const running = await startSandbox({ seed: 'bench', fix: false, ...options });
  const { url, token } = running;
  const { tenancy, exchange } = new SandboxControlClient({ baseUrl: url, credentials: { token } });
  const { id: organizationId } = await tenancy.createOrganization({ name: 'Bench' });
  const keys = [];
  for (let index = 0; index <= 20; index += 1) {
    const { profile } = await exchange.createUser(organizationId, { name: 'Bench' });
    for (const currency of ['USD', 'BTC'])
      await exchange.creditProfile(profile.id, { currency, amount: '1000000000' });
    keys.push(await exchange.createKey(profile.id, { label: 'bench' }));
  }
  const program = { module: sandboxModule, url };
  try {
    return await run({
      traders: { ...program, keys: keys.slice(1) },
      flooder: { ...program, keys: keys.slice(0, 1) },
    });
  } finally {
    await running.close();
  }
}

async function measure(traders, rate, count) {
  const options = JSON.stringify({ ...traders, rate, count });
  const { stdout } = await promisify(execFile)(process.execPath, [program, options]);
  return JSON.parse(stdout);
}
