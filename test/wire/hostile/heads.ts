import { close, host } from './framing.js';
import type { Attack } from './target.js';

const head = (lines: string, target = '/things/a'): string =>
  `GET ${target} HTTP/1.1\r\n${lines}${close}\r\n`;
const posted = (lines: string): string =>
  `POST /things HTTP/1.1\r\n${host}${close}${lines}Content-Length: 12\r\n\r\n{"name":"a"}`;
const refused = (name: string, bytes: string, status = 400): Attack => ({
  name,
  bytes,
  answers: [status],
});

/** Header lines, and who a request is for: RFC 9112 sections 2, 3 and 5, RFC 9110 sections 5, 7 and 10.1.1. */
export const heads: readonly Attack[] = [
  refused('no request at all', 'hello\r\n\r\n'),
  refused('a greeting of TLS', '\u0016\u0003\u0001\u0000\u00c8\u0001\r\n\r\n'),
  refused('a greeting of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  refused('a version that is not there yet', `GET /things/a HTTP/9.9\r\n${host}\r\n`),
  refused('a method that nobody knows', `FOO /things/a HTTP/1.1\r\n${host}\r\n`),
  refused('a method in small letters', `get /things/a HTTP/1.1\r\n${host}\r\n`),
  refused('a method without end', `${'A'.repeat(100_000)} / HTTP/1.1\r\n${host}\r\n`),
  refused('lines that end too soon', `GET /things/a HTTP/1.1\nHost: api.example.com\n\n`),
  refused('a carriage return in a value', head(`${host}X: a\rY: b\r\n`)),
  refused('NUL in a value', head(`${host}X: a\0b\r\n`)),
  refused('NUL in a name', head(`${host}X\0: a\r\n`)),
  refused('a folded line', head(`${host}X: a\r\n b\r\n`)),
  refused('a line without a colon', head(`${host}Nothing\r\n`)),
  refused('a line without a name', head(`${host}: a\r\n`)),
  refused('a name with a space', head(`${host}X Y: a\r\n`)),
  refused('a name with a space behind it', head(`${host}X : a\r\n`)),
  refused('a name that is none', head(`${host}X(Y): a\r\n`)),
  refused('a value without end', head(`${host}X: ${'a'.repeat(20_000)}\r\n`), 431),
  refused('a line more than is taken', head(host + 'X: a\r\n'.repeat(99))),
  refused('lines without end', head(host + 'X:\r\n'.repeat(3000))),
  refused('no host', head('')),
  refused('another host', head('Host: evil.example\r\n'), 421),
  refused('a host that is empty', head('Host:\r\n'), 421),
  refused('a host with a user', head('Host: x@api.example.com\r\n'), 421),
  refused('a host with a dot behind it', head('Host: api.example.com.\r\n'), 421),
  refused('a host with a port of its own', head('Host: api.example.com:8080\r\n'), 421),
  refused('a list of hosts', head('Host: api.example.com, evil.example\r\n'), 421),
  refused('two hosts', head(`${host}Host: evil.example\r\n`)),
  refused('one host twice', head(host + host)),
  refused('no host in a version that needs none', 'GET /things/a HTTP/1.0\r\n\r\n', 421),
  refused(
    'two types of a body',
    posted('Content-Type: application/json\r\nContent-Type: a/b\r\n'),
    415,
  ),
  refused('one type twice', posted('Content-Type: application/json\r\n'.repeat(2)), 415),
  refused(
    'two credentials, one of them good',
    head(`${host}Authorization: Bearer good\r\nAuthorization: Bearer bad\r\n`, '/secret'),
    401,
  ),
  refused(
    'one good credential twice',
    head(host + 'Authorization: Bearer good\r\n'.repeat(2), '/secret'),
    401,
  ),
  refused(
    'two credentials in one line',
    head(`${host}Authorization: Bearer good, Bearer good\r\n`, '/secret'),
    401,
  ),
  refused(
    'a promise that nobody knows',
    posted('Content-Type: application/json\r\nExpect: 200-ok\r\n'),
    417,
  ),
  refused(
    'TRACE, which would say what it was sent',
    `TRACE /things/a HTTP/1.1\r\n${host}${close}Cookie: sid=secret\r\n\r\n`,
    405,
  ),
  refused('a tunnel', `CONNECT ${'api.example.com'}:443 HTTP/1.1\r\n${host}\r\n`, 0),
  refused('one cookie twice', head(`${host}Cookie: sid=a; sid=b\r\n`, '/session')),
  refused('one cookie in two lines', head(`${host}Cookie: sid=a\r\nCookie: sid=b\r\n`, '/session')),
  {
    name: 'cookies without end, one of them wanted',
    bytes: head(`${host}Cookie: ${'a=b; '.repeat(3000)}sid=x\r\n`, '/session'),
    answers: [204],
    entered: ['session x'],
  },
  {
    name: 'names that objects have',
    bytes: head(
      `${host}__proto__: a\r\nconstructor: b\r\nCookie: __proto__=a; constructor=b; sid=x\r\n`,
      '/session',
    ),
    answers: [204],
    entered: ['session x'],
  },
  {
    name: 'a line without a value',
    bytes: head(`${host}X-Empty:\r\n`),
    answers: [204],
    entered: ['thing a'],
  },
  {
    name: 'empty lines before the first',
    bytes: `\r\n\r\n${head(host)}`,
    answers: [204],
    entered: ['thing a'],
  },
  {
    name: 'the version before this one',
    bytes: `GET /things/a HTTP/1.0\r\n${host}\r\n`,
    answers: [204],
    entered: ['thing a'],
  },
  {
    name: 'another protocol, which nobody speaks here',
    bytes: head(`${host}Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n`),
    answers: [204],
    entered: ['thing a'],
  },
  {
    name: 'another host by other words',
    bytes: head(
      `${host}X-Forwarded-Host: evil.example\r\nForwarded: host=evil.example\r\nX-HTTP-Method-Override: DELETE\r\nX-Original-URL: /secret\r\n`,
    ),
    answers: [204],
    entered: ['thing a'],
  },
].map((attack) => (attack.answers[0] === 0 ? { ...attack, answers: [] } : attack));
