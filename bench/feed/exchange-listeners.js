// Opens connections, subscribes each, and records how old each message is when it arrives: both processes have the clock of the machine.
import { WebSocket } from 'ws';

const [, , port, count, request] = process.argv;
const ages = [];
for (let index = 0; index < Number(count); index += 1) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/feed`, { perMessageDeflate: false });
  socket.on('error', () => undefined);
  socket.on('open', () => socket.send(request));
  socket.on('message', (data) => {
    const { type, time } = JSON.parse(data);
    if (type === 'match' || type === 'ticker')
      ages.push(performance.timeOrigin + performance.now() - Date.parse(time));
  });
}
process.stdin.once('data', () => {
  ages.sort((left, right) => left - right);
  const at = (share) => ages[Math.floor(ages.length * share)];
  console.log(JSON.stringify({ p50: at(0.5), p99: at(0.99), messages: ages.length }));
  process.exit(0);
});
