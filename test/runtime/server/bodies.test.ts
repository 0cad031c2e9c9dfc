import type { BodyDescriptor, Check, WireRequest } from '@tallystick/runtime';
import type { ByteStream } from '@tallystick/runtime/http/server';
import { describe, expect, it } from 'vitest';
import { encodeForm } from '../../../runtime/http/form.js';
import {
  api,
  manualTimers,
  operation,
  posted,
  request,
  said,
  serverOf,
  watched,
} from './request.js';

const json: BodyDescriptor = {
  required: true,
  contents: [{ mediaType: 'application/json', codec: 'json' }],
};
const post = (body: BodyDescriptor | undefined) =>
  operation('send', { method: 'POST', ...(body === undefined ? {} : { body, input: 'body' }) });

/** What a handler gets of a body, or status and places of what is wrong. */
async function read(
  body: BodyDescriptor | undefined,
  sent: WireRequest,
  check?: Check,
): Promise<unknown> {
  const checks = check === undefined ? {} : { checks: { send: { body: [check] } } };
  const { handle, seen } = watched([post(body)], checks);
  const response = await handle(sent);
  if (response.status !== 204) {
    const { violations = [] } = said(response).body as { violations?: readonly { path: string }[] };
    return [response.status, ...violations.map(({ path }) => path)];
  }
  return (seen[0] as { body?: unknown }).body;
}

const raw = (
  type: string | undefined,
  body: WireRequest['body'],
  more: readonly string[] = [],
): WireRequest =>
  request({
    method: 'POST',
    target: '/send',
    headers: [...(type === undefined ? [] : ['Content-Type', type]), ...more],
    body,
  });

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

describe('a JSON body', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('is read under %s', async (type) => {
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
  ])('is refused under "%s"', async (type) => {
    expect(await read(json, raw(type, '{"a":1}'))).toEqual([415]);
  });

  it('is refused without a type, with two of them, and encoded', async () => {
    expect(await read(json, raw(undefined, '{}'))).toEqual([415]);
    expect(
      await read(json, raw('application/json', '{}', ['content-type', 'application/json'])),
    ).toEqual([415]);
    expect(await read(json, raw('application/json', '{}', ['Content-Encoding', 'gzip']))).toEqual([
      415,
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
  ])('is refused as %j', async (text) => {
    expect(await read(json, raw('application/json', text))).toEqual([400, 'body']);
  });

  it('is refused where it is not UTF-8', async () => {
    expect(await read(json, raw('application/json', Uint8Array.of(0x22, 0xff, 0x22)))).toEqual([
      400,
      'body',
    ]);
  });

  it('takes __proto__ for data', async () => {
    const value = await read(json, raw('application/json', '{"__proto__":{"admin":true}}'));
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });

  it('may be null', async () => {
    expect(await read(json, raw('application/json', 'null'))).toBeNull();
  });

  it('is checked, and every violation named by its place', async () => {
    const check: Check = {
      is: () => false,
      report: () => [
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

  it('is refused when its guard says so, even if the report is silent', async () => {
    expect(await read(json, posted('/send', {}), { is: () => false, report: () => [] })).toEqual([
      400,
      'body',
    ]);
  });

  it('comes in pieces', async () => {
    expect(
      await read(json, raw('application/json', { stream: pieces('{"a', '":1', '}') })),
    ).toEqual({ a: 1 });
  });
});

describe('no body', () => {
  it('is refused where one is required', async () => {
    for (const body of [undefined, '', new Uint8Array(0), { stream: pieces() }]) {
      expect(await read(json, raw('application/json', body))).toEqual([400, 'body']);
    }
    expect(await read(json, raw(undefined, undefined))).toEqual([400, 'body']);
  });

  it('is no value where none is required', async () => {
    const optional: BodyDescriptor = { contents: json.contents };
    expect(await read(optional, raw(undefined, undefined))).toBeUndefined();
    expect(await read(optional, raw(undefined, { stream: pieces() }))).toBeUndefined();
    expect(await read(optional, raw('application/json', '{}'))).toEqual({});
  });

  it('is what an operation sees that declares none', async () => {
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
  it('forms are read by the types of their members', async () => {
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

  it('forms hold objects and lists the way their encoding says', async () => {
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
          },
          parts: {
            deep: { style: 'deepObject' },
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
      other: 'y',
    };
    const { contents } = form;
    expect(
      await read(
        form,
        raw(type, encodeForm(contents[0] ?? { mediaType: type, codec: 'form' }, value)),
      ),
    ).toEqual(value);
    expect(await read(form, raw(type, 'json={&deep[a]=x&piped=1|b'))).toEqual([
      400,
      'body/json',
      'body/deep/a',
      'body/piped/1',
    ]);
  });

  it('text is UTF-8', async () => {
    const text: BodyDescriptor = { contents: [{ mediaType: 'text/plain', codec: 'text' }] };
    expect(await read(text, raw('text/plain', 'é'))).toBe('é');
    expect(await read(text, raw('text/plain; charset=iso-8859-1', 'é'))).toEqual([415]);
    expect(await read(text, raw('text/plain', Uint8Array.of(0xff)))).toEqual([400, 'body']);
  });

  it('of several types the closest decides', async () => {
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

describe('bytes', () => {
  const binary = post({
    required: true,
    contents: [{ mediaType: 'application/octet-stream', codec: 'binary' }],
  });
  const octets = (body: WireRequest['body']): WireRequest => raw('application/octet-stream', body);

  function streaming(read: (body: ByteStream) => Promise<unknown>, options = {}) {
    const results: unknown[] = [];
    const handle = serverOf(
      [binary],
      {
        async send({ body }: { body: ByteStream }, respond: { noContent(): unknown }) {
          results.push(await read(body));
          return respond.noContent();
        },
      },
      options,
    );
    return { handle, results };
  }

  it('reach the handler while they come', async () => {
    const log: string[] = [];
    async function* source(): AsyncGenerator<Uint8Array> {
      for (const text of ['a', 'b']) {
        log.push(`sent ${text}`);
        yield new TextEncoder().encode(text);
      }
    }
    const { handle } = streaming(async (body) => {
      for await (const piece of body) log.push(`got ${new TextDecoder().decode(piece)}`);
    });
    expect((await handle(octets({ stream: source() }))).status).toBe(204);
    expect(log).toEqual(['sent a', 'got a', 'sent b', 'got b']);
  });

  it('can be had whole, within the limit', async () => {
    const { handle, results } = streaming(async (body) => (await body.bytes()).length, {
      limits: { body: 5 },
    });
    expect((await handle(octets({ stream: pieces('abc', 'de') }))).status).toBe(204);
    expect((await handle(octets({ stream: pieces('abc', 'def') }))).status).toBe(413);
    expect(results).toEqual([5]);
  });

  it('have a limit of their own, and time between pieces', async () => {
    const clock = manualTimers();
    const { handle } = streaming(
      async (body) => {
        for await (const _ of body) {
          // Only counted.
        }
      },
      { limits: { stream: 4, idle: 1000 }, clock },
    );
    expect((await handle(octets({ stream: pieces('abc', 'de') }))).status).toBe(413);
    const stalled = handle(
      octets({
        stream: { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) },
      }),
    );
    await flushed();
    clock.advance(1000);
    expect((await stalled).status).toBe(408);
  });
});

describe('limits', () => {
  it('keep their defaults where they are undefined', async () => {
    const limits = Object.fromEntries(
      ['body', 'idle', 'bodyTime'].map((name) => [name, undefined]),
    );
    const { handle } = watched([post(json)], { limits });
    const large = JSON.stringify('x'.repeat(1_048_576));
    expect((await handle(raw('application/json', large))).status).toBe(413);
  });

  it.each([Number.NaN, -1])('can not be %d', (body) => {
    expect(() => watched([post(json)], { limits: { body } })).toThrow(
      '"limits.body" must be a number that is not negative.',
    );
    expect(() => watched([post(json)], { idempotency: { capacity: body } })).toThrow('capacity');
    expect(() => watched([post(json)], { idempotency: { lifetime: body } })).toThrow('lifetime');
  });

  it('hold for every kind of body', async () => {
    const { handle } = watched([post(json)], { limits: { body: 8 } });
    const long = '{"a":"bcd"}';
    for (const body of [
      long,
      new TextEncoder().encode(long),
      { stream: pieces('{"a":', '"bcd"}') },
    ]) {
      expect((await handle(raw('application/json', body))).status).toBe(413);
    }
    expect((await handle(raw('application/json', '{"a":12}'))).status).toBe(204);
  });

  it('are seen in the declared length before anything is read', async () => {
    const { handle } = watched([post(json)]);
    let opened = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      opened = true;
      yield Uint8Array.of(1);
    }
    expect(
      (await handle(raw('application/json', { stream: source(), length: 2_000_000 }))).status,
    ).toBe(413);
    expect(
      (await handle(raw('application/json', { stream: source() }, ['Content-Length', '2000000'])))
        .status,
    ).toBe(413);
    expect(opened).toBe(false);
  });

  it('close the stream that is too long', async () => {
    let closed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield new Uint8Array(64);
      } finally {
        closed = true;
      }
    }
    const { handle } = watched([post(json)], { limits: { body: 100 } });
    expect((await handle(raw('application/json', { stream: endless() }))).status).toBe(413);
    await flushed();
    expect(closed).toBe(true);
  });

  it('of time hold for slow bodies, drop by drop', async () => {
    const clock = manualTimers();
    async function* drops(): AsyncGenerator<Uint8Array> {
      for (;;) {
        clock.advance(900);
        yield Uint8Array.of(0x20);
      }
    }
    const { handle } = watched([post(json)], { limits: { idle: 1000, bodyTime: 5000 }, clock });
    expect((await handle(raw('application/json', { stream: drops() }))).status).toBe(408);
  });

  it('end the reading when the caller goes', async () => {
    const gone = new AbortController();
    const { handle } = watched([post(json)], {}, api());
    const hanging = {
      stream: {
        [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }),
      },
    };
    const waiting = handle({ ...raw('application/json', hanging), signal: gone.signal });
    await flushed();
    gone.abort();
    expect((await waiting).status).toBe(408);
  });

  it('a body that breaks off is a bad request', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Uint8Array.of(0x7b);
      throw new Error('socket hang up');
    }
    expect(await read(json, raw('application/json', { stream: broken() }))).toEqual([400]);
  });
});

/** Lets everything that is ready to run do so. */
function flushed(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
