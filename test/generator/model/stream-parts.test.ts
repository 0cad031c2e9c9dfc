import { expect, test } from 'vitest';
import { lint } from '../../../generator/index.js';
import { memoryHost } from '../../../generator/host/memory.js';

const diagnosticsOf = async (mediaType: string, value: unknown): Promise<readonly string[]> => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Films', version: '1.0.0' },
    paths: {
      '/films': {
        post: {
          operationId: 'uploadFilm',
          requestBody: {
            content: { [mediaType]: { 'x-stream-parts': value, schema: { type: 'object' } } },
          },
          responses: { '204': { description: 'Taken.' } },
        },
      },
    },
  };
  const host = memoryHost({ '/films.json': JSON.stringify(document) }, '/');
  const diagnostics = await lint({ documents: ['films.json'] }, host);
  return diagnostics.map(({ code, message }) => `${code}: ${message}`);
};

test('accepts "x-stream-parts" only if it is true and belongs to a multipart form', async () => {
  expect(await diagnosticsOf('multipart/form-data', true)).toEqual([]);
  expect(await diagnosticsOf('multipart/form-data', 'yes')).toEqual([
    'invalid-extension: "x-stream-parts" must be true',
  ]);
  expect(await diagnosticsOf('application/json', true)).toEqual([
    'invalid-extension: "x-stream-parts" is not allowed on a body that is not "multipart/form-data"',
  ]);
});
