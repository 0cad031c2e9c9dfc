// Opens connections, subscribes each, and discards all messages.
import { connect } from 'node:net';

const [, , port, count] = process.argv;
const text = '{"type":"subscribe","channels":[{"name":"ticker","product_ids":["BTC-USD"]}]}';
const mask = Buffer.alloc(4);
const frame = Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), mask, Buffer.from(text)]);
for (let index = 0; index < Number(count); index += 1) {
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    'GET /feed HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  socket.once('data', () => socket.write(frame));
  socket.on('data', () => undefined);
  socket.on('error', () => undefined);
}
