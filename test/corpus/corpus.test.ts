import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generate } from '../../generator/generate.js';
import { outputFolder, overlayHost } from '../conformance/hostile/overlay-host.js';
import { createWorkbench } from '../conformance/hostile/type-check.js';
import { sharedPath } from '../shared.js';
import { faulty, knownGaps, large } from './expectations.js';

const index = sharedPath('corpus', 'openapi', 'INDEX.tsv');
const reason = 'the documents lie in a folder of their own (TALLYSTICK_SHARED)';
/** Documents up to this size are all read; of larger ones a few are. */
const smallBytes = 60_000;
const bench = createWorkbench('corpus');

interface Document {
  readonly file: string;
  readonly bytes: number;
  /** What a validator of OpenAPI documents has said. */
  readonly verdict: string;
}

/**
 * Documents that people really have, generated and compiled under the strictest flags. A document that is
 * right gives no error; what we can not do yet is listed by name, and a listed one that works is a failure.
 */
describe.skipIf(index === undefined)(`real documents (${reason})`, () => {
  test.each(chosen())('$file is generated', async ({ file, verdict }) => {
    const host = overlayHost(dirname(join(dirname(index ?? ''), file)));
    const path = relative(dirname(file), file);
    const { ok, diagnostics } = await generate({ documents: [path], out: outputFolder }, host);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const codes = [...new Set(errors.map(({ code }) => code))].sort();
    const written = new Map([...host.written()].filter(([name]) => name.endsWith('.ts')));
    const fault = faulty[file];
    if (fault !== undefined) expect(codes, fault.why).toEqual([fault.code]);
    else if (verdict === 'ok') expect(codes).toEqual([]);
    expect(ok).toBe(errors.length === 0);
    if (!ok) {
      expect(written.size).toBe(0);
      return;
    }
    expect(written.size).toBeGreaterThan(0);
    bench.add(nameOf(file), written);
  });

  test('the large documents are among them', () => {
    expect(chosen().filter(({ file }) => large.has(file))).toHaveLength(large.size);
  });

  test('what was generated compiles, but for the known gaps', () => {
    const errors = bench.check();
    const gaps = Object.keys(knownGaps).map(nameOf);
    const failing = gaps.filter((name) => errors.some((line) => line.startsWith(`${name}/`)));
    expect(
      errors.filter((line) => !gaps.some((name) => line.startsWith(`${name}/`))),
      'errors beside the known gaps',
    ).toEqual([]);
    expect(failing, 'gaps that are still there').toEqual(gaps);
  }, 120_000);
});

function chosen(): readonly Document[] {
  if (index === undefined) return [];
  const rows = readFileSync(index, 'utf8').trimEnd().split('\n').slice(1);
  return rows
    .map((row): Document => {
      const [file = '', , , , bytes = '', , , , verdict = ''] = row.split('\t');
      return { file, bytes: Number(bytes), verdict };
    })
    .filter(({ file, bytes }) => bytes <= smallBytes || large.has(file));
}

/** A folder's name for a document, flat. */
function nameOf(file: string): string {
  return file.replace(/\.\w+$/, '').replaceAll('/', '__');
}
