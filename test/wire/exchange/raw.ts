import { type Body, headerValue, type Signer, type WireRequest } from '@tallystick/runtime';
import { isErrorBody } from '@platform/exchange/validators';
import { expect } from 'vitest';
import { type Connected, signerFor } from './connection.js';

/** A request that no generated client would make. */
export interface RawRequest {
  readonly method: string;
  /** The target, to the letter. */
  readonly target: string;
  /** Sent as JSON unless it is text. */
  readonly body?: unknown;
  /** The signer; the server's own key by default. */
  readonly signer?: Signer | 'none';
  /** Change of the request between signing and sending. */
  readonly tamper?: (request: WireRequest) => WireRequest;
}

/** The response, with its body parsed as JSON if it has one. */
export interface RawResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: unknown;
}

/** Signs a request and sends it as it is. */
export async function exchangeRaw(connected: Connected, given: RawRequest): Promise<RawResponse> {
  const { tamper = (request: WireRequest): WireRequest => request } = given;
  const request = tamper(await signedRequest(connected, given));
  const { status, headers, body } = await connected.exchange(request);
  const text = await textOf(body);
  return { status, headers, body: text === '' ? undefined : JSON.parse(text) };
}

async function signedRequest(
  { testServer, scheme, authority }: Connected,
  { method, target, body, signer = signerFor(testServer) }: RawRequest,
): Promise<WireRequest> {
  const unsigned: WireRequest = {
    method,
    scheme,
    authority,
    target,
    headers: body === undefined ? [] : ['Content-Type', 'application/json'],
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  };
  return signer === 'none' ? unsigned : signer.sign(unsigned, { variables: {} });
}

/** A header of a request with another value. */
export function withHeader(request: WireRequest, name: string, value: string): WireRequest {
  const headers = [...request.headers];
  const at = headers.findIndex((each, index) => index % 2 === 0 && each.toLowerCase() === name);
  if (at < 0) throw new Error(`the request has no "${name}"`);
  headers[at + 1] = value;
  return { ...request, headers };
}

/** A request without one of its headers. */
export function withoutHeader(request: WireRequest, name: string): WireRequest {
  const headers = request.headers.filter(
    (_, index, all) => all[index - (index % 2)]?.toLowerCase() !== name,
  );
  return { ...request, headers };
}

/** Asserts that an error has the exchange's format, and returns its message. */
export function messageIn({ headers, body }: RawResponse): string {
  expect(headerValue(headers, 'content-type')).toBe('application/json');
  if (!isErrorBody(body)) throw new Error(`no error body: ${JSON.stringify(body)}`);
  return body.message;
}

async function textOf(body: Body): Promise<string> {
  if (body === undefined || typeof body === 'string') return body ?? '';
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
