import { readBody } from '../../core/body.js';
import type { Timers } from '../../core/clock.js';
import type { Transport, WireRequest } from '../../core/wire.js';
import { AuthError } from '../error.js';

/** Maximum size of a response in bytes. */
const maxBytes = 65_536;

/** A response with a JSON object. */
export interface JsonResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Transport and timeout for requests to an authorization server. */
export interface RequestJsonOptions {
  readonly transport: Transport;
  /** Timeout of a complete response in milliseconds. */
  readonly timeout: number;
  readonly timers: Timers;
}

/**
 * Sends a request to an authorization server. Redirects are not followed. The timeout is essential, because all calls that need a
 * token wait for the same response.
 *
 * @throws {AuthError} `token-refused`, with a message that contains no secret
 */
export async function requestJson(
  { transport, timeout, timers }: RequestJsonOptions,
  request: WireRequest,
): Promise<JsonResponse> {
  const controller = new AbortController();
  let timer: unknown;
  const timedOut = new Promise<undefined>((resolve) => {
    timer = timers.setTimeout(() => {
      resolve(undefined);
      controller.abort();
    }, timeout);
  });
  const sendRequest = async (): Promise<{ readonly status: number; readonly text: string }> => {
    const { status, body } = await transport({ ...request, signal: controller.signal });
    return { status, text: new TextDecoder().decode(await readBody(body, maxBytes)) };
  };
  let response;
  try {
    response = await Promise.race([sendRequest(), timedOut]);
  } catch {
    // A transport's error may quote the request, including the secret.
    throw new AuthError('token-refused', 'The authorization server cannot be reached');
  } finally {
    timers.clearTimeout(timer);
  }
  if (response === undefined)
    throw new AuthError('token-refused', 'The authorization server did not respond in time');
  const { status, text } = response;
  const body = parseObject(text);
  if (body === undefined)
    throw new AuthError(
      'token-refused',
      `The authorization server responded with status ${status} and without JSON`,
    );
  return { status, body };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
