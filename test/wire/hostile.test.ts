import fc from 'fast-check';
import type { WireRequest } from '@tallystick/runtime';
import { describe, expect, test } from 'vitest';
import { readTopics, type WireCase } from './suite/case.js';
import { callWith } from './suite/call.js';
import { authority } from './suite/document.js';
import { generateTopic } from './suite/generated.js';
import { settled, suiteServer } from './suite/handlers.js';
import { statedRequest, wireRequest } from './suite/wire-text.js';
import { randomRuns } from '../rounds.js';

fc.configureGlobal(randomRuns(500));

const topics = await Promise.all(
  readTopics().map(async (topic) => ({ topic, generated: await generateTopic(topic) })),
);
const requests = topics.flatMap(({ topic, generated }) => {
  const server = suiteServer(generated);
  return topic.cases
    .filter(({ request, answer }) => request !== undefined && (answer?.status ?? 0) < 500)
    .map((wire) => ({ server, wire, request: wireRequest(statedRequest(wire)) }));
});

/** Text with one position changed, cut, duplicated or filled with characters that parsers mishandle. */
const slip = fc.record({
  at: fc.nat(),
  length: fc.nat({ max: 4 }),
  text: fc.oneof(
    fc.constantFrom(
      '',
      '%',
      '%00',
      '%ff',
      '&',
      '=',
      '[',
      ']',
      '"',
      ';',
      ',',
      '\\',
      '{',
      '}',
      '--',
      '\r\n',
      '\0',
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  ),
});

function changed(
  text: string,
  {
    at,
    length,
    text: put,
  }: { readonly at: number; readonly length: number; readonly text: string },
): string {
  const place = text.length === 0 ? 0 : at % (text.length + 1);
  return text.slice(0, place) + put + text.slice(place + length);
}

function latin1(body: WireRequest['body']): string {
  if (body === undefined || typeof body === 'string')
    return Buffer.from(body ?? '').toString('latin1');
  return body instanceof Uint8Array ? Buffer.from(body).toString('latin1') : '';
}

describe('altered request', () => {
  test('is answered or rejected, but never causes an internal error', async () => {
    const which = fc.constantFrom(...requests);
    const where = fc.constantFrom('target', 'header', 'body');
    await fc.assert(
      fc.asyncProperty(which, where, slip, async ({ server, wire, request }, place, change) => {
        const lines = request.headers.map((line, index) =>
          place === 'header' && index > 1 ? changed(line, change) : line,
        );
        const target =
          place === 'target' ? `/${changed(request.target.slice(1), change)}` : request.target;
        const body =
          place === 'body' && request.body !== undefined
            ? Uint8Array.from(Buffer.from(changed(latin1(request.body), change), 'latin1'))
            : request.body;
        server.expects(wire);
        const { status } = await server.handle({ ...request, target, headers: lines, body });
        // The handler's response to a request of another operation is not asserted.
        const astray = server.reasons.some((reason) => reason.includes('was entered'));
        if (!astray && server.received().length === 0)
          expect([status < 500, ...server.reasons]).toEqual([true, ...server.reasons]);
      }),
      randomRuns(15000),
    );
  });
});

describe('random multipart form', async () => {
  const generated = await generateTopic({
    name: 'forms',
    title: 'Forms',
    operations: {
      form: {
        method: 'post',
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': { schema: { type: 'object', additionalProperties: true } },
          },
        },
      },
    },
  });
  const server = suiteServer(generated);
  const wire: WireCase = { name: 'form', operation: 'form' };
  const word = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
    // These are what browsers write for a quote and for line breaks.
    .filter(
      (text) => !/%(?:22|0D|0A)|[\r\n\0/\\]|^\.{1,2}$/i.test(text) && !/\p{Surrogate}/u.test(text),
    );
  const content = fc.uint8Array({ maxLength: 200 });
  const files = fc.uniqueArray(fc.record({ name: word, filename: word, content }), {
    maxLength: 5,
    selector: ({ name }) => name,
  });

  test('is received as sent, in any chunks', async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 80 }), async (list, size) => {
        const body = Object.fromEntries(
          list.map(({ name, filename, content: bytes }) => [
            name,
            new File([Uint8Array.from(bytes)], filename),
          ]),
        );
        server.expects(wire);
        const outcome = await callWith(generated, 'form', { body }, async (request) => {
          const pieces: Uint8Array[] = [];
          const { body: sent } = request;
          if (typeof sent === 'object' && 'stream' in sent)
            for await (const each of sent.stream) pieces.push(each);
          else pieces.push(Buffer.from(sent ?? ''));
          const all = Buffer.concat(pieces);
          const stream = (async function* () {
            for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
          })();
          return server.handle({
            ...request,
            headers: ['Host', authority, ...request.headers],
            body: { stream },
          });
        });
        expect(outcome).toMatchObject({ kind: 'success' });
        const [received] = server.received();
        const typed = list.map(({ name, filename, content: bytes }) => [
          name,
          {
            name: filename,
            type: 'application/octet-stream',
            text: new TextDecoder().decode(bytes),
          },
        ]);
        expect(await settled(received?.['body'])).toEqual(Object.fromEntries(typed));
      }),
      randomRuns(1500),
    );
  });

  test.each([
    [
      'endless parts',
      `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(101)}--b--`,
    ],
    ['an endless part header', `--b\r\nContent-Disposition: form-data; name="${'a'.repeat(9000)}`],
    [
      'endless header lines',
      `--b\r\n${Array.from({ length: 17 }, (_, index) => `X-${index}: a\r\n`).join('')}\r\n\r\n--b--`,
    ],
  ])('has limits: %s', async (_, body) => {
    server.expects(wire);
    const headers = ['Host', authority, 'Content-Type', 'multipart/form-data; boundary=b'];
    const { status } = await server.handle({
      method: 'POST',
      scheme: 'https',
      authority,
      target: '/form',
      headers,
      body,
    });
    expect(status).toBe(400);
    expect(server.received()).toEqual([]);
  });

  test('takes linear time with many partial boundaries', async () => {
    const near = `${'\r\n--tallystic'.repeat(70_000)}`;
    const body = `--tallystick\r\nContent-Disposition: form-data; name="a"\r\n\r\n${near}\r\n--tallystick--`;
    server.expects(wire);
    const before = process.cpuUsage();
    const { status } = await server.handle({
      method: 'POST',
      scheme: 'https',
      authority,
      target: '/form',
      headers: ['Host', authority, 'Content-Type', 'multipart/form-data; boundary=tallystick'],
      body,
    });
    expect(status).toBe(204);
    // A megabyte; what is quadratic would take minutes.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10);
  });
});
