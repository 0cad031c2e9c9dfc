import { isErrorBody, isErrorBodyV1 } from '@platform/platform/validators';
import {
  type Body,
  headerValue,
  type TokenCredential,
  type WireRequest,
} from '@tallystick/runtime';
import { expect } from 'vitest';
import { type Connected, credentialsOf } from './connection.js';

/** A request that no generated client would make. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** Sent as JSON unless it is text. */
  readonly body?: unknown;
  readonly contentType?: string;
  /** Raw pairs. */
  readonly headers?: readonly string[];
  /** The signer of tokens; the server's own credentials by default, `none` for no token, a text for that token. */
  readonly bearer?: TokenCredential | string;
  readonly wallet?: TokenCredential | string;
  /** The host that the tokens are made for. */
  readonly signedFor?: string;
}

/** The response, with its body parsed as JSON if it has one. */
export interface RawResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: unknown;
}

/** Signs a request with a server's credentials and sends it unchanged. */
export async function exchangeRaw(connected: Connected, given: RawRequest): Promise<RawResponse> {
  const request = await signedRequest(connected, given);
  const { status, headers, body } = await connected.exchange(request);
  const text = await textOf(body);
  return { status, headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** A raw request with its tokens. */
export async function signedRequest(
  { testServer, scheme, authority }: Connected,
  given: RawRequest,
): Promise<WireRequest> {
  const { method, path, body, contentType = 'application/json', headers = [] } = given;
  const own = credentialsOf(testServer);
  const unsigned: WireRequest = {
    method,
    scheme,
    authority,
    target: path,
    headers: [...headers, ...(body === undefined ? [] : ['Content-Type', contentType])],
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  };
  const signed = { ...unsigned, authority: given.signedFor ?? authority };
  const token = async (credential: TokenCredential | string): Promise<string> =>
    typeof credential === 'string'
      ? credential
      : credential.token(signed, { variables: { issuer: 'platform' } });
  const bearer = await token(given.bearer ?? own.bearer);
  const wallet = await token(given.wallet ?? 'none');
  return {
    ...unsigned,
    headers: [
      ...unsigned.headers,
      ...(bearer === 'none' ? [] : ['Authorization', `Bearer ${bearer}`]),
      ...(wallet === 'none' ? [] : ['X-Wallet-Auth', wallet]),
    ],
  };
}

async function textOf(body: Body): Promise<string> {
  if (body === undefined || typeof body === 'string') return body ?? '';
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Asserts that an error has the format of the path's version, and returns code and message. */
export function faultIn(
  path: string,
  { headers, body }: RawResponse,
): { code: string; message: string } {
  expect(headerValue(headers, 'content-type')).toBe('application/json');
  if (path.startsWith('/platform/v1')) {
    if (!isErrorBodyV1(body))
      throw new Error(`no error body of version 1: ${JSON.stringify(body)}`);
    return body;
  }
  if (!isErrorBody(body)) throw new Error(`no error body of version 2: ${JSON.stringify(body)}`);
  return { code: body.errorType, message: body.errorMessage };
}
