// The other end of a client that is measured: answers every request with a policy, whatever it says.
import { createServer } from 'node:http';
import { policy } from './values.js';

const body = Buffer.from(JSON.stringify(policy));
const headers = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(201, headers).end(body));
});
// Clients take turns, and a connection that is closed while another's turn lasts is no failure of theirs.
server.keepAliveTimeout = 3_600_000;
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
// Nobody is left to answer where the run that started this was ended.
process.on('disconnect', () => process.exit());
