import type {
  IdempotencyOptions,
  IdempotencyState,
  IdempotencyStore,
  StoredAnswer,
} from '@tallystick/runtime/http/server';
import type { StoredResponse } from '../domain/once/state.js';
import { settings } from '../settings.js';
import type { SandboxLoop } from './core.js';

/** Part of a request with an idempotency key that is committed together: identifies the batch in which its handler began. */
interface OnceScope {
  readonly batch: object;
}

/**
 * The idempotency of a surface (once-1 to once-3): the response is stored in the batch of its effect, so a killed process leaves both or
 * neither. Claims exist only in memory, and end with the process.
 */
export function onceOptions(loop: SandboxLoop, surface: string): IdempotencyOptions {
  return {
    store: new OnceStore(loop, surface),
    transaction: (run) => run({ batch: loop.batch } satisfies OnceScope),
  };
}

class OnceStore implements IdempotencyStore {
  readonly #loop: SandboxLoop;
  readonly #surface: string;
  /** Digests of the payloads of running requests, and their claims, by key. */
  readonly #claims = new Map<string, { readonly claim: string; readonly digest: string }>();

  constructor(loop: SandboxLoop, surface: string) {
    this.#loop = loop;
    this.#surface = surface;
  }

  begin(
    key: string,
    { claim, digest }: { readonly claim: string; readonly digest: string },
  ): IdempotencyState {
    const running = this.#claims.get(key);
    if (running !== undefined) return { state: 'running', digest: running.digest };
    const stored = this.#loop.state.once.responses.get(key);
    if (stored !== undefined && stored.until > this.#loop.now)
      return { state: 'finished', digest: stored.digest, answer: answerOf(stored) };
    this.#claims.set(key, { claim, digest });
    return { state: 'new' };
  }

  renew(key: string, claim: string): boolean {
    return this.#claims.get(key)?.claim === claim;
  }

  finish(key: string, claim: string, answer: StoredAnswer, transaction?: unknown): boolean {
    const running = this.#claims.get(key);
    if (running?.claim !== claim) return false;
    const scope = transaction as OnceScope | undefined;
    if (scope !== undefined && scope.batch !== this.#loop.batch)
      throw new Error('The handler waited between its effect and its response (once-2).');
    this.#claims.delete(key);
    const { status, headers, body } = answer;
    const response: StoredResponse = {
      name: key,
      digest: running.digest,
      status,
      headers,
      body: typeof body === 'object' ? new TextDecoder().decode(body) : (body ?? null),
      until: this.#loop.now + settings['once-1'].lifetime,
    };
    this.#loop.execute('once.store', response, { surface: this.#surface, caller: '' });
    return true;
  }

  release(key: string, claim: string): void {
    if (this.#claims.get(key)?.claim === claim) this.#claims.delete(key);
  }
}

function answerOf({ status, headers, body }: StoredResponse): StoredAnswer {
  return { status, headers, body: body ?? undefined };
}
