import { dirname, join } from 'node:path';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { validateWithAsyncApiParser } from '../../generator/load/asyncapi-parser.js';
import { isLinearTime } from '../../generator/patterns/linear-time.js';
import { createSources } from '../../generator/load/sources.js';
import { readApi } from '../../generator/model/read/read-api.js';
import { overlayHost } from '../conformance/hostile/overlay-host.js';
import { sharedPath } from '../shared.js';
import { refused, tolerated } from './asyncapi-expectations.js';

const index = sharedPath('corpus', 'asyncapi', 'INDEX.tsv');
const reason = 'the documents lie in a folder of their own (TALLYSTICK_SHARED)';

describe.skipIf(index === undefined)(
  `@asyncapi/parser accepts the same documents (${reason})`,
  () => {
    test.each(files())(
      '%s',
      async (file) => {
        const root = dirname(index ?? '');
        const allowRef = file.startsWith('multi/')
          ? [`${join(root, ...file.split('/').slice(0, 2))}/**`]
          : [];
        const sources = createSources(overlayHost(root), { allowRef });
        const { value: entry } = sources.entry(file);
        if (entry === undefined) throw new Error('the document is read');
        const { diagnostics } = readApi(sources, entry);
        const ours = diagnostics.some(({ severity }) => severity === 'error');
        const theirs =
          (await validateWithAsyncApiParser(entry, sources.loaded, isLinearTime)).length > 0;
        const disagree = refused[file] !== undefined || tolerated[file] !== undefined;
        expect(theirs === ours, disagree ? 'a listed disagreement' : 'the same verdict').toBe(
          !disagree,
        );
      },
      120_000,
    );
  },
);

function files(): readonly string[] {
  if (index === undefined) return [];
  const lines = readFileSync(index, 'utf8').trimEnd().split('\n').slice(1);
  return lines.map((line) => line.split('\t')[0] ?? '');
}
