import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { printAim, printTable } from '../measure/table.js';
import { sendMany } from '../wire/load.js';

const root = resolve(import.meta.dirname, '../..');
const shared = resolve(process.env.TALLYSTICK_SHARED ?? join(root, '../shared'));

/** Mocks: the arguments with which each serves a document on a port, and the line by which it says that it does. */
const mocks = [
  {
    name: 'tallystick mock',
    script: join(root, 'generator/bin/tallystick.js'),
    args: (document, port) => ['mock', document, '--port', String(port)],
    ready: 'mock: http',
  },
  {
    name: 'Prism',
    script: resolve(import.meta.dirname, '../node_modules/@stoplight/prism-cli/dist/index.js'),
    args: (document, port) => ['mock', document, '--port', String(port)],
    ready: 'Prism is listening',
  },
];

const documents = [
  {
    name: 'petstore',
    file: 'kin-openapi__petstore__3.0.json',
    path: '/store/inventory',
    seconds: 2,
  },
  { name: 'stripe', file: 'stripe.com.json', path: '/v1/balance', seconds: 2 },
  {
    name: 'github',
    file: 'octokit-openapi-23.0.2__api.github.com.json',
    path: '/repos/octocat/hello-world/issues',
    seconds: 5,
  },
];

/** The document that Prism serves too. It needs minutes of processor time to start with the others. */
const comparedDocument = 'petstore';

/** Starts of mocks, their first responses, and requests per second, beside Prism. */
export async function benchmarkMock({ quick }) {
  let port = 42_100;
  for (const { name, file, path, seconds } of quick ? documents.slice(0, 1) : documents) {
    const document = join(shared, 'corpus/openapi', file);
    if (!existsSync(document)) {
      console.log(`\nskipped: ${name}, because the folder of shared documents is not here`);
      continue;
    }
    const running = [];
    try {
      const started = name === comparedDocument ? mocks : mocks.slice(0, 1);
      for (const mock of started) running.push(await start(mock, document, (port += 1), path));
      await report({ name, path, seconds, quick }, running);
    } finally {
      for (const { child } of running) child.kill();
    }
  }
}

async function report({ name, path, seconds, quick }, running) {
  const figures = (member) => running.map((each) => ({ name: each.name, figure: each[member] }));
  printTable(`start of a mock of ${name}`, 'seconds until it listens', figures('listens'));
  printTable(`first response of a mock of ${name}`, 'seconds', figures('first'));
  printAim(`the start of a mock of ${name}`, running[0].listens, seconds, 's');
  const rates = await measureRates(running, path, quick);
  printTable(`a mock of ${name}, GET ${path}`, 'requests per second', rates);
  if (rates.length < 2) return;
  const ratio = rates[1].figure / rates[0].figure;
  printAim(`the rate of Prism's mock of ${name}`, ratio, 0.2, 'times ours');
}

async function start({ name, script, args, ready }, document, port, path) {
  const started = performance.now();
  const child = spawn(process.execPath, [script, ...args(document, port)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  await new Promise((done, failed) => {
    child.once('exit', () => failed(new Error(`${name} ended: ${text}`)));
    child.stdout.on('data', (piece) => {
      if (text.length < 100_000) text += piece;
      if (text.includes(ready)) done();
    });
  });
  const listens = (performance.now() - started) / 1000;
  const sent = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { Authorization: 'Bearer token', api_key: 'key' },
  });
  await response.text();
  if (response.status !== 200) {
    child.kill();
    throw new Error(`${name}: status ${response.status}`);
  }
  return { name, port, child, listens, first: (performance.now() - sent) / 1000 };
}

/** Best of several rounds in which the mocks alternate. */
async function measureRates(running, path, quick) {
  const best = running.map(() => 0);
  const head = `GET ${path} HTTP/1.1\r\nAuthorization: Bearer token\r\napi_key: key`;
  for (let round = 0; round < (quick ? 1 : 5); round += 1)
    for (const [index, { port }] of running.entries()) {
      const count = quick ? 50 : index === 0 ? 5_000 : 500;
      const started = performance.now();
      await sendMany({ port, head, status: 200, count });
      best[index] = Math.max(best[index], (count * 1000) / (performance.now() - started));
    }
  return running.map(({ name }, index) => ({ name, figure: best[index] }));
}
