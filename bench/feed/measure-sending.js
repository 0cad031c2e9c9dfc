// Measures the frames that a server sends per second of CPU to subscribers in another process, which discard them.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * Publishes messages, a given number in each turn of the event loop, prints the figure and ends the process.
 *
 * `frames` is the number of frames that one message becomes; `ready` says whether all subscribers are there.
 */
export async function measureSending({
  http,
  subscribers,
  text,
  ready,
  publish,
  count,
  together,
  frames,
}) {
  const streams = [];
  http.on('upgrade', (_request, stream) => streams.push(stream));
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
  const sink = spawn(process.execPath, [
    join(import.meta.dirname, 'sink.js'),
    String(http.address().port),
    String(subscribers),
    ...(text === undefined ? [] : [text]),
  ]);
  while (!ready()) await new Promise((resolve) => setTimeout(resolve, 5));
  const waiting = () => streams.some((stream) => stream.writableLength > 100_000);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const started = process.cpuUsage();
  for (let sent = 0; sent < count; sent += 1) {
    publish(10_000_000 + sent);
    if ((sent + 1) % together === 0) await turn();
    while (waiting()) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  while (streams.some((stream) => stream.writableLength > 0)) await turn();
  const { user, system } = process.cpuUsage(started);
  console.log(JSON.stringify({ perSecond: (count * frames) / ((user + system) / 1e6) }));
  sink.kill();
  process.exit(0);
}
