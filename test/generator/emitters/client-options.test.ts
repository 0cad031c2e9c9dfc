import { expect, test } from 'vitest';
import { generate, memoryHost } from '../../../generator/index.js';

const answers = { responses: { '200': { description: 'Fine.' } } };
const absolute = [
  { url: 'https://{region}.pets.example', variables: { region: { default: 'eu' } } },
];

/** Source of the client of a description. */
async function clientOf(members: object): Promise<string> {
  const description = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1.0.0' },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    paths: {
      '/pets': { get: { operationId: 'listPets', ...answers } },
      '/keys': { get: { operationId: 'listKeys', security: [{ key: [] }], ...answers } },
    },
    ...members,
  };
  const host = memoryHost({ '/api.json': JSON.stringify(description) });
  await generate({ documents: ['api.json'], out: 'out' }, host);
  return host.files().get('/out/client.ts') ?? '';
}

test.each([
  ['the description has a server and an operation without credentials', { servers: absolute }, '?'],
  ['the first server is relative', { servers: [{ url: '/v1' }, ...absolute] }, ''],
  ['there is no server', {}, ''],
  ['every operation requires credentials', { servers: absolute, security: [{ key: [] }] }, ''],
  ['credentials are optional', { servers: absolute, security: [{ key: [] }, {}] }, '?'],
])('writes optional options only if nothing is required: %s', async (_, members, mark) => {
  const text = await clientOf({
    ...members,
    ...('security' in members
      ? { paths: { '/pets': { get: { operationId: 'listPets', ...answers } } } }
      : {}),
  });
  expect(text).toContain(`constructor(options${mark}: OutClientOptions)`);
  expect(text).toContain(`export function connectOut(options${mark}: OutClientOptions): Client`);
});
