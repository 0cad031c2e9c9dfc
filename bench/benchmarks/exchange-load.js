import { Agent, request as httpRequest } from 'node:http';
import { pathToFileURL } from 'node:url';

/**
 * Program that sends requests to the exchange of a sandbox, in a process of its own. With a rate, it sends signed orders of several traders and
 * prints their times, from the planned moment to the end of the response. Without one it is a flood: it sends requests over 64 connections as
 * fast as they are answered, until it is killed.
 */
const { module, url, keys, rate, count, flood } = JSON.parse(process.argv[2]);
const { exchangeKey, ExchangeClient } = await import(pathToFileURL(module).href);
const { hostname, port, host: authority } = new URL(url);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const malformed = {
  method: 'POST',
  target: '/orders',
  headers: ['Content-Type', 'application/json'],
  body: '{"type":',
};

let answered = 0;

if (flood === undefined) await measure();
else await Promise.all(Array.from({ length: 64 }, flooding));

async function measure() {
  await run(await signed(Math.ceil(count / 5)));
  const times = await run(await signed(count));
  times.sort((left, right) => left - right);
  const at = (share) => times[Math.floor((times.length - 1) * share)];
  console.log(JSON.stringify({ p50: at(0.5), p99: at(0.99) }));
  agent.destroy();
}

async function flooding() {
  for (;;) {
    const [request] = flood === 'malformed' ? [malformed] : await signed(1);
    const headers = flood === 'unsigned' ? [] : request.headers;
    await send({ ...request, headers }).catch(() => undefined);
    answered += 1;
    // The first ones are refused at once.
    if (answered === 200) console.log('flooding');
  }
}

/** Orders as the clients of the traders in turn write them. They end at once, because a trader may have 500 open ones. */
async function signed(number) {
  const requests = [];
  const clients = keys.map(
    ({ name, secret, passphrase }) =>
      new ExchangeClient({
        baseUrl: url,
        credentials: { exchangeKey: exchangeKey({ key: name, secret, passphrase }) },
        transport(request) {
          requests.push(request);
          return Promise.resolve({ status: 503, headers: [] });
        },
        retry: false,
      }),
  );
  for (let index = 0; index < number; index += 1)
    await clients[index % clients.length].orders.create.result({
      type: 'limit',
      side: index % 2 === 0 ? 'buy' : 'sell',
      product_id: 'BTC-USD',
      price: String(index % 2 === 0 ? 90_000 - (index % 100) : 90_000 + (index % 100)),
      size: '0.01',
      time_in_force: 'IOC',
    });
  return requests;
}

async function run(requests) {
  const measured = [];
  const pending = [];
  const started = performance.now();
  for (const [index, request] of requests.entries()) {
    const planned = started + (index * 1000) / rate;
    const wait = planned - performance.now();
    if (wait > 0.5) await new Promise((done) => setTimeout(done, wait));
    pending.push(
      send(request).then((status) => {
        if (status !== 200) throw new Error(`status ${status}`);
        measured.push(performance.now() - planned);
      }),
    );
  }
  await Promise.all(pending);
  return measured;
}

function send({ method, target, headers: own, body }) {
  const headers = ['Host', authority, 'Content-Length', String(Buffer.byteLength(body)), ...own];
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { agent, hostname, port, method, path: target, headers },
      (response) => {
        response.on('end', () => resolve(response.statusCode)).resume();
      },
    );
    sent.on('error', reject).end(body);
  });
}
