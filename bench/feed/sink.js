// Opens connections, subscribes each, and discards all messages. In a given request, `{key}` is `ada` for one connection of a hundred, and `eve`
// for the others.
import { connect } from 'node:net';

const [, , port, count, request] = process.argv;
const tickers = '{"type":"subscribe","channels":[{"name":"ticker","product_ids":["BTC-USD"]}]}';
const mask = Buffer.alloc(4);
const frameOf = (text) =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), mask, Buffer.from(text)]);
for (let index = 0; index < Number(count); index += 1) {
  const frame = frameOf((request ?? tickers).replace('{key}', index % 100 === 0 ? 'ada' : 'eve'));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    'GET /feed HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  socket.once('data', () => socket.write(frame));
  socket.on('data', () => undefined);
  socket.on('error', () => undefined);
}
