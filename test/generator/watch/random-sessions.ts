import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import {
  generate,
  memoryHost,
  renderDiagnostics,
  type MemoryHost,
  type PackageRequest,
} from '../../../generator/index.js';
import type { Json } from '../../../generator/model/schema.js';
import { createSession } from '../../../generator/watch/session.js';
import type { IndexedDocument } from '../../../scripts/corpus-table.js';
import { randomFrom, seed } from '../../rounds.js';
import { sharedPath } from '../../shared.js';
import { createProject } from './random-project.js';

const folder = sharedPath('corpus', 'openapi') ?? '';

/** Settings of random sessions. */
export interface RandomSessions {
  /** Number of documents, which are chosen at random. */
  readonly count: number;
  /** Number of edits of each. */
  readonly edits: number;
  /** Share of the edits that change prose, from 0 to 1. */
  readonly prose: number;
  /** Options of the package beside its documents. */
  readonly options?: Partial<PackageRequest>;
}

/**
 * Tests some of the documents, chosen at random: after each of several edits, the output of a session is that of a new run, byte for byte.
 * A document that an edit makes faulty writes nothing, and the next edit starts from the original.
 */
export function testRandomSessions(
  documents: readonly IndexedDocument[],
  { count, edits, prose, options = { zod: true } }: RandomSessions,
): void {
  const random = randomFrom(seed);
  const chosen = documents
    // Those in folders of their own refer to other files.
    .filter(({ file }) => !file.includes('/'))
    .map(({ file }) => ({ file, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count);
  test.skipIf(folder === '').each(chosen)(
    `after any edits, of which ${prose * 100} % change prose, the output of a session is that of a new run: $file`,
    async ({ file, order }) => {
      const original = parse(readFileSync(join(folder, file), 'utf8')) as Json;
      const next = randomFrom(Math.floor(order * 2 ** 32));
      const project = createProject(original, options, prose, next);
      const host = memoryHost(Object.fromEntries(project.files()));
      const request = { config: 'tallystick.json' };
      const session = createSession(request, host);
      for (let round = 0; round <= edits; round++) {
        const before = outputOf(host.files());
        const { ok, diagnostics, packages } = await session.run();
        const clean = memoryHost(Object.fromEntries(project.files()));
        const fresh = await generate(request, clean);
        expect(ok).toBe(fresh.ok);
        expect(packages.map(({ warnings }) => warnings)).toEqual(
          fresh.packages.map(({ warnings }) => warnings),
        );
        if (packages[0]?.current !== true)
          expect(renderDiagnostics(diagnostics)).toBe(renderDiagnostics(fresh.diagnostics));
        expect(outputOf(host.files())).toEqual(fresh.ok ? outputOf(clean.files()) : before);
        if (!fresh.ok) project.repair();
        project.edit();
        for (const [path, text] of project.files()) saveChange(host, `/${path}`, text);
      }
    },
  );
}

/** Writes a file if its text differs. */
function saveChange(host: MemoryHost, path: string, text: string): void {
  if (host.files().get(path) !== text) host.write(path, new TextEncoder().encode(text));
}

function outputOf(files: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...files].filter(([path]) => path.startsWith('/out/'));
}
