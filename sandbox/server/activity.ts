import type { HttpHandler, WireRequest, WireResponse } from '@tallystick/runtime';
import { systemTimers } from '@tallystick/runtime';
import { wrapHandler } from '@tallystick/runtime/http/server';
import type { Instant } from '../domain/time.js';
import { settings } from '../settings.js';
import type { Connections, OpenConnection } from './connections.js';
import type { SandboxLoop } from './core.js';

/** Numbers of the last entry of the journal, of the last request, and of the last change of a connection. */
export interface Position {
  readonly entry: number;
  readonly request: number;
  readonly connection: number;
}

/** The error that a response contained. */
export interface RequestRefusal {
  readonly code: string;
  readonly message: string;
  readonly correlationId?: string;
}

/** A request to one of the platform's interfaces, and how it ended. */
export interface RecentRequest {
  /** From 1 on, in the order in which they ended. */
  readonly number: number;
  /** When it arrived, in the sandbox's time. */
  readonly at: Instant;
  readonly surface: ObservedSurface;
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly milliseconds: number;
  /** Absent if the connection ended without a response. */
  readonly status?: number;
  /** Absent if it was not refused. */
  readonly refusal?: RequestRefusal;
}

/** Surfaces whose requests are remembered. */
export type ObservedSurface = 'platform' | 'rpc' | 'exchange';

/**
 * What is going on: the recent requests of each surface, and a signal for every change. It is kept in memory, and is no part of the state
 * (page-3).
 */
export class Activity {
  readonly #loop: SandboxLoop;
  readonly #connections: Connections;
  readonly #requests: Readonly<Record<ObservedSurface, RecentRequest[]>> = {
    platform: [],
    rpc: [],
    exchange: [],
  };
  readonly #waiting = new Set<() => void>();
  readonly #stopListening: () => void;
  #number = 0;
  #isClosed = false;

  constructor(loop: SandboxLoop, connections: Connections) {
    this.#loop = loop;
    this.#connections = connections;
    this.#stopListening = loop.onCommitted(() => this.#wake());
    connections.onChange = () => this.#wake();
  }

  /** Where the sandbox is now. */
  get position(): Position {
    const { changes: connection } = this.#connections;
    return { entry: this.#loop.number, request: this.#number, connection };
  }

  /** The recent requests of one surface or of all, newest first. */
  requests(limit: number, surface?: ObservedSurface): readonly RecentRequest[] {
    const { platform, rpc, exchange } = this.#requests;
    const kept = surface === undefined ? [platform, rpc, exchange].flat() : this.#requests[surface];
    return kept.toSorted((one, other) => other.number - one.number).slice(0, limit);
  }

  /** The open connections, newest first. */
  connections(limit: number): readonly OpenConnection[] {
    return this.#connections.list(limit);
  }

  /** Remembers the requests of a surface, apart from those of the sandbox itself. */
  observe(
    surface: ObservedSurface,
    handler: HttpHandler,
    isOwn: (request: WireRequest) => boolean = () => false,
  ): HttpHandler {
    return wrapHandler(handler, async (request, next) => {
      if (isOwn(request)) return next(request);
      const at = this.#loop.now;
      const started = systemTimers.now();
      const remember = (response: WireResponse | undefined): void =>
        this.#remember({
          at,
          surface,
          method: request.method,
          path: shownPath(request),
          milliseconds: Math.max(0, Math.round(systemTimers.now() - started)),
          ...(response === undefined ? {} : outcomeOf(response)),
        });
      try {
        const response = await next(request);
        remember(response);
        return response;
      } catch (error) {
        remember(undefined);
        throw error;
      }
    });
  }

  /**
   * Resolves when the position differs from a known one, after the given time, when `onAbort` says that nobody waits any more, or when the
   * sandbox stops. A number of connections that is not known is not compared.
   */
  changed(
    known: Partial<Position>,
    milliseconds: number,
    onAbort: (listener: () => void) => void,
  ): Promise<void> {
    const isNews = (): boolean => {
      const { entry, request, connection } = this.position;
      return (
        this.#isClosed ||
        known.entry !== entry ||
        known.request !== request ||
        (known.connection ?? connection) !== connection
      );
    };
    if (isNews()) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        this.#waiting.delete(look);
        systemTimers.clearTimeout(timer);
        resolve();
      };
      const look = (): void => {
        if (isNews()) end();
      };
      const timer = systemTimers.setTimeout(end, milliseconds);
      this.#waiting.add(look);
      onAbort(end);
    });
  }

  /** Ends all waiting. */
  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    this.#wake();
  }

  #remember(request: Omit<RecentRequest, 'number'>): void {
    this.#number += 1;
    const kept = this.#requests[request.surface];
    kept.push({ number: this.#number, ...request });
    if (kept.length > settings['page-3'].maxRequests) kept.shift();
    this.#wake();
  }

  #wake(): void {
    for (const look of this.#waiting) look();
  }
}

/** Characters of a path that are kept. */
const maxPathLength = 300;

/** Characters of an error that are kept. */
const maxTextLength = 500;

/** The path of a request, in which a Client API Key is shortened: whoever looks at a screen must not learn it. */
function shownPath({ target }: WireRequest): string {
  const [path = ''] = target.split('?', 1);
  return path.replace(/^(\/rpc\/.*\/[^/]{6})[^/]+$/, '$1…').slice(0, maxPathLength);
}

function outcomeOf({ status, body }: WireResponse): Pick<RecentRequest, 'status' | 'refusal'> {
  const refusal = refusalOf(status, body);
  return refusal === undefined ? { status } : { status, refusal };
}

/** The error in a response, in the words of the interface: REST version 1, REST version 2, JSON-RPC or the exchange. */
function refusalOf(status: number, body: WireResponse['body']): RequestRefusal | undefined {
  // A successful response of JSON-RPC may contain an error; others are not read.
  const text = typeof body === 'string' ? body : '';
  if (status < 400 && !text.includes('"error"')) return undefined;
  const value = parse(text);
  const error = status < 400 ? value['error'] : (value['error'] ?? value);
  if (!isObject(error)) return status < 400 ? undefined : { code: String(status), message: '' };
  const data = isObject(error['data']) ? error['data'] : {};
  const code = error['errorType'] ?? error['code'] ?? status;
  const message = error['errorMessage'] ?? error['message'] ?? '';
  const id = error['correlationId'] ?? error['correlation_id'] ?? data['correlationId'];
  return {
    code: shownText(code),
    message: shownText(message),
    ...(id === undefined ? {} : { correlationId: shownText(id) }),
  };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shownText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, maxTextLength);
}
