import { expect, test } from 'vitest';
import { generate, memoryHost } from '../../../generator/index.js';

test('a branch of a discriminated union that is an array has no property of the discriminator', async () => {
  const api = `openapi: 3.1.0
info: { title: Contents, version: 1.0.0 }
paths: {}
components:
  schemas:
    Content:
      oneOf: [{ $ref: '#/components/schemas/Folder' }, { $ref: '#/components/schemas/File' }]
      discriminator:
        propertyName: type
        mapping: { array: '#/components/schemas/Folder', file: '#/components/schemas/File' }
    Folder: { type: array, items: { type: string } }
    File: { type: object, required: [type], properties: { type: { type: string } } }
`;
  const host = memoryHost({ 'api.yaml': api });
  await generate({ documents: ['api.yaml'], out: 'out' }, host);
  const types = host.files().get('/out/types.ts') ?? '';
  expect(types).toContain(
    "export type Content = Folder | (FileSchema & { readonly type: 'file' });",
  );
  expect(types).not.toContain("'array'");
});
