import type { BodyDescriptor, Check } from '@tallystick/runtime';
import { describe, expect, it } from 'vitest';
import { encodeForm } from '../../../runtime/core/parameters/form.js';
import { posted } from './request.js';
import { json, read, raw, pieces } from './body-fixture.js';

describe('JSON body', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('is accepted as %s', async (type) => {
    expect(await read(json, raw(type, '{"a":1}'))).toEqual({ a: 1 });
  });

  it.each([
    'application/json ; charset=latin1',
    'application/json; charset=utf-16',
    ' application/json',
    'application/json\t; a',
    'application / json',
    'application/json, application/json',
    'application/jsonx',
    'text/json',
    'text/plain',
    'application/*',
    '*/*',
    'json',
    '',
    'application/json; charset=utf-8; charset=latin1',
  ])('is rejected as "%s"', async (type) => {
    expect(await read(json, raw(type, '{"a":1}'))).toEqual([415, 'header/Content-Type']);
  });

  it('is rejected without a type, with two types, and with a content coding', async () => {
    expect(await read(json, raw(undefined, '{}'))).toEqual([415, 'header/Content-Type']);
    expect(
      await read(json, raw('application/json', '{}', ['content-type', 'application/json'])),
    ).toEqual([415, 'header/Content-Type']);
    expect(await read(json, raw('application/json', '{}', ['Content-Encoding', 'gzip']))).toEqual([
      415,
      'header/Content-Encoding',
    ]);
    expect(
      await read(json, raw('application/json', '{}', ['Content-Encoding', 'identity'])),
    ).toEqual({});
  });

  it.each([
    '{"a":1,"a":2}',
    '{"__proto__":1,"__proto__":2}',
    '{"a":1}x',
    '{a:1}',
    "{'a':1}",
    '[1,]',
    '\uFEFF{}',
    '01',
    'NaN',
    '1e999',
    '9007199254740993',
    '"\\ud800"',
    `${'['.repeat(200)}${']'.repeat(200)}`,
    ' ',
  ])('is rejected: %j', async (text) => {
    expect(await read(json, raw('application/json', text))).toEqual([400, 'body']);
  });

  it('is rejected if it is not UTF-8', async () => {
    expect(await read(json, raw('application/json', Uint8Array.of(0x22, 0xff, 0x22)))).toEqual([
      400,
      'body',
    ]);
  });

  it('keeps __proto__ as data', async () => {
    const value = await read(json, raw('application/json', '{"__proto__":{"admin":true}}'));
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });

  it('may be null', async () => {
    expect(await read(json, raw('application/json', 'null'))).toBeNull();
  });

  it('is checked, with the pointer of every violation', async () => {
    const check: Check = {
      is: () => false,
      check: () => [
        {
          pointer: '/rules/0/criteria/1/operator',
          keyword: 'enum',
          expected: 'one of ">", "<"',
          schema: '',
        },
        { pointer: '', keyword: 'required', expected: 'a member "scope"', schema: '' },
      ],
    };
    expect(await read(json, posted('/send', {}), check)).toEqual([
      400,
      'body/rules/0/criteria/1/operator',
      'body',
    ]);
  });

  it('is rejected by its guard even without violations', async () => {
    expect(await read(json, posted('/send', {}), { is: () => false, check: () => [] })).toEqual([
      400,
      'body',
    ]);
  });

  it('may arrive in chunks', async () => {
    expect(
      await read(json, raw('application/json', { stream: pieces('{"a', '":1', '}') })),
    ).toEqual({ a: 1 });
  });
});

describe('missing body', () => {
  it('is rejected if required', async () => {
    for (const body of [undefined, '', new Uint8Array(0), { stream: pieces() }]) {
      expect(await read(json, raw('application/json', body))).toEqual([400, 'body']);
    }
    expect(await read(json, raw(undefined, undefined))).toEqual([400, 'body']);
  });

  it('is undefined if optional', async () => {
    const optional: BodyDescriptor = { contents: json.contents };
    expect(await read(optional, raw(undefined, undefined))).toBeUndefined();
    expect(await read(optional, raw(undefined, { stream: pieces() }))).toBeUndefined();
    expect(await read(optional, raw('application/json', '{}'))).toEqual({});
  });

  it('is passed to an operation without a declared body', async () => {
    const unread = {
      stream: {
        [Symbol.asyncIterator]: () => {
          throw new Error('read');
        },
      },
    };
    expect(await read(undefined, raw('text/plain', unread))).toBeUndefined();
  });
});

describe('other bodies', () => {
  it('include forms with typed fields', async () => {
    const form: BodyDescriptor = {
      contents: [
        {
          mediaType: 'application/x-www-form-urlencoded',
          codec: 'form',
          members: {
            n: { types: ['integer'] },
            list: { types: ['array'], items: { types: ['boolean'] } },
          },
        },
      ],
    };
    const type = 'application/x-www-form-urlencoded';
    expect(await read(form, raw(type, 'n=5&list=true&list=false&x=a+%26'))).toEqual({
      n: 5,
      list: [true, false],
      x: 'a &',
    });
    expect(await read(form, raw(type, 'n=five&list=1'))).toEqual([400, 'body/n', 'body/list/0']);
    expect(await read(form, raw(type, 'n=1&n=2'))).toEqual([400, 'body/n']);
    expect(await read(form, raw(type, 'a=1&'.repeat(101)))).toEqual([400, 'body']);
    expect(await read(form, raw(type, 'a=%zz'))).toEqual([400, 'body/a']);
  });

  it('include forms with objects and lists in the declared encoding', async () => {
    const integer = { types: ['integer'] } as const;
    const form: BodyDescriptor = {
      contents: [
        {
          mediaType: 'application/x-www-form-urlencoded',
          codec: 'form',
          members: {
            json: { types: ['object'] },
            items: { types: ['array'], items: { types: ['object'] } },
            deep: { types: ['object'], properties: { a: integer } },
            piped: { types: ['array'], items: integer },
            spread: { types: ['object'], properties: { x: integer } },
            ids: { types: ['array'], items: integer },
            either: { types: ['object', 'string'], properties: { a: integer } },
          },
          parts: {
            deep: { style: 'deepObject' },
            ids: { style: 'deepObject', explode: true },
            either: { style: 'deepObject', explode: true },
            piped: { style: 'pipeDelimited', explode: false },
            spread: { style: 'form' },
          },
        },
      ],
    };
    const type = 'application/x-www-form-urlencoded';
    const value = {
      json: { a: [1] },
      items: [{ b: 1 }, { b: 2 }],
      deep: { a: 1 },
      piped: [1, 2],
      spread: { x: 7 },
      ids: [3, 4],
      either: '',
      other: 'y',
    };
    const { contents } = form;
    expect(await read(form, raw(type, encodeForm(contents[0] ?? {}, value, '/body')))).toEqual(
      value,
    );
    expect(await read(form, raw(type, 'json={&deep[a]=x&piped=1|b'))).toEqual([
      400,
      'body/json',
      'body/deep/a',
      'body/piped/1',
    ]);
  });

  it('include text in UTF-8', async () => {
    const text: BodyDescriptor = { contents: [{ mediaType: 'text/plain', codec: 'text' }] };
    expect(await read(text, raw('text/plain', 'é'))).toBe('é');
    expect(await read(text, raw('text/plain; charset=iso-8859-1', 'é'))).toEqual([
      415,
      'header/Content-Type',
    ]);
    expect(await read(text, raw('text/plain', Uint8Array.of(0xff)))).toEqual([400, 'body']);
  });

  it('use the most specific of several media types', async () => {
    const several: BodyDescriptor = {
      contents: [
        { mediaType: '*/*', codec: 'text' },
        { mediaType: 'application/*', codec: 'text' },
        { mediaType: 'application/json', codec: 'json' },
        { mediaType: 'application/vnd.kettle+json', codec: 'json' },
      ],
    };
    expect(await read(several, raw('application/json', '1'))).toBe(1);
    expect(await read(several, raw('application/vnd.kettle+json', '2'))).toBe(2);
    expect(await read(several, raw('application/xml', '3'))).toBe('3');
    expect(await read(several, raw('image/svg', '4'))).toBe('4');
  });
});
