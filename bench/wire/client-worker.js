// Makes as many calls as it is told, eight at a time, and says how much CPU they took.
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
// Nobody is left to answer where the run that started this was ended.
process.on('disconnect', () => process.exit());
