import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import {
  type AcceptSocket,
  globalSocket,
  memorySocket,
  type OpenSocket,
} from '@tallystick/runtime/websocket';
import { serveFeed, type ServeFeedOptions, wsSocket } from '@tallystick/runtime/websocket/node';
import { WebSocket } from 'ws';

/** Ends whatever a test began, last first. */
export function createCloser(): {
  add(close: () => Promise<unknown> | void): void;
  close(): Promise<void>;
} {
  const closing: (() => Promise<unknown> | void)[] = [];
  return {
    add: (close) => void closing.push(close),
    async close() {
      for (const close of closing.splice(0).reverse()) await close();
    },
  };
}

/** A way from clients to a server. */
export interface Way {
  readonly open: OpenSocket;
  /** Address of the server; its description's where there is no network. */
  readonly url?: string;
}

/** Serves feeds over `node:http`; the result is the address of the server. */
export async function listen(
  closer: { add(close: () => Promise<unknown> | void): void },
  ...feeds: readonly (readonly [accept: AcceptSocket, options?: ServeFeedOptions])[]
): Promise<string> {
  const http = createServer();
  const stops = feeds.map(([accept, options]) => serveFeed(http, accept, options));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  closer.add(() => {
    for (const stop of stops) stop();
    http.closeAllConnections();
    http.close();
  });
  return `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

export const transports = ['memory', 'ws', 'ws, compressed', 'the web'] as const;

/** Connects clients to a server in one of these ways; `path` is that of the described server. */
export async function wayTo(
  transport: (typeof transports)[number],
  accept: AcceptSocket,
  path: string,
  closer: { add(close: () => Promise<unknown> | void): void },
): Promise<Way> {
  if (transport === 'memory') return { open: memorySocket(accept) };
  const compression = transport === 'ws, compressed';
  const url = (await listen(closer, [accept, { compression, maxMessageBytes: 200_000 }])) + path;
  return { url, open: transport === 'the web' ? web() : wsSocket({ compression }) };
}

/** The browser's WebSocket, from `ws` if the engine has none. */
export function web(): OpenSocket {
  return globalSocket(() => WebSocket as never);
}

/** Sends the given upgrade request unchanged, and returns the status of the response and its body. */
export async function upgrade(url: string, target: string): Promise<readonly [number, string]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    [
      `GET ${target} HTTP/1.1`,
      `Host: ${hostname}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '',
      '',
    ].join('\r\n'),
    'latin1',
  );
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    if (text.startsWith('HTTP/1.1 101')) break;
  }
  return [Number(text.slice(9, 12)), text.split('\r\n\r\n')[1] ?? ''];
}

/** Waits for something that other connections bring about. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
}
