import { describe, expect, test } from 'vitest';
import { checkedRows, staleLines } from '../../scripts/corpus-table.js';

const row = (lines: string, seconds: string, files = '9'): readonly string[] => [
  'pets.json',
  'ok',
  '4',
  '2',
  files,
  lines,
  seconds,
  '1 warning',
];

describe('corpus page', () => {
  test.each([
    ['500', '500', []],
    ['500', '550', []],
    ['500', '450', []],
    ['500', '551', ['pets.json: 500, now 551']],
    ['500', '449', ['pets.json: 500, now 449']],
    ['', '', []],
    ['', '500', ['pets.json: 0, now 500']],
    ['500', '', ['pets.json: 500, now 0']],
  ])('accepts %j lines if there are %j now, within ten percent', (listed, current, want) => {
    expect(staleLines([row(listed, '1.00')], [row(current, '')])).toEqual(want);
  });

  test('ignores the seconds, but not the number of files', () => {
    const page = checkedRows([row('500', '1.00')]);
    expect(checkedRows([row('500', '')])).toEqual(page);
    expect(checkedRows([row('500', '1.00', '10')])).not.toEqual(page);
  });
});
