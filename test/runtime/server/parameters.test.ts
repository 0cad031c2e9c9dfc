import type { Check, WireType } from '@tallystick/runtime';
import { describe, expect, it } from 'vitest';
import { api, operation, parameter, request, parseResponse, watched } from './request.js';
import { text, integer, read, query } from './parameter-fixture.js';

describe('a single value', () => {
  it.each([
    ['string', 'a%20b+c', 'a b c'],
    ['string', '', ''],
    ['integer', '0', 0],
    ['integer', '-7', -7],
    ['integer', '9007199254740991', 9007199254740991],
    ['number', '1.50', 1.5],
    ['number', '1e3', 1000],
    ['number', '-0.0', 0],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['null', 'null', null],
  ] as const)('of type %s is read from %j', async (name, raw, value) => {
    expect(await query({ type: { types: [name] } }, `q=${raw}`)).toEqual({ query: { q: value } });
  });

  it.each([
    [
      'integer',
      [
        '1.0',
        '1e3',
        '01',
        '+1',
        '%201',
        '',
        '0x10',
        'NaN',
        '9007199254740993',
        '--1',
        '1_000',
        '١',
      ],
    ],
    ['number', ['.5', '1.', '01', 'Infinity', 'NaN', '1e999', '', '1,5', '9007199254740993']],
    ['boolean', ['True', 'TRUE', '1', '0', 'yes', 'on', '', 'true%20', 'null']],
    ['null', ['', 'NULL', '0']],
  ] as const)('of type %s is not read from other text', async (name, raws) => {
    for (const raw of raws) {
      expect([raw, await query({ type: { types: [name] } }, `q=${raw}`)]).toEqual([
        raw,
        ['query/q'],
      ]);
    }
  });

  it('tries types in order', async () => {
    const type: WireType = { types: ['integer', 'boolean', 'string'] };
    expect(await query({ type }, 'q=5')).toEqual({ query: { q: 5 } });
    expect(await query({ type }, 'q=true')).toEqual({ query: { q: true } });
    expect(await query({ type }, 'q=five')).toEqual({ query: { q: 'five' } });
  });

  it('is rejected if repeated', async () => {
    expect(await query({ type: text }, 'q=a&q=a')).toEqual(['query/q']);
    expect(await query({ type: text, explode: false }, 'q=a&q=a')).toEqual(['query/q']);
    expect(
      await read([parameter('X-A', { in: 'header' })], { headers: ['X-A', 'a', 'x-a', 'a'] }),
    ).toEqual(['header/X-A']);
    expect(
      await read([parameter('a', { in: 'cookie' })], { headers: ['Cookie', 'a=1; a=2'] }),
    ).toEqual(['cookie/a']);
  });

  it('is rejected with malformed percent-encoding', async () => {
    expect(await query({ type: text }, 'q=%zz')).toEqual(['query/q']);
    expect(await query({ type: text }, 'q=%C3%28')).toEqual(['query/q']);
    expect(await query({ type: text }, '%=1')).toEqual(['query']);
  });

  it('may contain + with allowReserved', async () => {
    expect(await query({ type: text, allowReserved: true }, 'q=a+b/c')).toEqual({
      query: { q: 'a+b/c' },
    });
  });
});

describe('missing parameter', () => {
  it('has no property, and is rejected if required', async () => {
    expect(await query({}, 'other=1')).toEqual({ query: {} });
    expect(await query({ required: true }, 'other=1')).toEqual(['query/q']);
    expect(await read([parameter('X-A', { in: 'header', required: true })], {})).toEqual([
      'header/X-A',
    ]);
  });

  it('is reported with every other violation', async () => {
    const all = [
      parameter('a', { required: true }),
      parameter('b', { type: integer }),
      parameter('X-C', { in: 'header', required: true }),
    ];
    expect(await read(all, { target: '/read?b=x' })).toEqual(['query/a', 'query/b', 'header/X-C']);
  });

  it('may be an empty value with allowEmptyValue', async () => {
    expect(await query({ type: { types: ['boolean'] }, allowEmptyValue: true }, 'q')).toEqual({
      query: {},
    });
  });
});

describe('undeclared query parameters', () => {
  it('are ignored by default', async () => {
    expect(await query({}, 'q=1&utm=2&__proto__=3')).toEqual({ query: { q: '1' } });
  });

  it('are rejected with unknownQuery "refuse"', async () => {
    const deep = [
      parameter('q'),
      parameter('f', { style: 'deepObject', type: { types: ['object'] } }),
    ];
    expect(
      await read(deep, { target: '/read?q=1&f[a]=1&utm=2' }, { unknownQuery: 'refuse' }),
    ).toEqual(['query/utm']);
    expect(await read(deep, { target: '/read?q=1&f[a]=1' }, { unknownQuery: 'refuse' })).toEqual({
      query: { q: '1', f: { a: '1' } },
    });
  });
});

describe('many query parameters', () => {
  const limit = parameter('limit', { type: integer });

  it('are rejected above their limit', async () => {
    const many = Array.from({ length: 101 }, (_, index) => `p${index}`).join('&');
    expect(await read([limit], { target: `/read?${many}` })).toEqual(['query']);
    expect(
      await read([limit], { target: `/read?${many.slice(0, many.lastIndexOf('&'))}` }),
    ).toEqual({ query: {} });
  });

  it('are all read despite empty ones', async () => {
    const target = `/read?${'&'.repeat(1000)}limit=5`;
    expect(await read([limit], { target })).toEqual({ query: { limit: 5 } });
    expect(await read([limit], { target: `${target}&limit=6` })).toEqual(['query/limit']);
  });
});

describe('lists and objects', () => {
  const list: WireType = { types: ['array'], items: integer };
  const object: WireType = { types: ['object'], properties: { a: integer, b: text } };

  it.each([
    [{ type: list }, 'q=1&q=2', [1, 2]],
    [{ type: list }, 'q=1', [1]],
    [{ type: list, explode: false }, 'q=1,2', [1, 2]],
    [{ type: list, explode: false }, 'q=', []],
    [{ type: list, style: 'spaceDelimited', explode: false }, 'q=1%202', [1, 2]],
    [{ type: list, style: 'spaceDelimited', explode: false }, 'q=1+2', [1, 2]],
    [{ type: list, style: 'pipeDelimited', explode: false }, 'q=1|2', [1, 2]],
    [{ type: list, style: 'pipeDelimited', explode: false }, 'q=1%7c2', [1, 2]],
    [{ type: { types: ['array'], items: text }, explode: false }, 'q=a%2Cb,c', ['a,b', 'c']],
    [{ type: object }, 'a=1&b=x&z=9', { a: 1, b: 'x' }],
    [{ type: object, explode: false }, 'q=a,1,b,x', { a: 1, b: 'x' }],
    [{ type: object, style: 'deepObject' }, 'q[a]=1&q%5Bb%5D=x', { a: 1, b: 'x' }],
    [
      { type: { types: ['object'], additional: list }, style: 'deepObject' },
      'q[x]=1&q[x]=2&q[y][]=3',
      { x: [1, 2], y: [3] },
    ],
    [
      { type: { types: ['object'], additional: object }, style: 'deepObject' },
      'q[x][a]=1',
      { x: { a: 1 } },
    ],
    [
      { type: text, content: { mediaType: 'application/json', codec: 'json' } },
      'q=%7B%22a%22:[1]%7D',
      { a: [1] },
    ],
  ] as const)('with %o are read from %s', async (parts, target, value) => {
    expect(await query(parts, target)).toEqual({ query: { q: value } });
  });

  it.each([
    [{ type: list }, 'q=1&q=x', ['query/q/1']],
    [{ type: list }, 'q=', ['query/q/0']],
    [{ type: list, explode: false }, 'q=1,,2', ['query/q/1']],
    [{ type: object }, 'a=1&a=2', ['query/q/a']],
    [{ type: object, explode: false }, 'q=a,1,b', ['query/q']],
    [{ type: object, explode: false }, 'q=a,1,a,2', ['query/q/a']],
    [{ type: object, style: 'deepObject' }, 'q[a]=x', ['query/q/a']],
    [{ type: object, style: 'deepObject' }, 'q[a]=1&q[a][c]=2', ['query/q/a']],
    [{ type: object, style: 'deepObject' }, 'q[a=1', ['query/q']],
    [{ type: object, style: 'deepObject' }, `q${'[a]'.repeat(65)}=1`, ['query/q']],
    [
      { type: text, content: { mediaType: 'application/json', codec: 'json' } },
      'q=%7B%22a%22:1,%22a%22:1%7D',
      ['query/q'],
    ],
  ] as const)('with %o are rejected in %s', async (parts, target, places) => {
    expect(await query(parts, target)).toEqual(places);
  });

  it('do not contain other parameters', async () => {
    const free = { types: ['object' as const], additional: text };
    const one = operation('read', {
      path: ['/read'],
      parameters: [
        parameter('rest', { type: free }),
        parameter('filter', { type: free, style: 'deepObject' }),
        parameter('known', { type: { types: ['object'], properties: { size: integer } } }),
      ],
      security: [{ key: [] }],
    });
    const { handle, seen } = watched(
      [one],
      { security: { key: { head: () => ({ ok: true, principal: 'me' }) } } },
      api({ security: { key: { kind: 'apiKey', in: 'query', name: 'api_key' } } }),
    );
    const target = '/read?api_key=secret&filter[a]=1&size=2&b=3&filters[c]=4';
    expect((await handle(request({ target }))).status).toBe(204);
    expect(seen).toMatchObject([
      { query: { rest: { b: '3', 'filters[c]': '4' }, filter: { a: '1' }, known: { size: 2 } } },
    ]);
    expect(JSON.stringify(seen)).not.toContain('secret');
  });

  it('may contain names such as __proto__', async () => {
    const open: WireType = { types: ['object'], additional: text };
    const found = (await query(
      { type: open, style: 'deepObject' },
      'q[__proto__]=x&q[constructor]=y',
    )) as {
      query: { q: object };
    };
    expect(Object.entries(found.query.q)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    expect(Reflect.get({}, 'x')).toBeUndefined();
  });

  it('are read from one or several header lines', async () => {
    const header = parameter('X-L', { in: 'header', type: list });
    expect(await read([header], { headers: ['X-L', '1, 2', 'x-l', '3'] })).toEqual({
      headers: { 'X-L': [1, 2, 3] },
    });
  });

  it('are read from cookies', async () => {
    const cookies = [
      parameter('a', { in: 'cookie', type: integer }),
      parameter('b', { in: 'cookie', type: list, explode: false }),
    ];
    expect(await read(cookies, { headers: ['Cookie', 'a=5; b=1,2; c=x'] })).toEqual({
      cookies: { a: 5, b: [1, 2] },
    });
  });

  it('may be the whole query string', async () => {
    const whole = parameter('all', {
      in: 'querystring',
      type: object,
      content: { mediaType: 'application/x-www-form-urlencoded', codec: 'form' },
    });
    expect(await read([whole], { target: '/read?a=1&b=x+y' })).toEqual({
      query: { all: { a: 1, b: 'x y' } },
    });
  });
});

describe('credentials among the parameters', () => {
  it('are hidden from the handler', async () => {
    const key = parameter('key', { in: 'path', required: true, credential: true });
    expect(
      await read([key, parameter('id', { in: 'path', required: true })], {
        target: '/read/secret/1',
      }),
    ).toEqual({
      path: { id: '1' },
    });
  });
});

describe('checks of parameters', () => {
  const short: Check = {
    is: (value) => typeof value === 'string' && value.length <= 3,
    check: () => [
      {
        pointer: '',
        keyword: 'maxLength',
        expected: 'a string of at most 3 characters',
        schema: '',
      },
    ],
  };

  it('receive the decoded value, by index', async () => {
    const two = [parameter('a'), parameter('b')];
    expect(
      await read(two, { target: '/read?a=long&b=long' }, { checks: [undefined, short] }),
    ).toEqual(['query/b']);
    expect(
      await read(two, { target: '/read?a=long&b=abc' }, { checks: [undefined, short] }),
    ).toEqual({
      query: { a: 'long', b: 'abc' },
    });
  });

  it('are skipped for a missing parameter', async () => {
    expect(await read([parameter('a')], {}, { checks: [short] })).toEqual({ query: {} });
  });

  it('are reported with location, keyword and expectation', async () => {
    const { handle } = watched([operation('read', { parameters: [parameter('a')] })], {
      checks: { read: { parameters: [short] } },
    });
    expect(parseResponse(await handle(request({ target: '/read?a=long' }))).body).toMatchObject({
      detail: 'The request is not valid: query/a: expected a string of at most 3 characters.',
      violations: [
        {
          path: 'query/a',
          keyword: 'maxLength',
          message: 'expected a string of at most 3 characters',
        },
      ],
    });
  });
});
