import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generate } from '../../generator/index.js';
import { outputFolder, overlayHost } from '../conformance/hostile/overlay-host.js';
import { createWorkbench } from '../conformance/hostile/type-check.js';
import { sharedPath } from '../shared.js';
import { refused, tolerated } from './asyncapi-expectations.js';
import { asyncRows } from './asyncapi-rows.js';

const index = sharedPath('corpus', 'asyncapi', 'INDEX.tsv');
const reason = 'the documents lie in a folder of their own (TALLYSTICK_SHARED)';
const bench = createWorkbench('asyncapi-corpus');

/**
 * AsyncAPI documents of real projects. Documents that @asyncapi/parser accepts are generated and compiled; others are rejected with a
 * position. Differences are listed with a reason.
 */
describe.skipIf(index === undefined)(`real AsyncAPI documents (${reason})`, () => {
  test.each(asyncRows())('$file', async ({ file, verdict }) => {
    const root = dirname(index ?? '');
    const host = overlayHost(root);
    // Descriptions of one system lie in folders beside each other and share a third one.
    const allowRefs = file.startsWith('multi/')
      ? [`${join(root, ...file.split('/').slice(0, 2))}/**`]
      : [];
    const request = { documents: [file], out: outputFolder, package: '@test/messages', allowRefs };
    const { ok, diagnostics } = await generate(request, host);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const codes = [...new Set(errors.map(({ code }) => code))];
    const written = new Map([...host.written()].filter(([name]) => name.endsWith('.ts')));
    if (refused[file] !== undefined) expect(codes, refused[file].why).toEqual([refused[file].code]);
    else if (tolerated[file] !== undefined) {
      expect(verdict).not.toBe('ok');
      expect(codes).toEqual([]);
      expect(diagnostics.map(({ code }) => code)).toContain(tolerated[file].code);
    } else if (verdict === 'ok') expect(codes).toEqual([]);
    else expect(codes).not.toEqual([]);
    expect(ok).toBe(errors.length === 0);
    expect(written.size > 0).toBe(ok);
    if (ok) bench.add(file.replace(/\.\w+$/, '').replaceAll('/', '__'), written);
  });

  test('the output compiles with the strictest options', () => {
    expect(asyncRows()).toHaveLength(52);
    expect(bench.check()).toEqual([]);
  }, 120_000);
});
