import type { Body, HttpHandler } from '@tallystick/runtime';
import type { Generated } from '../suite/generated.js';

export const octets = 'application/octet-stream';
export const text = { type: 'string' };

/** Response functions of a handler. */
export type Respond = Readonly<Record<string, (body: unknown) => unknown>>;

/** The input of a handler: files with their name, type and text. */
export async function seen(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(seen));
  return value instanceof File ? [value.name, value.type, await value.text()] : value;
}

/** A server of one generated document, each of whose handlers answers what it sees. */
export function serve(
  generated: Generated,
  operations: readonly string[],
  options: object = {},
): HttpHandler {
  const handlers = operations.map((name) => [
    name,
    async ({ body }: { readonly body: object }, respond: Respond) => {
      const members = await Promise.all(
        Object.entries(body).map(async ([key, value]) => [key, await seen(value)] as const),
      );
      return respond['ok']?.(Object.fromEntries(members));
    },
  ]);
  return generated.createServer(Object.fromEntries(handlers), { trustHost: true, ...options });
}

/** The bytes of a body of any type. */
export async function bytesOf(body: Body): Promise<Uint8Array<ArrayBuffer>> {
  if (body === undefined || typeof body === 'string') return new TextEncoder().encode(body ?? '');
  if (body instanceof Uint8Array) return Uint8Array.from(body);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of body.stream) pieces.push(Uint8Array.from(piece));
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** A file with a name and a type. */
export const picture: File = new File(['png'], 'Me & you.png', { type: 'image/png' });
export const blob: Blob = new Blob(['png'], { type: 'image/png' });
