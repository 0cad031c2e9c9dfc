// Measures the latency of messages with 1,000 idle and 200 active connections. The clients run in a separate process.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';
import { tickers, tickerOf } from './ticker.js';

const [, , runtime, name, seconds] = process.argv;
const { feedServer, serveFeed } = await import(runtime);
const [idle, active] = [1000, 200];
const http = createServer();
let connections;
let publish;
let subscribed;
if (name === 'tallystick') {
  const server = feedServer(tickers, { ticker: {}, full: {} });
  serveFeed(http, server.accept);
  connections = () => server.connections;
  subscribed = () => server.subscribers('ticker');
  publish = (message) => server.publish('ticker', 'BTC-USD', message);
} else {
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  const clients = new Set();
  server.on('connection', (socket) => socket.on('message', () => clients.add(socket)));
  connections = () => server.clients.size;
  subscribed = () => clients.size;
  publish = (message) => {
    const text = JSON.stringify(message);
    for (const socket of clients) socket.send(text);
  };
}
await new Promise((resolve) => http.listen(0, '127.0.0.1', 2048, resolve));
const crowd = spawn(
  process.execPath,
  [
    join(import.meta.dirname, 'listeners.js'),
    String(http.address().port),
    String(idle),
    String(active),
  ],
  { stdio: ['pipe', 'pipe', 'inherit'] },
);
while (connections() < idle + active || subscribed() < active) {
  await new Promise((resolve) => setTimeout(resolve, 10));
}
const started = process.cpuUsage();
const begun = performance.now();
let sent = 0;
await new Promise((resolve) => {
  const timer = setInterval(() => {
    publish({
      ...tickerOf(10_000_000 + sent),
      id: String(performance.timeOrigin + performance.now()),
    });
    sent += 1;
    if (sent === Number(seconds) * 50) {
      clearInterval(timer);
      resolve();
    }
  }, 20);
});
const { user, system } = process.cpuUsage(started);
const cpu = (user + system) / 1000 / (performance.now() - begun);
const lines = createInterface({ input: crowd.stdout });
setTimeout(() => crowd.stdin.end('\n'), 500);
const [line] = await new Promise((resolve) => lines.once('line', (text) => resolve([text])));
console.log(JSON.stringify({ ...JSON.parse(line), cpu }));
process.exit(0);
