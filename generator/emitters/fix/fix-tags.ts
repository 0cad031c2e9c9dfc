import type { FixApi, FixRecord } from '../../model/fix.js';

/**
 * Number of tags above which they are listed in the generated code. A codec can collect fewer from
 * its messages quickly at run time.
 */
const MAX_COLLECTED_TAGS = 200;

/**
 * Tags of all messages and their groups as ranges: first and last tag of each, flattened. Empty if
 * there are few tags.
 */
export function tagRanges({ messages }: FixApi): readonly number[] {
  const tags = new Set<number>();
  const seen = new Set<FixRecord>();
  const collect = (record: FixRecord): void => {
    if (seen.has(record)) return;
    seen.add(record);
    for (const part of record.parts) collect(part);
    for (const field of record.fields) {
      tags.add(field.tag);
      if (field.kind === 'group') collect(field.entry);
    }
  };
  for (const { record } of messages) collect(record);
  if (tags.size <= MAX_COLLECTED_TAGS) return [];
  const ranges: number[] = [];
  for (const tag of [...tags].sort((a, b) => a - b)) {
    if (ranges.at(-1) === tag - 1) ranges[ranges.length - 1] = tag;
    else ranges.push(tag, tag);
  }
  return ranges;
}
