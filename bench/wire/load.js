import { connect } from 'node:net';

/**
 * Sends the same request a given number of times over eight persistent connections, each after the previous response, and verifies the status
 * of every response.
 */
export function sendMany({ port, head, body = '', status, count }) {
  const bytes = Buffer.from(
    `${head}\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nAccept: application/json\r\n` +
      `${body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`}\r\n${body}`,
  );
  const wanted = `HTTP/1.1 ${status}`;
  let left = count;
  const one = () =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => next());
      socket.setNoDelay(true);
      const next = () => {
        if (left-- > 0) socket.write(bytes);
        else socket.end(resolve);
      };
      let heard = '';
      socket.on('data', (piece) => {
        heard += piece.toString('latin1');
        const end = heard.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!heard.startsWith(wanted)) return reject(new Error(heard));
        const [, length] = /content-length: (\d+)/i.exec(heard.slice(0, end)) ?? [];
        const isWhole =
          length === undefined
            ? heard.endsWith('0\r\n\r\n')
            : heard.length >= end + 4 + Number(length);
        if (!isWhole) return;
        heard = '';
        next();
      });
      socket.on('error', reject);
    });
  return Promise.all(Array.from({ length: 8 }, one));
}
