import { readBody } from '../../core/body.js';
import type { Exchange, WireRequest } from '../../core/wire.js';
import { AuthError } from '../error.js';

/** Bytes of an answer. */
const mostBytes = 65_536;

/** An answer that is an object of JSON. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Asks an authorization server. Redirects are not followed.
 *
 * @throws {AuthError} `token-refused`, in words that hold no secret
 */
export async function askForJson(transport: Exchange, request: WireRequest): Promise<Answer> {
  let status: number;
  let text: string;
  try {
    const response = await transport(request);
    status = response.status;
    text = new TextDecoder().decode(await readBody(response.body, mostBytes));
  } catch {
    // What a transport says may quote the request, and with it the secret.
    throw new AuthError('token-refused', 'The authorization server can not be reached');
  }
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
