import { expect, test } from 'vitest';
import { generate, memoryHost } from '../../../generator/index.js';

test('an operation called "then" makes no module and no service a promise', async () => {
  const api = `openapi: 3.1.0
info: { title: Odd, version: 1.0.0 }
paths:
  /then:
    get: { tags: [things], operationId: then, responses: { '204': { description: Done. } } }
`;
  const host = memoryHost({ 'api.yaml': api });
  const { ok } = await generate({ documents: ['api.yaml'], out: 'out' }, host);
  expect(ok).toBe(true);
  const operations = host.files().get('/out/operations/things.ts') ?? '';
  expect(operations).toContain('export const thenThing:');
  expect(operations).not.toMatch(/export (?:const|function) then\b|readonly then\b/);
});
