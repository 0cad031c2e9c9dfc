import { readBody } from '../../core/body.js';
import type { Timers } from '../../core/clock.js';
import type { Exchange, WireRequest } from '../../core/wire.js';
import { AuthError } from '../error.js';

/** Bytes of an answer. */
const mostBytes = 65_536;

/** An answer that is an object of JSON. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** How an authorization server is reached, and how long it is waited for. */
export interface Asking {
  readonly transport: Exchange;
  /** Milliseconds for a whole answer. */
  readonly timeout: number;
  readonly timers: Timers;
}

/**
 * Asks an authorization server. Redirects are not followed. All calls that need a token wait for one answer, so that one that never
 * comes must end.
 *
 * @throws {AuthError} `token-refused`, in words that hold no secret
 */
export async function askForJson(
  { transport, timeout, timers }: Asking,
  request: WireRequest,
): Promise<Answer> {
  const given = new AbortController();
  let timer: unknown;
  const late = new Promise<undefined>((resolve) => {
    timer = timers.setTimeout(() => {
      resolve(undefined);
      given.abort();
    }, timeout);
  });
  const asked = async (): Promise<{ readonly status: number; readonly text: string }> => {
    const { status, body } = await transport({ ...request, signal: given.signal });
    return { status, text: new TextDecoder().decode(await readBody(body, mostBytes)) };
  };
  let answer;
  try {
    answer = await Promise.race([asked(), late]);
  } catch {
    // What a transport says may quote the request, and with it the secret.
    throw new AuthError('token-refused', 'The authorization server can not be reached');
  } finally {
    timers.clearTimeout(timer);
  }
  if (answer === undefined)
    throw new AuthError('token-refused', 'The authorization server did not answer in time');
  const { status, text } = answer;
  const body = parsed(text);
  if (body === undefined)
    throw new AuthError(
      'token-refused',
      `The authorization server answered ${status} without JSON`,
    );
  return { status, body };
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
