import {
  createExchangeFix50OrderEntryAcceptor,
  createExchangeFix50OrderEntryInitiator,
  exchangeFix50OrderEntryPolicy,
} from '@platform/exchange-fix-5.0';
import { openFix, serveFix } from '@tallystick/runtime/fix/node';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** A process that begins sessions and gives them up in every state; it ends by itself only if nothing of them is left. */
const [, , certFile = '', keyFile = ''] = process.argv;
const cert = readFileSync(certFile, 'utf8');
const key = readFileSync(keyFile, 'utf8');
const { tls } = exchangeFix50OrderEntryPolicy;
if (tls === undefined) throw new Error('the description has TLS');

const acceptor = createExchangeFix50OrderEntryAcceptor({ NewOrderSingle: () => undefined });
const port = await serveFix(acceptor.accept, {
  port: 0,
  host: '127.0.0.1',
  tls: { rules: tls, cert, key },
});
// Accepts connections without sending anything.
const mute = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
await new Promise((resolve) => mute.once('listening', resolve));
const address = mute.address();
const mutePort = typeof address === 'object' ? (address?.port ?? 0) : 0;

const join = (to: number, isTls: boolean, sign?: () => Promise<[]>) =>
  createExchangeFix50OrderEntryInitiator({
    open: openFix(isTls ? { tls, ca: cert, serverName: 'localhost' } : {}),
    address: { host: '127.0.0.1', port: to },
    senderCompId: `T${to}${isTls}`,
    ...(sign === undefined ? {} : { sign }),
  });
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const isOpen = join(port.port, true);
await isOpen.opened();
const request = isOpen.request({
  type: 'NewOrderSingle',
  clOrdId: '7d2c3f0a-3c3e-4b8e-9a55-0a6a3e2b9f10',
  side: '1',
  symbol: 'BTC-USD',
  ordType: '1',
  orderQty: '1',
});
const failed = request.catch((error: { code: string }) => error.code);
const shakingHands = join(mutePort, true);
const loggingOn = join(mutePort, false);
const signing = join(mutePort, false, () => new Promise(() => undefined));
const waiting = join(1, false);
await pause(100);
const reader = isOpen.messages();
const ended = reader.next();
await Promise.all([isOpen, shakingHands, loggingOn, signing, waiting].map((each) => each.close()));
await acceptor.close();
await port.close();
await new Promise((resolve) => mute.close(resolve));
process.stdout.write(`${await failed} ${(await ended).done}\n`);
