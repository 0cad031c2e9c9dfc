// Opens connections: some are idle, and some subscribe and record the latency of each message.
import { WebSocket } from 'ws';

const [, , port, idle, active] = process.argv;
const late = [];
for (let index = 0; index < Number(idle) + Number(active); index += 1) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/feed`, { perMessageDeflate: false });
  socket.on('error', () => undefined);
  if (index < Number(idle)) continue;
  socket.on('open', () => {
    socket.send('{"type":"subscribe","channels":[{"name":"ticker","product_ids":["BTC-USD"]}]}');
  });
  socket.on('message', (data) => {
    const { id } = JSON.parse(data);
    if (id !== undefined) late.push(performance.timeOrigin + performance.now() - Number(id));
  });
}
process.stdin.once('data', () => {
  const sorted = late.sort((a, b) => a - b);
  const at = (share) => sorted[Math.floor(sorted.length * share)];
  console.log(JSON.stringify({ p50: at(0.5), p99: at(0.99) }));
  process.exit(0);
});
