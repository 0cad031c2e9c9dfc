import { request as plainRequest, type ClientRequest } from 'node:http';
import { Agent, type AgentOptions, request as tlsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContextOptions } from 'node:tls';
import type { Proxy } from './proxy.js';

/** A proxy did not let a connection through. Names its status, and nothing else of what it said. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code: 'proxy-refused' = 'proxy-refused';
  /** Of the proxy's answer. */
  declare readonly status: number;

  constructor(status: number) {
    super(`the proxy answered ${status}`);
    this.status = status;
  }
}

/** Milliseconds for a proxy to open a tunnel. */
const longestOpening = 30_000;

type Connected = (error: Error | null, socket?: Duplex) => void;

/** An agent whose connections are tunnels through a proxy (RFC 9110 section 9.3.6), with TLS to the host within them. */
export class TunnelAgent extends Agent {
  readonly #proxy: Proxy;
  readonly #ca: SecureContextOptions['ca'];
  readonly #opening: Set<ClientRequest> = new Set();

  /** `ca` are authorities that the proxy's own certificate may have, too. */
  constructor(proxy: Proxy, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
    this.#ca = options.ca;
  }

  override createConnection(options: AgentOptions, connected: Connected): undefined {
    this.#open(options, (error, socket) => {
      if (error !== null) return connected(error);
      const within = { ...options, socket } as Parameters<Agent['createConnection']>[0];
      try {
        connected(null, super.createConnection(within) ?? undefined);
      } catch (cause) {
        connected(cause instanceof Error ? cause : new Error('TLS could not begin'));
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
      timeout: longestOpening,
      ...(this.#ca === undefined ? {} : { ca: this.#ca }),
    });
    this.#opening.add(request);
    request.on('close', () => this.#opening.delete(request));
    request.on('timeout', () => request.destroy(new Error('the proxy did not answer in time')));
    request.on('error', (error) => opened(error));
    request.on('response', (response) => {
      // Nothing but an answer to CONNECT comes as a response of another kind.
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
