// Measures the frames that a server sends per second of CPU: each message to 50 subscribers, with a given number of messages per turn of the
// event loop.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { measureSending } from './measure-sending.js';
import { tickers, tickerOf } from './ticker.js';

const [, , runtime, name, count, together] = process.argv;
const { feedServer, serveFeed } = await import(runtime);
const subscribers = 50;
const http = createServer();
let publish;
let ready;
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
await measureSending({
  http,
  subscribers,
  ready,
  publish: (sequence) => publish(tickerOf(sequence)),
  count: Number(count),
  together: Number(together),
  frames: subscribers,
});
