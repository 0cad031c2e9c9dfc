// Makes the given number of calls, eight at a time, and reports their CPU time.
import { clients } from './clients.js';

const { candidate, place } = JSON.parse(process.argv[2]);
const call = await clients[candidate](place);

process.on('message', async ({ count }) => {
  const before = process.cpuUsage();
  let left = count;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (left-- > 0) {
        const { id } = await call();
        if (id === undefined) throw new Error(`${candidate} read no policy`);
      }
    }),
  );
  const { user, system } = process.cpuUsage(before);
  process.send({ used: (user + system) / count });
});
process.send({ ready: true });
// The parent process has ended.
process.on('disconnect', () => process.exit());
