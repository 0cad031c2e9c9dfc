import fc from 'fast-check';
import type { WireRequest } from '@tallystick/runtime';
import { expect, test } from 'vitest';
import { readTopics, type WireCase } from './suite/case.js';
import { callWith } from './suite/call.js';
import { generateTopic } from './suite/generated.js';
import { suiteServer } from './suite/handlers.js';
import { randomRuns } from '../rounds.js';

fc.configureGlobal(randomRuns(500));

const string = { type: 'string' };
const path = (name: string, more: object = {}): object => ({
  name,
  in: 'path',
  required: true,
  schema: string,
  ...more,
});

/** Paths that are a step from one another, so that a value that changes its path finds another operation. */
const generated = await generateTopic({
  name: 'routes',
  title: 'Routes',
  operations: {
    one: { path: '/a/{x}', parameters: [path('x')] },
    two: { path: '/a/{x}/b', parameters: [path('x')] },
    three: { path: '/a/{x}/b/{y}', parameters: [path('x'), path('y')] },
    label: { path: '/label/{x}/b', parameters: [path('x', { style: 'label' })] },
    matrix: { path: '/matrix/{x}/b', parameters: [path('x', { style: 'matrix' })] },
    reserved: { path: '/reserved/{x}/b', parameters: [path('x', { allowReserved: true })] },
    here: { path: '/a' },
    root: { path: '/' },
    all: { path: '/{x}', parameters: [path('x')] },
  },
});
const server = suiteServer(generated);

/** Paths that URL parsers, proxies and routers are known to mishandle. */
const nasty = fc.constantFrom(
  ...'. .. / \\ %2e %2E%2e %2f %5c ..; ; ? # & // %00 + % %zz {x} b a @ :'
    .split(' ')
    .concat([...'\0\t\n\r \u2024\uff0e\uff0f\u202e\u{1f600}']),
);
const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.oneof(nasty, fc.string({ maxLength: 3 })), { maxLength: 8 })
    .map((parts) => parts.join('')),
);

test.each(['one', 'two', 'label', 'matrix'])(
  'routes %s to its operation for any value',
  async (operation) => {
    await fc.assert(
      fc.asyncProperty(value, async (x) => {
        const sent: WireRequest[] = [];
        server.expects({ name: operation, operation } satisfies WireCase);
        const outcome = await callWith(generated, operation, { path: [x] }, (request) => {
          sent.push(request);
          // The path after a URL parser on the way.
          const url = new URL(`${request.scheme}://${request.authority}${request.target}`);
          expect(url.pathname + url.search).toBe(request.target);
          return server.handle(request);
        });
        if (outcome['kind'] === 'invalid-request') expect(sent).toEqual([]);
        else expect(server.received()).toMatchObject([{ path: { x } }]);
      }),
      randomRuns(5000),
    );
  },
);

test('routes a parameter with reserved characters to its operation or rejects it', async () => {
  await fc.assert(
    fc.asyncProperty(value, async (x) => {
      server.expects({ name: 'reserved', operation: 'reserved' });
      const outcome = await callWith(generated, 'reserved', { path: [x] }, server.handle);
      if (outcome['kind'] === 'invalid-request') return;
      // Triples are sent as they are, and may be no text; what answers is this operation or nothing.
      const status = outcome['status'];
      expect(server.received().length).toBe(status === 204 ? 1 : 0);
      expect([204, 400]).toContain(status);
    }),
    randomRuns(5000),
  );
});

test('names a specification for every topic', () => {
  for (const { spec, title } of readTopics())
    expect(title.length > 5 && spec.length > 10).toBe(true);
});
