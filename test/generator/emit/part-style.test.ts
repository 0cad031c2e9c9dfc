import { expect, test } from 'vitest';
import { generate } from '../../../generator/index.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { form } from '../lint/lint-text.js';

test('keeps a style that supports the type of a part, and ignores any other', async () => {
  const text = form(
    'file: { style: form }\nids: { style: pipeDelimited }\nflat: { style: deepObject }\ndeep: { style: form }',
  );
  const host = memoryHost({ '/case/api.yaml': text }, '/case');
  const { ok } = await generate({ documents: ['api.yaml'], out: 'output' }, host);
  expect(ok).toBe(true);
  const written = [...host.files()].map(([, each]) => each).join('\n');
  const parts = /\n( *)parts: \{\n[^]*?\n\1\},/.exec(written)?.[0].replace(/\s+/g, ' ');
  expect(parts).toContain("ids: { style: 'pipeDelimited' }, flat: { style: 'deepObject' }");
  expect(parts).not.toContain("'form'");
});
