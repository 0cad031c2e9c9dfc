import { brotliCompressSync, gzipSync } from 'node:zlib';

/** An untrusted response, and the client's outcome. */
export interface Answer {
  readonly name: string;
  /** A character for each byte; what is repeated has no end. */
  readonly bytes: string;
  readonly endless?: string;
  /** Default: an operation with a JSON response. */
  readonly operation?: 'thing' | 'head' | 'text' | 'bytes' | 'events' | 'lines';
  /** Outcome of the call with every transport. */
  readonly outcome: Outcome;
  /** Outcomes that differ by transport, by its name, and the reason. */
  readonly but?: Readonly<Record<string, readonly [outcome: Outcome, because: string]>>;
  /** Whether the server keeps the connection open. */
  readonly open?: boolean;
}

/** As much of an outcome as counts. */
export type Outcome = Readonly<Record<string, unknown>>;

const json = 'Content-Type: application/json\r\n';
const body = '{"name":"a"}';
const sized = 'Content-Length: 12\r\n';
const chunked = 'Transfer-Encoding: chunked\r\n';
const responseBytes = (lines: string, text = '', line = 'HTTP/1.1 200 OK'): string =>
  `${line}\r\n${lines}\r\n${text}`;
const good = responseBytes(json + sized, body);

const network: Outcome = { kind: 'network' };
const fine: Outcome = { kind: 'success', status: 200, value: { name: 'a' } };
const empty = (status: number, kind = 'success'): Outcome => ({ kind, status, value: undefined });
const invalid = (message: string): Outcome => ({ kind: 'invalid-response', message });
const tooLong = invalid('the body is longer than 100000 bytes');
const itemTooLong = invalid('an item of the stream is longer than 100000 bytes');

const refused = (name: string, bytes: string): Answer => ({ name, bytes, outcome: network });
const packed = (name: string, coding: string, bytes: Uint8Array, outcome: Outcome): Answer => ({
  name,
  bytes: responseBytes(
    `${json}Content-Encoding: ${coding}\r\nContent-Length: ${bytes.length}\r\n`,
    Buffer.from(bytes).toString('latin1'),
  ),
  outcome,
});
const bomb = Buffer.alloc(20_000_000, ' ');
const typed = (type: string, outcome: Outcome, text = body): Answer => ({
  name: `the type ${JSON.stringify(type)}`,
  bytes: responseBytes(`${type}Content-Length: ${text.length}\r\n`, text),
  outcome,
});
const undeclared: Outcome = { kind: 'undeclared', status: 200, body };

/** Heads and framing: RFC 9112 sections 4, 5 and 6. */
export const heads: readonly Answer[] = [
  refused('nothing at all', ''),
  refused('something else', 'hello\r\n\r\n'),
  refused('a version that is not there yet', responseBytes(json + sized, body, 'HTTP/9.0 200 OK')),
  ...['99', '2000', 'abc', '000', '-1', ''].map((status) =>
    refused(`the status "${status}"`, responseBytes(json + sized, body, `HTTP/1.1 ${status} OK`)),
  ),
  refused('a carriage return in a value', responseBytes(`${json}X: a\rY: b\r\n${sized}`, body)),
  refused('NUL in a value', responseBytes(`${json}X: a\0b\r\n${sized}`, body)),
  refused('a folded line', responseBytes(`${json}X: a\r\n b\r\n${sized}`, body)),
  refused('a line without a colon', responseBytes(`${json}Nothing\r\n${sized}`, body)),
  refused(
    'a line without end',
    responseBytes(`${json}X: ${'a'.repeat(100_000)}\r\n${sized}`, body),
  ),
  { ...refused('lines without end', 'HTTP/1.1 200 OK\r\n'), endless: `X: ${'a'.repeat(100)}\r\n` },
  refused('two lengths', responseBytes(`${json}${sized}Content-Length: 5\r\n`, body)),
  refused('a length below nothing', responseBytes(`${json}Content-Length: -1\r\n`, body)),
  refused(
    'a length and chunks',
    responseBytes(json + sized + chunked, `c\r\n${body}\r\n0\r\n\r\n`),
  ),
  refused('less than was said', responseBytes(`${json}Content-Length: 100\r\n`, body)),
  refused('chunks that break off', responseBytes(json + chunked, `c\r\n${body}\r\n`)),
  refused('a chunk that has no size', responseBytes(json + chunked, `zz\r\n${body}\r\n0\r\n\r\n`)),
  refused(
    'another protocol, which nobody asked for',
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n${good}`,
  ),
  {
    name: 'a length that is too much, before anything has come',
    bytes: responseBytes(`${json}Content-Length: 99999999999\r\n`),
    open: true,
    outcome: tooLong,
  },
  {
    name: 'a thousand answers that are none yet',
    bytes: 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000) + good,
    outcome: fine,
    but: {
      fetch: [network, 'undici takes no 100 that it did not ask for'],
      undici: [network, 'it takes no 100 that it did not ask for'],
    },
  },
  { name: 'hints', bytes: `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${good}`, outcome: fine },
  { name: 'the version before this one', bytes: good.replace('/1.1', '/1.0'), outcome: fine },
  { name: 'no words beside the status', bytes: good.replace(' OK', ''), outcome: fine },
  {
    name: 'a status beyond all',
    bytes: good.replace('200', '999'),
    outcome: { kind: 'undeclared', status: 999, body: { name: 'a' } },
  },
  {
    name: 'cookies without number',
    bytes: good.replace('\r\n', `\r\n${'Set-Cookie: a=b\r\n'.repeat(500)}`),
    outcome: fine,
  },
  {
    name: 'names that objects have',
    bytes: good.replace('\r\n', '\r\n__proto__: a\r\nconstructor: b\r\n'),
    outcome: fine,
  },
  { name: 'neither length nor chunks', bytes: responseBytes(json, body), outcome: fine },
  {
    name: 'a body where there is none: 204',
    bytes: responseBytes(json + sized, body, 'HTTP/1.1 204 No Content'),
    outcome: empty(204),
  },
  {
    name: 'a body where there is none: 304',
    bytes: responseBytes(json + sized, body, 'HTTP/1.1 304 Not Modified'),
    outcome: empty(304, 'failure'),
  },
  {
    name: 'the length of what 304 leaves out',
    bytes: responseBytes(json + sized, '', 'HTTP/1.1 304 Not Modified'),
    outcome: empty(304, 'failure'),
  },
  { name: 'a body where there is none: HEAD', bytes: good, operation: 'head', outcome: empty(200) },
  {
    name: 'a redirect to somebody else',
    bytes: responseBytes(
      'Location: http://evil.example/\r\nContent-Length: 0\r\n',
      '',
      'HTTP/1.1 307 X',
    ),
    outcome: { kind: 'undeclared', status: 307 },
  },
  {
    name: 'a redirect to itself',
    bytes: responseBytes('Location: /thing\r\nContent-Length: 0\r\n', '', 'HTTP/1.1 302 X'),
    outcome: { kind: 'undeclared', status: 302 },
  },
];

/** Bodies: RFC 9110 section 8, RFC 8259, WHATWG HTML section 9.2. */
export const contents: readonly Answer[] = [
  packed('a bomb in gzip', 'gzip', gzipSync(bomb), tooLong),
  packed('a bomb in Brotli', 'br', brotliCompressSync(bomb), tooLong),
  packed('a bomb in a bomb', 'gzip, gzip', gzipSync(gzipSync(bomb)), tooLong),
  packed('gzip of gzip', 'gzip, gzip', gzipSync(gzipSync(body)), fine),
  packed('gzip that is none', 'gzip', Buffer.from(body), network),
  packed(
    'gzip with something behind it',
    'gzip',
    Buffer.concat([gzipSync(body), Buffer.from('hello')]),
    network,
  ),
  {
    ...packed('gzip that breaks off', 'gzip', gzipSync(body).subarray(0, 20), network),
    but: { fetch: [invalid('the body is not JSON'), 'fetch takes what there is for all of it'] },
  },
  {
    ...packed(
      'twenty codings',
      Array(20).fill('gzip').join(', '),
      gzipSync(body),
      invalid('the body is not UTF-8'),
    ),
    but: { fetch: [network, 'fetch refuses more than five'] },
  },
  {
    name: 'a body without end',
    bytes: responseBytes(json, '"'),
    endless: 'a'.repeat(65_536),
    outcome: tooLong,
  },
  {
    name: 'chunks without end',
    bytes: responseBytes(json + chunked),
    endless: `10000\r\n${' '.repeat(65_536)}\r\n`,
    outcome: tooLong,
  },
  {
    name: 'chunks of nothing much without end',
    bytes: responseBytes(json + chunked),
    endless: '1\r\n \r\n'.repeat(1000),
    outcome: tooLong,
  },
  typed(`${json}Content-Type: text/html\r\n`, undeclared),
  typed('Content-Type: text/html\r\n', undeclared),
  typed('Content-Type: application/json; charset\r\n', fine),
  typed('Content-Type: application/json, text/html\r\n', undeclared),
  typed('Content-Type:\r\n', undeclared),
  typed('', fine),
  typed('Content-Type: APPLICATION/JSON ; Charset="UTF-8"\r\n', fine),
  typed('Content-Type: application/json; charset=utf-16\r\n', fine),
  typed(
    'Content-Type: application/json; charset=iso-8859-1\r\n',
    invalid('the body is not UTF-8'),
    '{"name":"\u00e9"}',
  ),
  {
    ...typed(json, invalid('the body is not JSON'), '['.repeat(50_000)),
    name: 'arrays without end',
  },
  { ...typed(json, invalid('the body is not JSON'), `${body}${body}`), name: 'two values' },
  { ...typed(json, invalid('the body is empty, but JSON is declared'), ''), name: 'no value' },
  {
    name: 'text in a charset that nobody knows',
    operation: 'text',
    bytes: responseBytes('Content-Type: text/plain; charset=klingon\r\nContent-Length: 1\r\n', 'a'),
    outcome: invalid('the charset "klingon" is not supported'),
  },
  {
    name: 'an event whose line has no end',
    operation: 'events',
    bytes: responseBytes('Content-Type: text/event-stream\r\n', 'data: '),
    endless: 'a'.repeat(65_536),
    outcome: itemTooLong,
  },
  {
    name: 'an event whose lines have no end',
    operation: 'events',
    bytes: responseBytes('Content-Type: text/event-stream\r\n'),
    endless: `data: ${'a'.repeat(1000)}\n`.repeat(60),
    outcome: itemTooLong,
  },
  {
    name: 'a line of JSON without end',
    operation: 'lines',
    bytes: responseBytes('Content-Type: application/x-ndjson\r\n', '"'),
    endless: 'a'.repeat(65_536),
    outcome: itemTooLong,
  },
  {
    name: 'bytes that break off',
    operation: 'bytes',
    bytes: responseBytes(
      'Content-Type: application/octet-stream\r\nContent-Length: 100\r\n',
      'abc',
    ),
    outcome: network,
  },
];
