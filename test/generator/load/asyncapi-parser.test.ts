import { Socket } from 'node:net';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { diagnosticPosition } from '../../../generator/core/origin.js';
import { lint } from '../../../generator/index.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { validateWithAsyncApiParser } from '../../../generator/load/asyncapi-parser.js';
import { createSources } from '../../../generator/load/sources.js';

const head = 'asyncapi: 3.0.0\ninfo: { title: T, version: 1.0.0 }\n';
const connect = vi.spyOn(Socket.prototype, 'connect');
afterAll(() => connect.mockRestore());

describe('validation with the AsyncAPI parser', () => {
  test('runs in strict linting only, and reports positions in every file', async () => {
    const files = {
      'api.yaml': `${head}channels:\n  c: { messages: { m: { $ref: 'm.yaml#/m' } } }\n`,
      'm.yaml': 'm:\n  deprecatd: true\n  payload: { type: string }\n',
    };
    const host = memoryHost(files, '/');
    const plain = await lint({ documents: ['api.yaml'] }, host);
    const strict = await lint({ documents: ['api.yaml'], strict: true }, host);
    const more = strict.filter(({ code }) => !plain.some((each) => each.code === code));
    const places = more.map((each) => {
      const { source, position } = diagnosticPosition(each);
      return `${each.code} ${source.path}:${position?.line}`;
    });
    expect(places).toEqual(['second-opinion m.yaml:2']);
  });

  test('skips values that would be compared with slow patterns', async () => {
    const value = `${'a'.repeat(50)}!`;
    const x = { type: 'string', pattern: '^(a+)+$', default: value, examples: [value] };
    const names = { patternProperties: { '^(b+)+$': {} }, default: { [`${'b'.repeat(50)}!`]: 1 } };
    const payload = { type: 'object', properties: { x, names } };
    const message = { messageId: 'M', payload, examples: [{ name: 'e', payload: { x: value } }] };
    const document = {
      asyncapi: '2.6.0',
      info: { title: 'T', version: '1' },
      channels: { a: { publish: { operationId: 'o', message } } },
    };
    const host = memoryHost({ 'api.json': JSON.stringify(document) }, '/');
    const diagnostics = await lint({ documents: ['api.json'], strict: true }, host);
    expect(diagnostics.map(({ code }) => code)).toContain('slow-pattern');
  });

  test('opens no file and no connection for external references', async () => {
    const text = `${head}channels:\n  c:\n    messages:\n      m: { payload: { $ref: /etc/passwd } }\n      n: { payload: { $ref: 'http://127.0.0.1:9/x' } }\n`;
    const sources = createSources(memoryHost({ 'api.yaml': text }, '/'));
    const { value: entry } = sources.entry('api.yaml');
    if (entry === undefined) throw new Error('the document is read');
    const diagnostics = await validateWithAsyncApiParser(entry, sources.loaded, () => true);
    expect(JSON.stringify(diagnostics.map(({ message }) => message))).not.toContain('root:');
    expect(connect).not.toHaveBeenCalled();
  });
});
