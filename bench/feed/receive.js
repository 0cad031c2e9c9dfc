// Measures the tickers that one connection receives per second of CPU.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { tickers } from './ticker.js';

const [, , runtime, name, count] = process.argv;
const { FeedClient, wsSocket } = await import(runtime);
const blaster = spawn(process.execPath, [join(import.meta.dirname, 'blaster.js'), count], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [port] = await new Promise((resolve) => {
  createInterface({ input: blaster.stdout }).once('line', (line) => resolve([line]));
});
const url = `ws://127.0.0.1:${port}/feed`;
const total = Number(count);
let seen = 0;
let sum = 0;
let started;
await new Promise((done) => {
  const take = (message) => {
    if (seen === 0) started = process.cpuUsage();
    seen += 1;
    sum += message.sequence;
    if (seen === total) done();
  };
  if (name === 'tallystick') {
    const client = new FeedClient(tickers, { url, open: wsSocket(), reconnect: false });
    void client.subscribe('ticker', { keys: ['BTC-USD'], onMessage: take });
  } else {
    const parses = name === 'ws and JSON.parse';
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.on('open', () => socket.send('{"type":"subscribe"}'));
    let isFirst = true;
    const raw = { sequence: 1 };
    socket.on('message', (data) => {
      if (isFirst) isFirst = false;
      else take(parses ? JSON.parse(data) : raw);
    });
  }
});
const { user, system } = process.cpuUsage(started);
console.log(JSON.stringify({ perSecond: total / ((user + system) / 1e6), sum }));
process.exit(0);
