import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as forward, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NetworkResponse, NetworkScope } from '../../../generator/core/host.js';
import { createGet } from '../../../generator/host/network.js';
import { bundleIfStale } from '../../../scripts/build.js';
import { makeCertificate } from '../../certificate.js';

const name = 'docs.acme.test';
const password = 'pr0xyCanary/7f3a';
const api = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths: {}
components: { schemas: { Pet: { type: string } } }
`;

/** Request line and credentials that a proxy received. */
let seen: (readonly [line: string, authorization: string | undefined])[] = [];
let refusal: number | undefined;
let origin: Server;
let secure: Server;
let proxy: Server;
let folder: string;
const sockets = new Set<Socket>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-proxy-'));
  const certificate = makeCertificate(name);
  writeFileSync(join(folder, 'ca.pem'), certificate.cert);
  origin = createServer((_request, response) => response.end(api));
  secure = createSecureServer({ ...certificate }, (request, response) => {
    if (request.url === '/openapi.yaml') response.end(api);
    else response.writeHead(404).end();
  });
  proxy = createServer(({ method = '', url = '', headers }, response) => {
    seen.push([`${method} ${url}`, headers['proxy-authorization']]);
    if (refusal !== undefined) return void response.writeHead(refusal).end();
    const { pathname } = new URL(url);
    const onward = { port: portOf(origin), path: pathname, headers: { host: headers.host } };
    forward(onward, (answer) => void answer.pipe(response)).end();
  });
  // Whatever a tunnel is to lead to, this machine is what it leads to.
  proxy.on('connect', ({ url = '', headers }, socket: Socket) => {
    seen.push([`CONNECT ${url}`, headers['proxy-authorization']]);
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
    const onward = connect(portOf(secure), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const each of [socket, onward]) {
      sockets.add(each);
      each.on('error', () => each.destroy());
    }
  });
  for (const server of [origin, secure, proxy])
    await once(server.listen(0, '127.0.0.1'), 'listening');
  await bundleIfStale();
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of [origin, secure, proxy]) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  seen = [];
});
afterEach(() => {
  refusal = undefined;
});

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

const proxyUrl = (): string =>
  `http://somebody:${encodeURIComponent(password)}@127.0.0.1:${portOf(proxy)}`;

function ask(
  url: string,
  environment: NodeJS.ProcessEnv,
  reach: NetworkScope = 'private',
): Promise<NetworkResponse> {
  return createGet(environment)({
    url,
    headers: {},
    scope: reach,
    maximumBytes: 10_000,
    milliseconds: 10_000,
  });
}

const textOf = (answer: NetworkResponse): string =>
  answer.ok ? new TextDecoder().decode(answer.bytes) : answer.why;

describe('proxy', () => {
  it.each(['HTTP_PROXY', 'http_proxy'])('from %s receives the whole URL', async (variable) => {
    expect(textOf(await ask(`http://${name}/a.yaml?b`, { [variable]: proxyUrl() }))).toBe(api);
    const pair = Buffer.from(`somebody:${password}`).toString('base64');
    expect(seen).toEqual([[`GET http://${name}/a.yaml?b`, `Basic ${pair}`]]);
  });

  it('opens a tunnel for https, and sees only the host', async () => {
    const answer = await ask(`https://${name}/openapi.yaml`, { https_proxy: proxyUrl() });
    expect(textOf(answer)).toContain('the certificate of its host is of no known authority');
    expect(seen.map(([line]) => line)).toEqual([`CONNECT ${name}:443`]);
  });

  it.each(['127.0.0.1', 'localhost'])('is not used for %s', async (host) => {
    const environment = { HTTP_PROXY: proxyUrl(), HTTPS_PROXY: proxyUrl() };
    const answer = await ask(`http://${host}:${portOf(origin)}/`, environment, 'any');
    expect(textOf(answer)).toBe(api);
    expect(seen).toEqual([]);
  });

  it('is not used for hosts in NO_PROXY, nor for forbidden addresses', async () => {
    const environment = { HTTP_PROXY: proxyUrl(), NO_PROXY: `.example,${name}` };
    expect((await ask(`http://${name}/`, environment)).ok).toBe(false);
    expect(
      textOf(await ask('http://169.254.169.254/latest', { HTTP_PROXY: proxyUrl() })),
    ).toContain('none of the public internet');
    expect(textOf(await ask('http://10.0.0.1/', { HTTP_PROXY: proxyUrl() }, 'public'))).toContain(
      'none of the public internet',
    );
    expect(seen).toEqual([]);
  });

  it('is reported without its password if it refuses, is unreachable or is invalid', async () => {
    refusal = 407;
    const refused = await ask(`https://${name}/`, { HTTPS_PROXY: proxyUrl() });
    expect(refused).toMatchObject({
      why: `the proxy 127.0.0.1:${portOf(proxy)} lets nobody through to it (status 407)`,
    });
    const away = await ask(`https://${name}/`, {
      HTTPS_PROXY: `http://me:${encodeURIComponent(password)}@127.0.0.1:1`,
    });
    expect(away).toMatchObject({
      why: 'through the proxy 127.0.0.1:1, nothing answers there (ECONNREFUSED)',
    });
    const none = await ask(`https://${name}/`, {
      HTTPS_PROXY: `socks5://me:${password}@127.0.0.1:1`,
    });
    expect(textOf(none)).toBe(
      'HTTPS_PROXY or HTTP_PROXY: the URL of a proxy is neither http nor https',
    );
    expect(JSON.stringify([refused, away, none])).not.toContain(password);
  });
});

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs the command line in a separate process. */
function tallystick(args: readonly string[], more: NodeJS.ProcessEnv): Promise<Ended> {
  const script = resolve(import.meta.dirname, '../../../generator/bin/tallystick.js');
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, ...more };
  return new Promise((done) => {
    execFile(process.execPath, [script, ...args], { cwd: folder, env }, (error, out, resolve) => {
      done({ code: error === null ? 0 : Number(error.code), out, error: resolve });
    });
  });
}

describe('command line', () => {
  const address = `https://${name}/openapi.yaml`;

  it('uses the proxy of its environment, and the authority in NODE_EXTRA_CA_CERTS', async () => {
    const through = { HTTPS_PROXY: proxyUrl() };
    const stranger = await tallystick(['generate', address, '--out', 'api'], through);
    expect(stranger.code).toBe(1);
    expect(stranger.error).toContain(`"${address}" cannot be read: through the proxy 127.0.0.1:`);
    expect(stranger.error).toContain('of no known authority (');
    expect(stranger.error).toContain('NODE_EXTRA_CA_CERTS');
    const trusting = { ...through, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') };
    const missing = await tallystick(
      ['generate', `https://${name}/none.yaml`, '--out', 'api'],
      trusting,
    );
    expect(missing.error).toContain('the answer has the status 404 (Not Found)');
    const { code, error } = await tallystick(['generate', address, '--out', 'api'], trusting);
    expect([code, error]).toEqual([0, '']);
    expect(readFileSync(join(folder, 'api/types.ts'), 'utf8')).toContain(
      `// Generated by Tallystick from ${address}.`,
    );
    expect(await tallystick(['check', address, '--out', 'api'], {})).toMatchObject({
      code: 0,
      error: '',
    });
    expect(stranger.error + missing.error).not.toContain(password);
    expect(seen.map(([line]) => line)).toEqual([1, 2, 3].map(() => `CONNECT ${name}:443`));
  });
});
