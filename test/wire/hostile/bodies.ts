import { gzipSync } from 'node:zlib';
import { close, host } from './framing.js';
import type { Attack } from './target.js';

const posted = (path: string, type: string, body: string, lines = ''): string =>
  `POST ${path} HTTP/1.1\r\n${host}${close}Content-Type: ${type}\r\n${lines}Content-Length: ${body.length}\r\n\r\n${body}`;
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

const json = (name: string, text: string, path = '/anything'): Attack => ({
  name: `JSON: ${name}`,
  bytes: posted(path, 'application/json', bytesOf(text)),
  answers: [400],
});
const part = (lines: string, content = 'x'): string => `--b\r\n${lines}\r\n\r\n${content}\r\n`;
const field = (name: string): string => `Content-Disposition: form-data; name="${name}"`;
const form = (name: string, body: string, status = 400): Attack => ({
  name: `multipart: ${name}`,
  bytes: posted('/form', 'multipart/form-data; boundary=b', body),
  answers: [status],
});
const typed = (type: string): Attack => ({
  name: `the type ${JSON.stringify(type)}`,
  bytes: posted('/things', type, '{"name":"a"}'),
  answers: [415],
});
const coded = (name: string, body: string, status = 400): Attack => ({
  name: `a form: ${name}`,
  bytes: posted('/form', 'application/x-www-form-urlencoded', body),
  answers: [status],
});

/** Bodies that are bombs, or mean two things: RFC 8259, RFC 7578, RFC 2046, RFC 9110 section 8. */
export const bodies: readonly Attack[] = [
  json('arrays 100,000 deep', '['.repeat(100_000)),
  json('arrays 100,000 deep and closed', '['.repeat(100_000) + ']'.repeat(100_000)),
  json('objects 50,000 deep', '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000)),
  json('a member twice', '{"name":"a","name":"b"}', '/things'),
  json('a member twice, once escaped', '{"name":"a","n\\u0061me":"b"}', '/things'),
  json('a member twice, deep inside', '{"a":[{"b":1,"b":2}]}'),
  json('half of a pair', '{"name":"\\ud800"}', '/things'),
  json('half of a pair in a name', '{"\\udc00":1}'),
  json('a byte order mark', '\ufeff{"name":"a"}', '/things'),
  json('a number that changes', '9007199254740993'),
  json('a number without end', '9'.repeat(10_000)),
  json('an exponent without end', `1e${'9'.repeat(10_000)}`),
  json('something behind it', '{"name":"a"}{"name":"b"}', '/things'),
  json('NUL behind it', '{"name":"a"}\0', '/things'),
  json('a comment', '{"name":/**/"a"}', '/things'),
  json('no value at all', ' '),
  { ...json('NaN', 'NaN'), name: 'JSON: what JavaScript alone knows' },
  {
    name: 'JSON: bytes that are no UTF-8',
    bytes: posted('/things', 'application/json', '{"name":"\u00c0\u00af"}'),
    answers: [400],
  },
  {
    name: 'JSON: UTF-16',
    bytes: posted('/things', 'application/json', '\u00ff\u00fe{\0}\0'),
    answers: [400],
  },
  {
    name: 'JSON: names that objects have',
    bytes: posted('/anything', 'application/json', '{"__proto__":{"polluted":1},"constructor":2}'),
    answers: [204],
    entered: ['anything {"__proto__":{"polluted":1},"constructor":2}'],
  },
  {
    name: 'a body that is a byte too long',
    bytes: posted('/anything', 'application/json', `"${'a'.repeat(1_048_575)}"`),
    answers: [413],
  },
  {
    name: 'a bomb that is packed',
    bytes: posted(
      '/anything',
      'application/json',
      gzipSync(Buffer.alloc(10_000_000, ' ')).toString('latin1'),
      'Content-Encoding: gzip\r\n',
    ),
    answers: [415],
    because: 'a server unpacks nothing',
  },
  ...[
    'application /json',
    'application/json\t, text/plain',
    'application/json; charset=utf-7',
    'application/json; charset=utf-16',
    'application/json; charset="utf-8',
    'application/json; a',
    'application/jsonx',
    'text/plain',
    '*/*',
    'application/*',
    'json',
    '',
  ].map(typed),
  form('no end', `${part(field('a'))}`),
  form('nothing', ''),
  form('another boundary', part(field('a')).replace('--b', '--c') + '--c--'),
  form('10,000 parts', part(field('a')).repeat(10_000) + '--b--'),
  form('10,000 parts of nothing', '--b\r\n\r\n'.repeat(10_000) + '--b--'),
  form('a part without a name', `${part('Content-Disposition: form-data')}--b--`),
  form('a part that is an attachment', `${part('Content-Disposition: attachment; name="a"')}--b--`),
  form('a part that says nothing of itself', `${part('X: y')}--b--`),
  form('a name without end', `${part(field('a'.repeat(20_000)))}--b--`),
  form(
    'a name that never ends',
    `--b\r\nContent-Disposition: form-data; name="a\r\n\r\nx\r\n--b--`,
  ),
  form('lines without end', `${part(`${field('a')}\r\n${'X: y\r\n'.repeat(10_000)}`)}--b--`),
  form('a line without end', `${part(`${field('a')}\r\nX: ${'y'.repeat(100_000)}`)}--b--`),
  form('two names', `${part(`${field('a')}; name="b"`)}--b--`),
  form('two dispositions', `${part(`${field('a')}\r\n${field('b')}`)}--b--`),
  form(
    'a part in a coding',
    `${part(`${field('a')}\r\nContent-Transfer-Encoding: base64`, 'eA==')}--b--`,
  ),
  {
    ...typed('multipart/form-data'),
    name: 'multipart: no boundary',
    bytes: posted('/form', 'multipart/form-data', `${part(field('a'))}--b--`),
    answers: [415],
  },
  {
    name: 'multipart: a boundary without end',
    bytes: posted('/form', `multipart/form-data; boundary=${'b'.repeat(1000)}`, 'x'),
    answers: [415],
  },
  {
    name: 'multipart: an end alone, which browsers send for an empty form',
    bytes: posted('/form', 'multipart/form-data; boundary=b', '--b--'),
    answers: [204],
    entered: ['form {}'],
  },
  {
    name: 'multipart: the boundary within what is sent',
    bytes: posted(
      '/form',
      'multipart/form-data; boundary=b',
      `${part(field('a'), 'x --b y\r\n--bx\r\n-- b')}--b--`,
    ),
    answers: [400],
    because: 'a line that begins with the boundary ends a part, and no other does',
  },
  {
    name: 'multipart: names that objects have',
    bytes: posted(
      '/form',
      'multipart/form-data; boundary=b',
      `${part(field('__proto__'))}${part(field('constructor'))}--b--`,
    ),
    answers: [204],
    entered: ['form {"__proto__":"x","constructor":"x"}'],
  },
  coded('a member more than is taken', 'a=b&'.repeat(101)),
  coded('100,000 members', 'a&'.repeat(100_000)),
  coded('a member twice', 'a=1&a=2'),
  coded('what is no encoding', 'a=%zz'),
  coded('overlong UTF-8', 'a=%c0%af'),
  {
    name: 'a form: names that objects have',
    bytes: posted('/form', 'application/x-www-form-urlencoded', '__proto__=x&constructor=y'),
    answers: [204],
    entered: ['form {"__proto__":"x","constructor":"y"}'],
  },
  {
    name: 'no type, and a body',
    bytes: `POST /things HTTP/1.1\r\n${host}${close}Content-Length: 12\r\n\r\n{"name":"a"}`,
    answers: [415],
  },
  {
    name: 'neither type nor body',
    bytes: `POST /things HTTP/1.1\r\n${host}${close}\r\n`,
    answers: [400],
  },
];
