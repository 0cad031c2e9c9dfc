import {
  createExchangeServer,
  type ExchangeHandlers,
  exchangeKeyVerifier,
  type ExchangeServerOptions,
  type ExchangeVerifiers,
} from '@platform/exchange/server';
import type { ExchangeKeyScope } from '@platform/exchange';
import type { HttpHandler } from '@tallystick/runtime';
import type { LogEntry } from '@tallystick/runtime/http/server';
import { testTime, type TestTime } from '../time.js';
import { described } from './described.js';

/** A test's replacement of a handler: it receives the request and the response functions. */
export type Instead = (request: AnyRequest, respond: Makers) => unknown;

/** The request members that all handlers receive. */
export interface AnyRequest {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly principals?: unknown;
}

/** Makers of answers, by name. */
export type Makers = Readonly<Record<string, (...parts: readonly unknown[]) => unknown>>;

/** A key as its holder has it. */
export interface HeldKey {
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** An exchange in memory, and everything that a test wants to know about it. */
export interface TestServer {
  readonly handle: HttpHandler;
  readonly time: TestTime;
  /** Ids of the operations whose handlers ran, in order. */
  readonly entered: string[];
  /** Requests that each handler received. */
  readonly received: AnyRequest[];
  readonly log: LogEntry[];
  /** Reasons for which the verifier refused. */
  readonly reasons: string[];
  /** Responses by operation id, instead of the example in the description. */
  readonly instead: Map<string, Instead>;
}

/** Options that differ from the defaults. */
export interface TestServerOptions extends Partial<
  Omit<ExchangeServerOptions<ExchangeVerifiers>, 'security'>
> {
  readonly time?: TestTime;
}

/** The published secret: the bytes 0 to 63. */
export const secret =
  'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw==';

/** A key that may do everything. */
export const fullKey: HeldKey = { key: 'full', secret, passphrase: 'pp123' };

/** An unknown key. */
export const strangeKey: HeldKey = { ...fullKey, key: 'strange' };

const permissions: readonly ExchangeKeyScope[] = ['view', 'trade', 'transfer', 'manage'];

/** A key that may do one thing, or all but one. */
export function keyThat(may: 'may' | 'may not', permission: string): HeldKey {
  return { ...fullKey, key: `${may} ${permission}` };
}

const keys = new Map(
  [
    { name: fullKey.key, scopes: permissions },
    ...permissions.flatMap((scope) => [
      { name: keyThat('may', scope).key, scopes: [scope] },
      {
        name: keyThat('may not', scope).key,
        scopes: permissions.filter((other) => other !== scope),
      },
    ]),
  ].map(({ name, scopes }) => [name, { secret, passphrase: fullKey.passphrase, scopes }]),
);

/** Creates an exchange. By default it serves `api.example.com` and returns the examples of its description. */
export function createTestServer(options: TestServerOptions = {}): TestServer {
  const { time = testTime(), ...server } = options;
  const entered: string[] = [];
  const received: AnyRequest[] = [];
  const log: LogEntry[] = [];
  const reasons: string[] = [];
  const instead = new Map<string, Instead>();
  const handlers = Object.fromEntries(
    [...described.values()].map(({ id, success, answers }) => [
      id,
      (request: AnyRequest, respond: Makers): unknown => {
        entered.push(id);
        received.push(request);
        const own = instead.get(id);
        if (own !== undefined) return own(request, respond);
        return answers.get(success) === undefined
          ? respond['ok']?.()
          : respond['ok']?.(answers.get(success));
      },
    ]),
  );
  const handle = createExchangeServer(isHandlers(handlers), {
    authorities: ['api.example.com'],
    // Nothing here is late by itself: the server's clock runs no timers.
    clock: { now: time.now, setTimeout: () => 0, clearTimeout: () => undefined },
    log: (entry) => log.push(entry),
    ...server,
    security: {
      exchangeKey: exchangeKeyVerifier({
        keys,
        clock: time,
        onReason: ({ reason }) => reasons.push(reason),
      }),
    },
  });
  return { handle, time, entered, received, log, reasons, instead };
}

/** Handlers that answer what the description says are handlers of it; that they are all there is tested elsewhere. */
function isHandlers(handlers: object): ExchangeHandlers {
  const complete = (given: object): given is ExchangeHandlers =>
    [...described.keys()].every((id) => id in given);
  if (!complete(handlers)) throw new Error('a handler is missing');
  return handlers;
}
