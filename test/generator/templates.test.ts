import { expect, test } from 'vitest';
import { generate, memoryHost, renderDiagnostics } from '../../generator/index.js';

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0' },
  paths: {
    '/pets': { get: { operationId: 'listPets', responses: { 204: { description: 'None' } } } },
  },
});
const out = 'packages/pets';

async function generateWith(templates: Readonly<Record<string, string>>, text?: string) {
  const files = { 'api.json': document, ...(text !== undefined && { 'own.hbs': text }) };
  const host = memoryHost(files, '/app');
  const request = { documents: ['api.json'], out, package: '@acme/pets', templates };
  const result = await generate(request, host);
  return {
    ...result,
    host,
    request,
    report: renderDiagnostics(result.diagnostics),
    readme: host.files().get(`/app/${out}/README.md`) ?? '',
  };
}

test('a template replaces one page', async () => {
  const { ok, readme } = await generateWith(
    { 'client/readme': 'own.hbs' },
    '## Calling {{className}}\n\nAsk the pets team.\n',
  );
  expect(ok).toBe(true);
  expect(readme).toContain('## Calling PetsClient\n\nAsk the pets team.\n');
  expect(readme).toContain('## Server');
  expect(readme).not.toContain('## Client');
});

test('a template of the README receives its introduction and its sections', async () => {
  const { readme } = await generateWith(
    { 'package/readme': 'own.hbs' },
    '# {{title}}\n{{#each sections}}\n{{text}}\n{{/each}}',
  );
  expect(readme).toMatch(/^# Pets\n/);
  expect(readme).toContain('## Client');
});

test('the output is out of date if a template changes', async () => {
  const { host, request } = await generateWith({ 'client/readme': 'own.hbs' }, 'one\n');
  expect((await generate({ ...request, check: true }, host)).packages[0]?.written).toEqual([]);
  host.write('/app/own.hbs', new TextEncoder().encode('two\n'));
  const { packages } = await generate({ ...request, check: true }, host);
  expect(packages[0]?.written).toContain('README.md');
});

test.each<[string, Readonly<Record<string, string>>, string | undefined, string]>([
  ['that does not exist', { 'client/readme': 'own.hbs' }, undefined, 'own.hbs: error:'],
  [
    'with a mistake in its syntax',
    { 'client/readme': 'own.hbs' },
    '# Pets\n{{#if succeeds}}\n{{/each}}\n',
    'own.hbs:2:4: error: the template cannot be parsed',
  ],
  [
    'that names a value which the view does not have',
    { 'client/readme': 'own.hbs' },
    '# Pets\n\n{{clientName}}\n',
    'own.hbs:3:3: error: the template cannot be rendered: "clientName" not defined',
  ],
  [
    'of a page that the package does not have',
    { 'clients/readme': 'own.hbs' },
    'x',
    'this package has no page "clients/readme" [invalid-template]\n  hint: did you mean "client/readme"?',
  ],
])('a template %s is an error, and nothing is written', async (_, templates, text, message) => {
  const { ok, report, readme } = await generateWith(templates, text);
  expect(ok).toBe(false);
  expect(report).toContain(message);
  expect(readme).toBe('');
});
