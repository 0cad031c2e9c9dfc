// Server for measuring clients: answers every request with a policy.
import { createServer } from 'node:http';
import { policy } from './values.js';

const body = Buffer.from(JSON.stringify(policy));
const headers = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(201, headers).end(body));
});
// Clients alternate, and a connection that is closed during another client's turn is not an error.
server.keepAliveTimeout = 3_600_000;
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
// The parent process has ended.
process.on('disconnect', () => process.exit());
