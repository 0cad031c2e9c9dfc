import { readFileSync } from 'node:fs';
import { sharedPath } from '../shared.js';

/** An AsyncAPI document of the corpus, and what @asyncapi/parser says of it. */
export interface AsyncRow {
  readonly file: string;
  readonly verdict: string;
}

/** The index of the AsyncAPI documents; none in a clone without the corpus. */
export function asyncRows(): readonly AsyncRow[] {
  const index = sharedPath('corpus', 'asyncapi', 'INDEX.tsv');
  if (index === undefined) return [];
  const lines = readFileSync(index, 'utf8').trimEnd().split('\n').slice(1);
  return lines.map((line) => {
    const cells = line.split('\t');
    return { file: cells[0] ?? '', verdict: cells[9] ?? '' };
  });
}
