import { expect, test } from 'vitest';
import { generate, memoryHost } from '../../../generator/index.js';

/** The codes that a document gets, and the text of one of its files. */
async function generateFile(
  files: Readonly<Record<string, string>>,
  file = 'out/types.ts',
): Promise<{ readonly diagnostics: readonly string[]; readonly text: string }> {
  const host = memoryHost(files);
  const { diagnostics } = await generate(
    { documents: [Object.keys(files)[0] ?? ''], out: 'out', allowRefs: ['*'] },
    host,
  );
  return {
    diagnostics: diagnostics.map(({ code, message }) => `${code}: ${message}`),
    text: host.files().get(`/${file}`) ?? '',
  };
}

test('resolves the message of a channel that is itself a reference', async () => {
  const { diagnostics, text } = await generateFile({
    'ping.yaml': `
asyncapi: 3.0.0
info: { title: Ping, version: 1.0.0 }
channels:
  ping: { $ref: '#/components/channels/ping' }
operations:
  onPing:
    action: receive
    channel: { $ref: '#/channels/ping' }
    messages: [{ $ref: '#/channels/ping/messages/ping' }]
components:
  channels:
    ping: { address: /ping, messages: { ping: { $ref: '#/components/messages/ping' } } }
  messages:
    ping: { payload: { type: object, properties: { at: { type: string } } } }
`,
  });
  expect(diagnostics).toEqual([]);
  expect(text).toContain('export interface Ping');
});

const api = (schemas: string, more = ''): string => `
openapi: 3.1.0
info: { title: A, version: 1.0.0 }
paths:
  /a:
    get:
      operationId: getA
      responses:
        '200': { description: A., content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } }
components:
  schemas:
${schemas}
${more}`;

test('resolves a schema behind references, in one file or several', async () => {
  const { diagnostics, text } = await generateFile({
    'a.yaml': api(`
    A: { type: object, properties: { b: { $ref: '#/components/schemas/B/properties/deep/properties/leaf~1s' } } }
    B: { type: object, properties: { deep: { $ref: 'b.yaml#/C' } } }`),
    'b.yaml': `
C: { $ref: '#/D' }
D: { type: object, properties: { leaf/s: { type: integer } } }
`,
  });
  expect(diagnostics).toEqual([]);
  expect(text).toContain('readonly b?: DLeafS;');
  expect(text).toContain('export type DLeafS = number;');
});

test('resolves a parameter behind the reference to its path item', async () => {
  const { diagnostics, text } = await generateFile(
    {
      'a.yaml': `
openapi: 3.1.0
info: { title: A, version: 1.0.0 }
paths:
  /a: { $ref: '#/components/pathItems/A' }
  /b:
    get:
      operationId: getB
      parameters: [{ $ref: '#/paths/~1a/parameters/0' }]
      responses: { '204': { description: Nothing. } }
components:
  pathItems:
    A:
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      get: { operationId: getA, responses: { '204': { description: Nothing. } } }
`,
    },
    'out/types.ts',
  );
  expect(diagnostics).toEqual([]);
  expect(text).toBeDefined();
});

test('reports references that lead to themselves or to nothing', async () => {
  const round = await generateFile({
    'a.yaml': api(`
    A: { $ref: '#/components/schemas/B/properties/x' }
    B: { $ref: '#/components/schemas/C' }
    C: { $ref: '#/components/schemas/B' }`),
  });
  expect(round.diagnostics).toContain(
    'reference-cycle: "#/components/schemas/B/properties/x" leads back to itself',
  );
  const nowhere = await generateFile({
    'a.yaml': api(`
    A: { $ref: '#/components/schemas/B/properties/y' }
    B: { $ref: '#/components/schemas/C' }
    C: { type: object, properties: { x: { type: string } } }`),
  });
  expect(nowhere.diagnostics).toEqual([
    expect.stringContaining('#/components/schemas/C/properties/y" does not exist'),
  ]);
});
