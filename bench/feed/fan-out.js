// Measures the frames that a server sends per second of CPU: each message to 50 subscribers, with a given number of messages per turn of the
// event loop.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { tickers, tickerOf } from './ticker.js';

const [, , runtime, name, count, together] = process.argv;
const { feedServer, serveFeed } = await import(runtime);
const subscribers = 50;
const http = createServer();
let publish;
let ready;
const streams = [];
http.on('upgrade', (_request, stream) => streams.push(stream));
if (name.startsWith('tallystick')) {
  const server = feedServer(tickers, { ticker: {}, full: {} });
  serveFeed(http, server.accept, name.endsWith('writeInterval: 0') ? { writeInterval: 0 } : {});
  ready = () => server.subscribers('ticker') === subscribers;
  publish = (message) => server.publish('ticker', 'BTC-USD', message);
} else {
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  const clients = new Set();
  server.on('connection', (socket) => socket.on('message', () => clients.add(socket)));
  ready = () => clients.size === subscribers;
  publish = (message) => {
    const text = JSON.stringify(message);
    for (const socket of clients) socket.send(text);
  };
}
await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
const sink = spawn(process.execPath, [
  join(import.meta.dirname, 'sink.js'),
  String(http.address().port),
  String(subscribers),
]);
while (!ready()) await new Promise((resolve) => setTimeout(resolve, 5));
const waiting = () => streams.some((stream) => stream.writableLength > 100_000);
const turn = () => new Promise((resolve) => setImmediate(resolve));
const started = process.cpuUsage();
for (let sent = 0; sent < Number(count); sent += 1) {
  publish(tickerOf(10_000_000 + sent));
  if ((sent + 1) % Number(together) === 0) await turn();
  while (waiting()) await new Promise((resolve) => setTimeout(resolve, 1));
}
while (streams.some((stream) => stream.writableLength > 0)) await turn();
const { user, system } = process.cpuUsage(started);
console.log(JSON.stringify({ perSecond: (Number(count) * subscribers) / ((user + system) / 1e6) }));
sink.kill();
process.exit(0);
