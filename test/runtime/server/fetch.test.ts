import type { WireRequest, WireResponse } from '@tallystick/runtime';
import { fetchHandler } from '@tallystick/runtime/http/fetch';
import { describe, expect, it } from 'vitest';

const seen: WireRequest[] = [];

function answering(response: WireResponse) {
  seen.length = 0;
  return fetchHandler(
    async (request) => {
      seen.push(request);
      return response;
    },
    { peerAddress: () => '192.0.2.1' },
  );
}

const empty: WireResponse = { status: 204, headers: [], body: undefined };

describe('web request', () => {
  it('is converted to a wire request', async () => {
    await answering(empty)(
      new Request('https://api.example.com/a%20b?q=1', {
        method: 'POST',
        headers: { 'X-A': '1' },
        body: 'hi',
      }),
    );
    const [request] = seen;
    expect(request).toMatchObject({
      method: 'POST',
      scheme: 'https',
      authority: 'api.example.com',
      target: '/a%20b?q=1',
      peer: { address: '192.0.2.1' },
    });
    expect(request?.headers.join()).toContain('x-a,1');
    let text = '';
    if (typeof request?.body === 'object' && 'stream' in request.body) {
      for await (const piece of request.body.stream) text += new TextDecoder().decode(piece);
    }
    expect(text).toBe('hi');
  });

  it('without a body is converted without one', async () => {
    await answering(empty)(new Request('http://localhost:8080/'));
    expect(seen).toMatchObject([{ authority: 'localhost:8080', body: undefined }]);
  });
});

describe('web response', () => {
  it('keeps separate header lines', async () => {
    const headers = ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Content-Type', 'text/plain'];
    const response = await answering({ status: 201, headers, body: 'é' })(new Request('http://a/'));
    expect([response.status, await response.text(), response.headers.getSetCookie()]).toEqual([
      201,
      'é',
      ['a=1', 'b=2'],
    ]);
  });

  it('is streamed, and closes its source when the reader stops', async () => {
    let closed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Uint8Array.of(1, 2);
      } finally {
        closed = true;
      }
    }
    const response = await answering({ status: 200, headers: [], body: { stream: endless() } })(
      new Request('http://a/'),
    );
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value).toEqual(Uint8Array.of(1, 2));
    await reader?.cancel();
    expect(closed).toBe(true);
  });

  it.each([
    ['HEAD', { status: 200, headers: ['Content-Length', '5'], body: undefined }],
    ['GET', empty],
  ])('to %s has no body', async (method, answer) => {
    const response = await answering(answer)(new Request('http://a/', { method }));
    expect([response.status, response.body]).toEqual([answer.status, null]);
  });
});
