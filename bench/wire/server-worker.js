// Serves one candidate, and reports the CPU time since the last report.
import { servers } from './servers.js';

const { candidate, files } = JSON.parse(process.argv[2]);
const server = await servers[candidate](files);
let before = process.cpuUsage();
process.on('message', () => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  process.send({ used: user + system });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
// The parent process has ended.
process.on('disconnect', () => process.exit());
