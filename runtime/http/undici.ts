import { Readable } from 'node:stream';
import { isStreamBody } from '../core/body.js';
import { hasHeader } from '../core/headers.js';
import type { Exchange, WireRequest } from '../core/wire.js';
import { type ArrivingBody, arrivingBody } from './undici-body.js';
import { readablePieces } from './readable-pieces.js';
import { isBodiless, saidLength, unpackerOf } from './unpacked.js';

/** What is asked of a dispatcher of `undici`, 7 or later: an `Agent`, a `Pool`, a `ProxyAgent`. */
export interface UndiciDispatcher {
  dispatch(options: UndiciRequest, handler: UndiciHandler): boolean;
}

/** A request as a dispatcher takes it. */
export interface UndiciRequest {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  /** Raw pairs, flat. */
  readonly headers: string[];
  readonly body: string | Uint8Array | Readable | null;
}

/** What a dispatcher tells of an answer. */
export interface UndiciHandler {
  onRequestStart(controller: UndiciController): void;
  onResponseStart(controller: UndiciController, status: number): void;
  onResponseData(controller: UndiciController, piece: Uint8Array): void;
  onResponseEnd(controller: UndiciController): void;
  onResponseError(controller: UndiciController, error: Error): void;
}

/** What a handler can do about its request. */
export interface UndiciController {
  /** Of the answer's head. */
  readonly rawHeaders?: object | null | undefined;
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/**
 * Sends requests with a dispatcher of `undici`, which costs a third of what `fetch` does. Redirects are never followed, nothing is asked
 * for compressed, though what comes so is unpacked, and headers go out and come back as raw pairs. Whoever makes the dispatcher closes it.
 *
 * ```ts
 * import { undiciTransport } from '@tallystick/runtime/http/undici';
 * import { Agent } from 'undici';
 *
 * const transport = undiciTransport(new Agent({ connections: 20 }));
 * ```
 */
export function undiciTransport(dispatcher: UndiciDispatcher): Exchange {
  return (request) =>
    new Promise((resolve, reject) => {
      const { scheme, authority, target, method, headers, body } = request;
      let arriving: ArrivingBody | undefined;
      let controller: UndiciController | undefined;
      let gone: Error | undefined;
      const abort = (reason: unknown): void => {
        gone ??= reason instanceof Error ? reason : new Error('The request was given up.');
        controller?.abort(gone);
      };
      listen(request, abort);
      if (gone !== undefined) {
        reject(gone);
        return;
      }
      dispatcher.dispatch(
        {
          origin: `${scheme}://${authority}`,
          path: target,
          method,
          headers: hasHeader(headers, 'host') ? [...headers] : ['Host', authority, ...headers],
          body: isStreamBody(body)
            ? Readable.from(body.stream, { objectMode: false })
            : (body ?? null),
        },
        {
          onRequestStart(started) {
            controller = started;
            if (gone !== undefined) started.abort(gone);
          },
          onResponseStart(started, status) {
            // Those that are only on the way to the answer.
            if (status < 200) return;
            const raw = textsOf(started.rawHeaders ?? {});
            // What undici finds wrong with the length of a body that is not there is heard by nobody.
            if (isBodiless(method, status)) {
              resolve({ status, headers: raw, body: undefined });
              return;
            }
            const unpack = unpackerOf(raw);
            arriving = arrivingBody(started, unpack === undefined ? saidLength(raw) : undefined);
            const { body: answer } = arriving;
            const stream = unpack?.(Readable.from(answer.stream, { objectMode: false }));
            resolve({
              status,
              headers: raw,
              body: stream === undefined ? answer : { stream: readablePieces(stream) },
            });
          },
          onResponseData: (_started, piece) => arriving?.take(piece),
          onResponseEnd: () => arriving?.end(),
          onResponseError(_started, error) {
            reject(error);
            arriving?.fail(error);
          },
        },
      );
    });
}

function listen({ onAbort, signal }: WireRequest, abort: (reason: unknown) => void): void {
  if (onAbort !== undefined) onAbort(abort);
  else if (signal?.aborted === true) abort(signal.reason);
  else signal?.addEventListener('abort', () => abort(signal.reason), { once: true });
}

/** Raw pairs as text, a character for each byte (RFC 9110 section 5.5); over HTTP/2 they come as members. */
function textsOf(raw: object): readonly string[] {
  const parts: readonly unknown[] = Array.isArray(raw) ? raw : Object.entries(raw).flat(2);
  return parts.map((part) =>
    part instanceof Uint8Array ? Buffer.from(part).toString('latin1') : String(part),
  );
}
