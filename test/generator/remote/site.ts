import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Host } from '../../../generator/core/host.js';
import { memoryHost, type MemoryHost } from '../../../generator/index.js';
import { createGet } from '../../../generator/host/network.js';

const get = createGet({});

/** Server on this machine that records its requests. */
export interface Site {
  readonly origin: string;
  readonly port: number;
  readonly requests: { readonly url: string; readonly headers: IncomingHttpHeaders }[];
  /** Responses by path; 404 for others. */
  readonly pages: Map<string, RequestListener>;
  close(): Promise<void>;
}

/** Starts a site on a free port. */
export async function openSite(): Promise<Site> {
  const requests: Site['requests'] = [];
  const pages: Site['pages'] = new Map();
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers });
    const page = pages.get(request.url ?? '');
    if (page === undefined) response.writeHead(404).end();
    else page(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    pages,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** A page with this text. */
export const text =
  (body: string, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status).end(body);

/** A page that leads elsewhere. */
export const redirect =
  (location: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();

/** A folder in memory with the network of this machine, and secrets by name. */
export function connected(
  files: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>> = {},
): MemoryHost {
  return { ...memoryHost(files, '/w'), get, secret: (name) => secrets[name] };
}

/** The same folder without a network: any request fails the test. */
export function offline(host: MemoryHost): Host {
  return {
    ...host,
    get: () => Promise.reject(new Error('somebody went to the network')),
  };
}

/** A description with one reference into a document of the network. */
export function description(reference: string): string {
  return `openapi: 3.1.0
info: { title: T, version: 1.0.0 }
paths: {}
components:
  schemas:
    A:
      type: object
      properties:
        pet: { $ref: '${reference}' }
`;
}
