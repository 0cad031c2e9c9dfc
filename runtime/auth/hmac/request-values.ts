import { isStreamBody } from '../../core/body.js';
import { headerValues } from '../../core/headers.js';
import type { Body, WireRequest } from '../../core/wire.js';
import { AuthError } from '../error.js';
import { sha256Hex } from '../../core/sha256.js';
import { bytesOf } from './hmac.js';
import { after, type Later } from './later.js';
import type { Prehash } from './prehash.js';

/** Returns the value of a name in a prehash; `undefined` if it has none. */
export type ValueOf = (name: string) => string | Uint8Array | undefined;

/**
 * Returns the values of a request for a prehash, exactly as on the wire.
 *
 * @param body as sent or received; text stands for its UTF-8 bytes
 */
export function requestValues(
  prehash: Prehash,
  request: Pick<WireRequest, 'method' | 'target' | 'headers'>,
  body: string | Uint8Array,
): Later<ValueOf> {
  const hashed: Later<string> = prehash.names.has('body.sha256') ? sha256Hex(bytesOf(body)) : '';
  return after(hashed, (hash): ValueOf => (name) => {
    switch (name) {
      case 'method':
        return request.method;
      case 'target':
        return request.target;
      case 'path':
        return request.target.split('?', 1)[0] ?? '';
      case 'body':
        return body;
      case 'body.sha256':
        return hash;
      default:
        return name.startsWith('header.')
          ? onlyHeader(request, name.slice('header.'.length))
          : undefined;
    }
  });
}

/** True if a prehash covers the body. */
export function coversBody({ names }: Prehash): boolean {
  return names.has('body') || names.has('body.sha256');
}

/**
 * Returns a body that is not a stream.
 *
 * @throws {AuthError} `body-unbindable` for a stream
 */
export function bufferedBody(body: Body): string | Uint8Array {
  if (body === undefined) return '';
  if (!isStreamBody(body)) return body;
  throw new AuthError(
    'body-unbindable',
    'A signature cannot cover a body that is a stream; pass the body as bytes',
  );
}

/** Returns the value of a header that occurs exactly once; otherwise `undefined`. */
export function onlyHeader(
  { headers }: Pick<WireRequest, 'headers'>,
  name: string,
): string | undefined {
  const [value, ...others] = headerValues(headers, name);
  return others.length === 0 ? value : undefined;
}
