// Acknowledges one subscription and then sends the given number of tickers as quickly as they are read.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { tickerOf } from './ticker.js';

const count = Number(process.argv[2]);
const http = createServer();
const upgrader = new WebSocketServer({ noServer: true, perMessageDeflate: false });

/** An unmasked text frame of more than 125 bytes. */
function frameOf(text) {
  const head = Buffer.from([0x81, 126, text.length >> 8, text.length & 255]);
  return Buffer.concat([head, Buffer.from(text)]);
}

http.on('upgrade', (request, stream, head) => {
  upgrader.handleUpgrade(request, stream, head, (socket) => {
    socket.on('message', async () => {
      socket.send('{"type":"subscriptions","channels":[]}');
      const chunk = 400;
      for (let sent = 0; sent < count; sent += chunk) {
        const frames = [];
        for (let index = sent; index < Math.min(count, sent + chunk); index += 1) {
          frames.push(frameOf(JSON.stringify(tickerOf(10_000_000 + index))));
        }
        if (!stream.write(Buffer.concat(frames))) {
          await new Promise((resolve) => stream.once('drain', resolve));
        }
      }
      socket.close();
      http.close();
    });
  });
});
http.listen(0, '127.0.0.1', () => console.log(http.address().port));
