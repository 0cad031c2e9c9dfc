import { isStreamBody } from '../core/body.js';
import type { WireRequest } from '../core/wire.js';

/**
 * Returns the headers of a request with `Host` and the headers that frame its body.
 *
 * Node sends raw header pairs unchanged and adds none. A second length, or an announced chunked body that does not
 * follow, would make the receiver see a different request (RFC 9112 section 6.3).
 *
 * @throws {Error} if the headers already contain a `Transfer-Encoding`,
 * or a `Content-Length` that differs from the body's length.
 */
export function withFraming(request: WireRequest, authority: string): readonly string[] {
  const { headers } = request;
  const pairs: string[] = [];
  const lengthPair = lengthOf(request);
  let host = authority;
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? '';
    const value = headers[index + 1] ?? '';
    switch (nameLengths.has(name.length) ? name.toLowerCase() : '') {
      case 'host':
        host = value;
        break;
      case 'content-length':
        if (value !== (lengthPair[0] === 'Content-Length' ? lengthPair[1] : '0'))
          throw new Error('The header Content-Length differs from the length of the body.');
        break;
      case 'transfer-encoding':
        throw new Error(
          'The header Transfer-Encoding belongs to the connection: a program cannot set it.',
        );
      default:
        pairs.push(name, value);
    }
  }
  return ['Host', host, ...pairs, ...lengthPair];
}

/** Lengths of the header names below: a cheap test before a name is converted to lower case. */
const nameLengths: ReadonlySet<number> = new Set(
  ['host', 'content-length', 'transfer-encoding'].map(({ length }) => length),
);

function lengthOf({ body, method }: WireRequest): readonly string[] {
  if (body === undefined) return /^(?:POST|PUT|PATCH)$/.test(method) ? ['Content-Length', '0'] : [];
  if (!isStreamBody(body)) return ['Content-Length', String(Buffer.byteLength(body))];
  return body.length === undefined
    ? ['Transfer-Encoding', 'chunked']
    : ['Content-Length', String(body.length)];
}
