import { request as plainRequest, type ClientRequest } from 'node:http';
import { Agent, type AgentOptions, request as tlsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContextOptions } from 'node:tls';
import type { Proxy } from './proxy.js';

/** Thrown if a proxy refuses to open a tunnel. Contains the proxy's status and nothing else of its response. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code: 'proxy-refused' = 'proxy-refused';
  /** Status code of the proxy's response. */
  declare readonly status: number;

  constructor(status: number) {
    super(`the proxy responded with status ${status}`);
    this.status = status;
  }
}

/** Maximum time for a proxy to open a tunnel, in milliseconds. */
const openingTimeout = 30_000;

type Connected = (error: Error | null, socket?: Duplex) => void;

/**
 * Agent whose connections are tunnels through a proxy (RFC 9110 section 9.3.6), with TLS to the host inside the tunnel.
 */
export class TunnelAgent extends Agent {
  readonly #proxy: Proxy;
  readonly #ca: SecureContextOptions['ca'];
  readonly #opening: Set<ClientRequest> = new Set();

  /** `options.ca` also applies to the certificate of the proxy itself. */
  constructor(proxy: Proxy, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
    this.#ca = options.ca;
  }

  override createConnection(options: AgentOptions, connected: Connected): undefined {
    this.#open(options, (error, socket) => {
      if (error !== null) return connected(error);
      const tlsOptions = { ...options, socket } as Parameters<Agent['createConnection']>[0];
      try {
        connected(null, super.createConnection(tlsOptions) ?? undefined);
      } catch (cause) {
        connected(cause instanceof Error ? cause : new Error('the TLS handshake failed'));
      }
    });
    return undefined;
  }

  override destroy(): void {
    for (const request of this.#opening) request.destroy();
    super.destroy();
  }

  #open(
    { host = '', port = 443 }: AgentOptions,
    opened: (error: Error | null, socket?: Socket) => void,
  ): void {
    const proxy = this.#proxy;
    const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const request = (proxy.scheme === 'https' ? tlsRequest : plainRequest)({
      host: proxy.host,
      port: proxy.port,
      method: 'CONNECT',
      path: authority,
      headers: ['Host', authority, ...proxy.authorization],
      agent: false,
      timeout: openingTimeout,
      ...(this.#ca === undefined ? {} : { ca: this.#ca }),
    });
    this.#opening.add(request);
    request.on('close', () => this.#opening.delete(request));
    request.on('timeout', () => request.destroy(new Error('the proxy did not respond in time')));
    request.on('error', (error) => opened(error));
    request.on('response', (response) => {
      // The event `connect` reports every response to a CONNECT request, so this one is something else.
      response.destroy();
      opened(new ProxyError(response.statusCode ?? 0));
    });
    request.on('connect', ({ statusCode = 0 }, socket, head) => {
      socket.setTimeout(0);
      if (statusCode >= 200 && statusCode <= 299 && head.length === 0) return opened(null, socket);
      socket.destroy();
      opened(new ProxyError(statusCode));
    });
    request.end();
  }
}
