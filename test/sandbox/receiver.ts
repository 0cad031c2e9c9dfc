import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

/** A request as a receiver of deliveries got it. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of deliveries on this machine. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Resolves when it has got so many requests in all. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a receiver. It responds with the statuses in turn, the last one from then on, or as the function does. */
export async function startReceiver(
  respond: readonly number[] | ((response: ServerResponse, count: number) => void),
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      if (typeof respond === 'function') respond(response, received.length);
      else response.writeHead(respond[received.length - 1] ?? respond.at(-1) ?? 204).end();
      for (const look of waiting) look();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    arrived: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
