import type { BodyDescriptor, Check, OperationDescriptor, WireRequest } from '@tallystick/runtime';
import { operation, request, parseResponse, watched } from './request.js';

export const json: BodyDescriptor = {
  required: true,
  contents: [{ mediaType: 'application/json', codec: 'json' }],
};
export const post = (body: BodyDescriptor | undefined): OperationDescriptor =>
  operation('send', { method: 'POST', ...(body === undefined ? {} : { body, input: 'body' }) });

/** The body that a handler receives, or status and paths of the violations. */
export async function read(
  body: BodyDescriptor | undefined,
  sent: WireRequest,
  check?: Check,
): Promise<unknown> {
  const checks = check === undefined ? {} : { checks: { send: { body: [check] } } };
  const { handle, seen } = watched([post(body)], checks);
  const response = await handle(sent);
  if (response.status !== 204) {
    const { violations = [] } = parseResponse(response).body as {
      violations?: readonly { path: string }[];
    };
    return [response.status, ...violations.map(({ path }) => path)];
  }
  return (seen[0] as { body?: unknown }).body;
}

export const raw = (
  type: string | undefined,
  body: WireRequest['body'],
  more: readonly string[] = [],
): WireRequest =>
  request({
    method: 'POST',
    target: '/send',
    headers: [...(type === undefined ? [] : ['Content-Type', type]), ...more],
    body,
  });

export async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}
