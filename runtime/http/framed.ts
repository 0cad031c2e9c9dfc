import { isStreamBody } from '../core/body.js';
import type { WireRequest } from '../core/wire.js';

/**
 * The headers of a request with those that say where it goes and where it ends. Node sends raw pairs as they are and adds none: a second length,
 * or chunks that are announced and do not come, would be another request for whoever reads it (RFC 9112 section 6.3).
 *
 * @throws {Error} for headers that say another end than the body has
 */
export function framed(request: WireRequest, authority: string): readonly string[] {
  const { headers } = request;
  const pairs: string[] = [];
  const own = lengthOf(request);
  let host = authority;
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? '';
    const value = headers[index + 1] ?? '';
    switch (framing.has(name.length) ? name.toLowerCase() : '') {
      case 'host':
        host = value;
        break;
      case 'content-length':
        if (value !== (own[0] === 'Content-Length' ? own[1] : '0'))
          throw new Error('The header Content-Length is not the length of the body.');
        break;
      case 'transfer-encoding':
        throw new Error('The header Transfer-Encoding belongs to the connection.');
      default:
        pairs.push(name, value);
    }
  }
  return ['Host', host, ...pairs, ...own];
}

/** How long the names are that are looked for. */
const framing: ReadonlySet<number> = new Set(
  ['host', 'content-length', 'transfer-encoding'].map(({ length }) => length),
);

function lengthOf({ body, method }: WireRequest): readonly string[] {
  if (body === undefined) return /^(?:POST|PUT|PATCH)$/.test(method) ? ['Content-Length', '0'] : [];
  if (!isStreamBody(body)) return ['Content-Length', String(Buffer.byteLength(body))];
  return body.length === undefined
    ? ['Transfer-Encoding', 'chunked']
    : ['Content-Length', String(body.length)];
}
