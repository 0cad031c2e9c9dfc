import type { FixApi, FixRecord } from '../model/fix.js';

/** Tags beyond which a codec is told what there are: with fewer it finds them among its messages in no time. */
const FEW = 200;

/** The tags of all messages, those in groups included, as ranges: the first and the last of each. None where there are few. */
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
  if (tags.size <= FEW) return [];
  const ranges: number[] = [];
  for (const tag of [...tags].sort((a, b) => a - b)) {
    if (ranges.at(-1) === tag - 1) ranges[ranges.length - 1] = tag;
    else ranges.push(tag, tag);
  }
  return ranges;
}
