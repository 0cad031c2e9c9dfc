import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generate } from '../../generator/index.js';
import { createWorkbench } from '../conformance/hostile/type-check.js';
import { outputFolder, overlayHost } from '../conformance/hostile/overlay-host.js';
import { sharedPath } from '../shared.js';
import { suppressions } from './suppressions.js';

const folder = sharedPath('corpus', 'openapi') ?? '';
const reason = 'the documents lie in a folder of their own (TALLYSTICK_SHARED)';
const bench = createWorkbench('corpus-dates');

/** Documents with many date-times: as members, in lists and maps, in parameters, headers, unions and errors. */
const documents = [
  'octokit-openapi-23.0.2__api.github.com.json',
  'appcenter.ms.json',
  'plaid.com.json',
];

describe.skipIf(folder === '')(`real documents with dates as Date (${reason})`, () => {
  test.each(documents)('%s is generated', async (document) => {
    const path = join(folder, document);
    const host = overlayHost(dirname(path));
    const { ok } = await generate(
      { documents: [relative(dirname(path), path)], out: outputFolder, dates: 'Date' },
      host,
    );
    expect(ok).toBe(true);
    const texts = new Map([...host.written()].filter(([name]) => name.endsWith('.ts')));
    expect([...texts].flatMap(([name, text]) => suppressions(name, text))).toEqual([]);
    expect(texts.get('dates.ts')).toContain("format: 'date-time'");
    expect(
      [...texts.values()].join('').match(/\?: Date(?: \| null)?;/g)?.length ?? 0,
    ).toBeGreaterThan(20);
    bench.add(document.replaceAll(/[^a-z]/g, '-'), texts);
  });

  test('the output compiles with the strictest options', () => {
    expect(bench.check()).toEqual([]);
  }, 600_000);
});
