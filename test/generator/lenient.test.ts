import { describe, expect, it } from 'vitest';
import { generate, memoryHost } from '../../generator/index.js';

const head = 'openapi: 3.0.3\ninfo: { title: T, version: 1.0.0 }\n';
const ok = "responses: { '204': { description: ok } }";

async function run(
  text: string,
  lenient?: boolean,
): Promise<{ readonly said: readonly string[]; readonly files: ReadonlyMap<string, string> }> {
  const host = memoryHost({ '/w/api.yaml': head + text }, '/w');
  const { diagnostics } = await generate(
    { documents: ['api.yaml'], out: 'out', ...(lenient === undefined ? {} : { lenient }) },
    host,
  );
  const paths = ['types.ts', 'client.ts', 'operations/b.ts', 'server.ts'];
  const decoder = new TextDecoder();
  const files = paths.flatMap((path): [string, string][] => {
    const bytes = host.read(`/w/out/${path}`);
    return bytes === undefined ? [] : [[path, decoder.decode(bytes)]];
  });
  return {
    said: diagnostics.map(({ severity, code }) => `${severity} ${code}`),
    files: new Map(files),
  };
}

describe('a fault of one place', () => {
  it.each<[what: string, text: string, code: string, file: string, want: RegExp]>([
    [
      'a reference that leads nowhere accepts everything',
      "paths: {}\ncomponents: { schemas: { A: { type: object, properties: { b: { $ref: '#/nowhere' }, c: { type: string } } } } }\n",
      'unresolved-reference',
      'types.ts',
      /b\?: unknown;\s+readonly c\?: string;/,
    ],
    [
      'the second operation of a name gets one of its own',
      `paths:\n  /a: { get: { operationId: x, ${ok} } }\n  /b: { get: { operationId: x, ${ok} } }\n`,
      'duplicate-operation-id',
      'operations/b.ts',
      /export const getB: /,
    ],
    [
      'a parameter that is there twice is there once',
      `paths:\n  /a:\n    get:\n      operationId: x\n      parameters: [{ name: q, in: query, schema: { type: string } }, { name: q, in: query, schema: { type: integer } }]\n      ${ok}\n`,
      'duplicate-parameter',
      'client.ts',
      /class/,
    ],
    [
      'a keyword that is not what it should be says nothing',
      'paths: {}\ncomponents: { schemas: { A: { type: string, maxLength: many } } }\n',
      'invalid-type',
      'types.ts',
      /export type A = string;/,
    ],
    [
      'a key that is a list is omitted',
      'paths: {}\ncomponents: { schemas: { A: { type: string, ? [a] : b } } }\n',
      'invalid-key',
      'types.ts',
      /export type A = string;/,
    ],
    [
      'a schema that is part of itself is what the other parts say',
      "paths: {}\ncomponents: { schemas: { A: { allOf: [{ $ref: '#/components/schemas/A' }, { type: object, properties: { b: { type: string } } }] } } }\n",
      'schema-cycle',
      'types.ts',
      /interface A \{\s+readonly b\?: string;\s+\}/,
    ],
    [
      'a reference that leads to itself accepts everything',
      "paths: {}\ncomponents: { schemas: { A: { $ref: '#/components/schemas/A' } } }\n",
      'schema-cycle',
      'types.ts',
      /export type A = unknown;/,
    ],
    [
      'a schema that forbids itself forbids nothing',
      "paths: {}\ncomponents: { schemas: { A: { type: string, not: { $ref: '#/components/schemas/A' } } } }\n",
      'schema-cycle',
      'types.ts',
      /export type A = string;/,
    ],
    [
      'a branch that is the union itself adds nothing',
      "paths: {}\ncomponents: { schemas: { A: { anyOf: [{ $ref: '#/components/schemas/A' }, { type: string }] } } }\n",
      'schema-cycle',
      'types.ts',
      /export type A = string;/,
    ],
    [
      'a path with an open brace is left out',
      `paths:\n  '/a/{b': { get: { operationId: x, ${ok} } }\n  /b: { get: { operationId: y, ${ok} } }\n`,
      'invalid-path',
      'operations/b.ts',
      /export const y: /,
    ],
    [
      'a path with one parameter twice is left out',
      `paths:\n  '/a/{b}/{b}': { get: { operationId: x, ${ok} } }\n  /b: { get: { operationId: y, ${ok} } }\n`,
      'invalid-path',
      'operations/b.ts',
      /export const y: /,
    ],
  ])('is an error, and leniently a warning: %s', async (_what, text, code, file, want) => {
    const strict = await run(text);
    expect(strict.said).toContain(`error ${code}`);
    expect(strict.files.size).toBe(0);
    const lenient = await run(text, true);
    expect(lenient.said).toContain(`warning ${code}`);
    expect(lenient.said.filter((each) => each.startsWith('error'))).toEqual([]);
    expect(lenient.files.get(file)).toMatch(want);
  });

  it.each<[what: string, text: string, code: string]>([
    [
      'a scheme of security that is not declared',
      `paths: { /a: { get: { security: [{ key: [] }], ${ok} } } }\n`,
      'undeclared-security-scheme',
    ],
    [
      'a reference to what may not be read',
      "paths: {}\ncomponents: { schemas: { A: { $ref: '../../etc/passwd' } } }\n",
      'forbidden-reference',
    ],
    ['a text that is no YAML', 'paths: {\n', 'syntax'],
  ])('is not: %s', async (_what, text, code) => {
    const { said, files } = await run(text, true);
    expect(said).toContain(`error ${code}`);
    expect(files.size).toBe(0);
  });
});
