import { printAim, printTable } from '../measure/table.js';
import { measureAwaited } from '../measure/together.js';
import { clients, stubbed } from '../wire/clients.js';
import { compiledService } from '../wire/compiled.js';
import { policy } from '../wire/values.js';
import { inTurns, startWorker } from '../wire/workers.js';

/** CPU time of a call: over loopback in a separate process, and over a stubbed `fetch`. */
export async function benchmarkClient({ quick, only = Object.keys(clients) }) {
  const files = await compiledService();
  await benchmarkLoopback(files, quick, only);
  await benchmarkStubbed(files, quick);
}

async function benchmarkLoopback(files, quick, names) {
  const target = await startWorker('target.js', {});
  const place = { ...files, url: `http://127.0.0.1:${target.first.port}` };
  const workers = [];
  for (const candidate of names)
    workers.push(await startWorker('client-worker.js', { candidate, place }));
  const count = quick ? 50 : 1500;
  const figures = await inTurns(workers, quick ? 1 : 8, async (worker) => {
    const { used } = await worker.ask({ count });
    return used;
  });
  for (const worker of [...workers, target]) worker.stop();
  const rows = names.map((name, at) => ({ name, figure: figures[at] }));
  const of = (name) => rows.find((row) => row.name === name)?.figure ?? NaN;
  printTable('a call over loopback, the answer read', 'µs of CPU', rows);
  const ours = of('tallystick over undici');
  printAim('a call over undici', ours, 60, 'µs');
  printAim(
    'a call over undici beside undici.request',
    ours / of('undici.request by hand'),
    1.25,
    'times',
  );
  printAim(
    'a call over fetch beside fetch',
    of('tallystick over fetch') / of('fetch by hand'),
    1.1,
    'times',
  );
}

/** Stubbed response: its head is created once, and every call reads its body. */
function stub() {
  const text = JSON.stringify(policy);
  const bytes = new TextEncoder().encode(text);
  const headers = new Headers({
    'content-type': 'application/json',
    'content-length': String(bytes.length),
  });
  const response = {
    ok: true,
    status: 201,
    statusText: 'Created',
    url: '',
    redirected: false,
    type: 'default',
    headers,
    get body() {
      return new Response(text).body;
    },
    bodyUsed: false,
    clone: () => response,
    text: async () => text,
    json: async () => JSON.parse(text),
    arrayBuffer: async () => bytes.buffer,
  };
  return async () => response;
}

export async function benchmarkStubbed(files, quick) {
  const names = Object.keys(stubbed);
  const calls = [];
  for (const name of names) calls.push(await stubbed[name](files, stub()));
  for (const [at, call] of calls.entries())
    if ((await call())?.id !== policy.id) throw new Error(`${names[at]} read no policy`);
  const figures = await measureAwaited(calls, quick ? { rounds: 1, milliseconds: 1 } : {});
  const rows = names.map((name, at) => ({ name, figure: figures[at] / 1000 }));
  printTable('a call over a fetch that answers at once', 'µs of CPU', rows);
  printAim(
    'a call over a stubbed fetch, relative to one by hand',
    figures[1] / figures[0],
    1.5,
    'times',
  );
}
