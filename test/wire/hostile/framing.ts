import { authority } from '../suite/document.js';
import type { Attack } from './target.js';

/** The line that names whom a request is for. */
export const host: string = `Host: ${authority}\r\n`;
export const close = 'Connection: close\r\n';
const json = 'Content-Type: application/json\r\n';
const body = '{"name":"a"}';
const chunked = 'Transfer-Encoding: chunked\r\n';

/** A smuggled request: bytes that an attacker wants parsed as another client's request. */
const smuggled = `GET /things/smuggled HTTP/1.1\r\n${host}${close}\r\n`;

const posted = (lines: string, rest: string): string =>
  `POST /things HTTP/1.1\r\n${host}${json}${lines}\r\n${rest}`;

/** A body whose first reader may see its end elsewhere than its second: nothing that stands behind it is ever answered. */
const contradictions: readonly (readonly [name: string, lines: string, rest?: string])[] = [
  ['two lengths', 'Content-Length: 12\r\nContent-Length: 90\r\n', body],
  ['one length twice', 'Content-Length: 12\r\nContent-Length: 12\r\n', body],
  ['a list of lengths', 'Content-Length: 12, 12\r\n', body],
  ['a length with a sign', 'Content-Length: +12\r\n', body],
  ['a length below nothing', 'Content-Length: -1\r\n', body],
  ['a length in hexadecimal digits', 'Content-Length: 0xc\r\n', body],
  ['a length that is empty', 'Content-Length: \r\n', body],
  ['a length in two words', 'Content-Length: 1 2\r\n', body],
  ['a length that no number holds', 'Content-Length: 99999999999999999999999\r\n', body],
  ['a length, then chunks', `Content-Length: 12\r\n${chunked}`],
  ['chunks, then a length', `${chunked}Content-Length: 5\r\n`],
  ['a coding that is nearly known', 'Transfer-Encoding: xchunked\r\n'],
  ['a coding with a vertical tab', 'Transfer-Encoding: \u000bchunked\r\n'],
  ['a coding behind another line end', 'X: a\nTransfer-Encoding: chunked\r\n'],
  ['a coding whose name has a space', 'Transfer-Encoding : chunked\r\n'],
  ['a coding behind a folded line', 'Transfer-Encoding:\r\n chunked\r\n'],
  ['chunks that are not the last coding', 'Transfer-Encoding: chunked, identity\r\n'],
  ['chunks of chunks', 'Transfer-Encoding: chunked, chunked\r\n'],
  ['two codings', `${chunked}Transfer-Encoding: identity\r\n`],
  ['one coding twice', chunked + chunked],
];

const badChunks: readonly (readonly [name: string, rest: string])[] = [
  ['a size that is none', `zz\r\n${body}\r\n0\r\n\r\n`],
  ['a size below nothing', `-1\r\n${body}\r\n0\r\n\r\n`],
  ['a size with a sign', `+c\r\n${body}\r\n0\r\n\r\n`],
  ['a size that looks like hexadecimal', `0xc\r\n${body}\r\n0\r\n\r\n`],
  ['a size that overflows', `fffffffffffffffff\r\n${body}\r\n0\r\n\r\n`],
  ['lines that end too soon', `c\n${body}\n0\n\n`],
  ['a chunk that is longer than it says', `2\r\n${body}\r\n0\r\n\r\n`],
  ['a chunk that is shorter than it says', `d\r\n${body}\r\n0\r\n\r\n`],
];

/** Request boundaries: RFC 9112 sections 6 and 7. */
export const framing: readonly Attack[] = [
  ...contradictions.map(([name, lines, rest = '0\r\n\r\n']) => ({
    name,
    bytes: posted(lines, rest + smuggled),
    answers: [400],
  })),
  ...badChunks.map(([name, rest]) => ({
    name: `chunks: ${name}`,
    bytes: posted(chunked, rest + smuggled),
    answers: [400],
  })),
  {
    name: 'a coding that nobody undoes',
    bytes: posted(`${close}Transfer-Encoding: gzip, chunked\r\n`, `c\r\n${body}\r\n0\r\n\r\n`),
    answers: [400],
    because: 'what the handler would get was never what was sent (RFC 9112 section 6.1)',
  },
  {
    name: 'chunks in a version that has none',
    bytes: `POST /things HTTP/1.0\r\n${host}${json}Connection: keep-alive\r\n${chunked}\r\nc\r\n${body}\r\n0\r\n\r\n${smuggled}`,
    answers: [400],
    because: 'its framing is faulty whatever it says (RFC 9112 section 6.1)',
  },
  {
    name: 'a length of more than may be sent',
    bytes: posted('Content-Length: 9007199254740993\r\n', body + smuggled),
    answers: [413],
  },
  {
    name: 'a request in the body of another that has none to read',
    bytes: `GET /things/a HTTP/1.1\r\n${host}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    answers: [204],
    entered: ['thing a'],
  },
  {
    name: 'a request in the body of HEAD',
    bytes: `HEAD /things/a HTTP/1.1\r\n${host}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    answers: [204],
    entered: ['thing a'],
  },
  {
    name: 'a request in the body of one that is refused',
    bytes: `DELETE /things/a HTTP/1.1\r\n${host}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    answers: [405],
  },
  {
    name: 'trailers in place of headers',
    bytes: `GET /secret HTTP/1.1\r\n${host}${close}${chunked}Trailer: Authorization\r\n\r\n0\r\nAuthorization: Bearer good\r\n\r\n`,
    answers: [401],
    because: 'trailers are no headers (RFC 9110 section 6.5.1)',
  },
  {
    name: 'trailers that speak of the body',
    bytes: posted(`${close}${chunked}`, `c\r\n${body}\r\n0\r\nContent-Type: text/plain\r\n\r\n`),
    answers: [204],
    entered: ['create {"name":"a"}'],
  },
  {
    name: 'extensions of chunks',
    bytes: posted(`${close}${chunked}`, `c;a=b\r\n${body}\r\n0\r\n\r\n`),
    answers: [204],
    entered: ['create {"name":"a"}'],
  },
  {
    name: 'a coding behind a tab, in capitals',
    bytes: posted(`${close}Transfer-Encoding:\tChunked\r\n`, `C\r\n${body}\r\n0\r\n\r\n`),
    answers: [204],
    entered: ['create {"name":"a"}'],
  },
  {
    name: 'a request behind one that ends the connection',
    bytes: `GET /things/a HTTP/1.1\r\n${host}${close}\r\n${smuggled}`,
    answers: [400],
    entered: ['thing a'],
    because:
      'nothing comes behind the end (RFC 9112 section 9.6), and Node gives the connection up',
  },
  {
    name: 'requests that wait for no answer',
    bytes: `GET /things/a HTTP/1.1\r\n${host}\r\nGET /things/b HTTP/1.1\r\n${host}\r\n${smuggled}`,
    answers: [204, 204, 204],
    entered: ['thing a', 'thing b', 'thing smuggled'],
  },
];
