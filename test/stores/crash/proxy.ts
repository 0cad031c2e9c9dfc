import { connect, createServer, type Socket } from 'node:net';

/** A connection to a server that can be cut. */
export interface Proxy {
  readonly port: number;
  /** Forwards nothing any more, and accepts no connections. Those that exist seem to be open. */
  cut(): void;
  /** Resets the connections that were cut, and forwards new ones. */
  restore(): void;
  close(): void;
}

/** Starts a proxy to a port of the loopback interface. */
export async function startProxy(to: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    const upstream = connect({ host: '127.0.0.1', port: to });
    for (const [from, into] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!isCut) into.write(bytes);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        if (!isCut) into.destroy();
      });
    }
    if (isCut) client.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const reset = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    cut: () => void (isCut = true),
    restore() {
      isCut = false;
      reset();
    },
    close() {
      reset();
      server.close();
    },
  };
}
