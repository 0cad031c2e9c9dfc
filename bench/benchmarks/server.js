import { printAim, printTable } from '../measure/table.js';
import { compiledService } from '../wire/compiled.js';
import { sendMany } from '../wire/load.js';
import { servers } from '../wire/servers.js';
import { policy, refusedPolicy } from '../wire/values.js';
import { inTurns, startWorker } from '../wire/workers.js';

const jobs = [
  {
    title: 'POST of a validated Policy',
    head: 'POST /policies HTTP/1.1',
    body: JSON.stringify(policy),
    status: 201,
  },
  {
    title: 'GET with a validated path parameter',
    head: `GET /policies/${policy.id} HTTP/1.1`,
    status: 200,
  },
  {
    title: 'POST rejected with violations',
    head: 'POST /policies HTTP/1.1',
    body: JSON.stringify(refusedPolicy),
    status: 400,
  },
];

/**
 * The same size of the young generation for all servers, which V8 reaches under load. Otherwise V8 selects 1 or 16 MiB depending on the
 * start, and a young generation that fits into the cache would outweigh the differences to be measured.
 */
const sameNursery = ['--min-semi-space-size=16', '--max-semi-space-size=16'];

/** CPU time of a request for a server on `node:http`, each in a separate process, beside the same work by hand. */
export async function benchmarkServer({ quick, only = Object.keys(servers) }) {
  const files = await compiledService();
  const workers = [];
  for (const candidate of only)
    workers.push(await startWorker('server-worker.js', { candidate, files }, sameNursery));
  const count = quick ? 100 : 3000;
  for (const { title, ...job } of jobs) {
    const figures = await inTurns(workers, quick ? 1 : 8, async (worker) => {
      await worker.ask({});
      await sendMany({ ...job, port: worker.first.port, count });
      const { used } = await worker.ask({});
      return used / count;
    });
    const rows = only.map((name, at) => ({ name, figure: figures[at] }));
    printTable(`${title}, a request`, 'µs of CPU', rows);
    const of = (name) => rows.find((row) => row.name === name)?.figure ?? NaN;
    const ratio = of('by hand') / of('tallystick');
    // The target is the inverse, because this ratio should be high.
    printAim(`${title} by hand relative to tallystick`, 1 / ratio, 1 / 0.95, 'times');
  }
  for (const worker of workers) worker.stop();
}
