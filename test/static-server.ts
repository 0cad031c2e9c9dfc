import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** A folder that is served on the loopback interface. */
export interface StaticServer {
  /** Such as `http://127.0.0.1:40123/some/path/`. */
  readonly address: string;
  close(): void;
}

/** Serves the files of a folder below a path, `/some/path/`, as a static host does. */
export async function serveFolder(folder: string): Promise<StaticServer> {
  const prefix = '/some/path/';
  const server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(url.replace(prefix, '').replace(/[?#].*$/, ''));
    const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
    try {
      const body = readFileSync(join(folder, file));
      response.setHeader('content-type', types[extname(file)] ?? 'text/plain').end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}${prefix}`, close: () => void server.close() };
}
