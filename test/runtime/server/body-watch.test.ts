import type { WireRequest } from '@tallystick/runtime';
import { describe, expect, it } from 'vitest';
import { post } from './body-fixture.js';
import { manualTimers, request, serverOf } from './request.js';

const operation = post({
  required: true,
  contents: [{ mediaType: 'application/json', codec: 'json' }],
});

/** A body that its source buffers, as that of `node:http` does; a test sends chunks and ends it. */
function collected(): {
  readonly sent: WireRequest;
  readonly hear: () => void;
  readonly end: () => void;
} {
  let hear = (): void => undefined;
  let end = (): void => undefined;
  const sent = request({
    method: 'POST',
    target: '/send',
    headers: ['Content-Type', 'application/json'],
    body: {
      stream: (async function* () {})(),
      bytes: (_, listener) =>
        new Promise((resolve) => {
          hear = () => listener?.();
          end = () => resolve(new TextEncoder().encode('{}'));
        }),
    },
  });
  return { sent, hear: () => hear(), end: () => end() };
}

describe('bodies with timeouts', () => {
  it('are rejected separately', async () => {
    const clock = manualTimers();
    const handle = serverOf(
      [operation],
      { send: (_: unknown, respond: { noContent(): unknown }) => respond.noContent() },
      { clock, limits: { idle: 1000, bodyTime: 2500 } },
    );
    const [silent, slow, late, good] = [collected(), collected(), collected(), collected()];
    const ended: string[] = [];
    const watch = async (name: string, sent: WireRequest): Promise<void> => {
      ended.push(`${name} ${(await handle(sent)).status}`);
    };
    const all = [watch('silent', silent.sent), watch('slow', slow.sent), watch('good', good.sent)];
    const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    good.end();
    await settled();
    expect(ended).toEqual(['good 204']);
    clock.advance(600);
    slow.hear();
    all.push(watch('late', late.sent));
    clock.advance(399);
    await settled();
    expect(ended).toEqual(['good 204']);
    clock.advance(1);
    await settled();
    expect(ended).toEqual(['good 204', 'silent 408']);
    clock.advance(599);
    slow.hear();
    await settled();
    expect(ended).toHaveLength(2);
    clock.advance(1);
    await settled();
    expect(ended.slice(2)).toEqual(['late 408']);
    clock.advance(900);
    // With continuous chunks, the entire body has its own timeout.
    await settled();
    expect(ended.slice(3)).toEqual(['slow 408']);
    await Promise.all(all);
  });
});

describe('request without a body', () => {
  it('is answered synchronously, or with a promise on request', async () => {
    const get = { ...operation, id: 'look', method: 'GET', path: ['/look'] };
    const { body: _, ...bodiless } = get;
    const handle = serverOf([bodiless], {
      look: (_request: unknown, respond: { noContent(): unknown }) => respond.noContent(),
    });
    expect(handle.handleSync?.(request({ target: '/look' }))).toMatchObject({ status: 204 });
    expect(handle.handleSync?.(request({ target: '/nowhere' }))).toMatchObject({ status: 404 });
    expect(handle(request({ target: '/look' }))).toBeInstanceOf(Promise);
    expect((await handle(request({ target: '/look' }))).status).toBe(204);
  });
});
