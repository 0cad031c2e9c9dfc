import { Agent, request as httpRequest } from 'node:http';
import { pathToFileURL } from 'node:url';

/**
 * Program that sends commands to a sandbox at a steady rate, in a process of its own. Requests are signed beforehand, so that the times are
 * those of the sandbox. It prints them from the planned moment of each command to the end of its response, so that a server that falls
 * behind is not spared.
 */
const { module, url, key, secret, wallet, rate, warmUp, count, rules } = JSON.parse(
  process.argv[2],
);
const { apiKey, PlatformClient, walletSecret } = await import(pathToFileURL(module).href);
const agent = new Agent({ keepAlive: true, maxSockets: 32 });

await run(await signed(warmUp));
const times = await run(await signed(count));
times.sort((left, right) => left - right);
const at = (share) => times[Math.floor((times.length - 1) * share)];
console.log(JSON.stringify({ p50: at(0.5), p99: at(0.99) }));
agent.destroy();

/** Requests as the client writes them. */
async function signed(number) {
  const requests = [];
  const platform = new PlatformClient({
    baseUrl: url,
    credentials: { bearer: apiKey(key, secret), walletAuth: walletSecret(wallet) },
    transport(request) {
      requests.push(request);
      return Promise.resolve({ status: 503, headers: [] });
    },
    retry: false,
  });
  for (let index = 0; index < number; index += 1)
    await platform.policies.create.result({ scope: 'account', rules });
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
    pending.push(send(request).then(() => measured.push(performance.now() - planned)));
  }
  await Promise.all(pending);
  return measured;
}

function send({ method, target, headers: own, body }) {
  const { hostname, port, host: authority } = new URL(url);
  const headers = ['Host', authority, 'Content-Length', String(Buffer.byteLength(body)), ...own];
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { agent, hostname, port, method, path: target, headers },
      (response) => {
        if (response.statusCode !== 201) reject(new Error(`status ${response.statusCode}`));
        response.on('end', resolve).resume();
      },
    );
    sent.on('error', reject).end(body);
  });
}
