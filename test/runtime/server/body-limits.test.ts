import type { WireRequest } from '@tallystick/runtime';
import type { ByteStream } from '@tallystick/runtime/http/server';
import { describe, expect, it } from 'vitest';
import { api, manualTimers, serverOf, watched } from './request.js';
import { json, post, read, raw, pieces } from './body-fixture.js';

describe('binary body', () => {
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

  it('is streamed to the handler', async () => {
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

  it('can be read as a whole within the limit', async () => {
    const { handle, results } = streaming(async (body) => (await body.bytes()).length, {
      limits: { body: 5 },
    });
    expect((await handle(octets({ stream: pieces('abc', 'de') }))).status).toBe(204);
    expect((await handle(octets({ stream: pieces('abc', 'def') }))).status).toBe(413);
    expect(results).toEqual([5]);
  });

  it('has its own size limit, and a time limit between chunks', async () => {
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
  it('have defaults if undefined', async () => {
    const limits = Object.fromEntries(
      ['body', 'idle', 'bodyTime'].map((name) => [name, undefined]),
    );
    const { handle } = watched([post(json)], { limits });
    const large = JSON.stringify('x'.repeat(1_048_576));
    expect((await handle(raw('application/json', large))).status).toBe(413);
  });

  it.each([Number.NaN, -1])('throw if set to %d', (body) => {
    expect(() => watched([post(json)], { limits: { body } })).toThrow(
      '"limits.body" must be a non-negative number.',
    );
    expect(() => watched([post(json)], { idempotency: { capacity: body } })).toThrow('capacity');
    expect(() => watched([post(json)], { idempotency: { lifetime: body } })).toThrow('lifetime');
  });

  it('apply to every kind of body', async () => {
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

  it('are checked against the declared length before reading', async () => {
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

  it('close a stream that is too long', async () => {
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

  it('of time apply to slow bodies', async () => {
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

  it('stop reading when the client disconnects', async () => {
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

  it('do not hide a truncated body, which is a bad request', async () => {
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
