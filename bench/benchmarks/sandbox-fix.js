import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { durablePerSecond } from './exchange.js';
import { loadSandbox, onSqlite, sandboxModule } from './sandbox.js';

const program = join(import.meta.dirname, '../fix/sandbox-orders.js');
/** Part of the orders that the journal stores in a second which must also be possible over FIX. */
const ratioAim = 0.9;
/** What a refusal may cost, beside what is accepted. */
const costAim = 1;

/** The exchange over FIX: durable orders beside those of the journal alone, and what is refused beside what is accepted. */
export async function benchmarkSandboxFix({ quick }) {
  const sandbox = await loadSandbox();
  const turns = quick ? 1 : 3;
  const rates = { fix: [], journal: [] };
  for (let turn = 0; turn < turns; turn += 1) {
    const count = quick ? 300 : 30_000;
    rates.journal.push(await onSqlite(sandbox, (open) => durablePerSecond(open, count)));
    rates.fix.push(
      await onSqlite(sandbox, async (_, openJournal) => {
        const journal = await openJournal();
        return overFix(sandbox, journal, { sessions: 8, count, kinds: ['accepted'] });
      }).then(({ accepted }) => accepted.perSecond),
    );
  }
  const [fix, journal] = [median(rates.fix), median(rates.journal)];
  console.log('\n## Sandbox: durable orders on SQLite, 256 in flight (a second)\n');
  console.log('| what | figure | ratio to the journal |\n| --- | ---: | ---: |');
  console.log(`| decided and stored | ${journal.toFixed(0)} | 1.00 |`);
  console.log(
    `| over FIX, from another process | ${fix.toFixed(0)} | ${(fix / journal).toFixed(2)} |`,
  );
  if (!quick && fix / journal < ratioAim)
    console.log(
      `\nmissed: ${(fix / journal).toFixed(2)} of the journal's rate, the target is ${ratioAim}`,
    );
  const kinds = ['accepted', 'without funds', 'too precise', 'unknown product'];
  const count = quick ? 50 : 5_000;
  const costs = await overFix(sandbox, undefined, { sessions: 2, count, kinds });
  console.log('\n## Sandbox: an order over FIX (µs of CPU of the sandbox)\n');
  console.log('| what | figure | ratio to an accepted order |\n| --- | ---: | ---: |');
  for (const kind of kinds) {
    const ratio = costs[kind].cost / costs.accepted.cost;
    console.log(`| ${kind} | ${costs[kind].cost.toFixed(0)} | ${ratio.toFixed(2)} |`);
    if (!quick && ratio > costAim)
      console.log(
        `\nmissed: a refused order (${kind}) costs ${ratio.toFixed(2)} of an accepted one`,
      );
  }
}

/** Runs a sandbox for a program in another process that sends orders over FIX, and adds what each kind cost this process. */
export async function overFix(
  { startSandbox, SandboxControlClient },
  journal,
  { sessions, count, kinds },
) {
  const running = await startSandbox({ seed: 'bench', hasRateLimits: false, journal });
  const { url, token } = running;
  const { tenancy, exchange } = new SandboxControlClient({ baseUrl: url, credentials: { token } });
  const { id: organizationId } = await tenancy.createOrganization({ name: 'Bench' });
  const keys = [];
  for (let index = 0; index < sessions; index += 1) {
    const { profile } = await exchange.createUser(organizationId, { name: 'Bench' });
    for (const currency of ['USD', 'BTC'])
      await exchange.creditProfile(profile.id, { currency, amount: '1000000000' });
    keys.push(await exchange.createKey(profile.id, { label: 'bench' }));
  }
  const options = {
    module: sandboxModule,
    port: running.fixPorts['orders-5.0'],
    keys,
    count,
    kinds,
  };
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const rows = {};
  let before = process.cpuUsage();
  for await (const line of createInterface({ input: child.stdout })) {
    const { kind, perSecond } = JSON.parse(line);
    const { user, system } = process.cpuUsage(before);
    if (perSecond !== undefined) rows[kind] = { perSecond, cost: (user + system) / count };
    before = process.cpuUsage();
    child.stdin.write('\n');
  }
  await running.close();
  if (kinds.some((kind) => rows[kind] === undefined)) throw new Error(`${program} failed`);
  return rows;
}

function median(values) {
  return values.toSorted((left, right) => left - right)[values.length >> 1];
}
