import { describe, expect, test } from 'vitest';
import { diagnosticPosition } from '../../../generator/core/origin.js';
import { loadFixApi } from '../../../generator/pipeline/load-fix.js';
import { generate } from '../../../generator/index.js';
import { run } from '../cli/console.js';
import { fixHost, fix, guide, header } from './messages.js';

const stated = "{ field: OrdType, in: ['2'] }";
const more = `        ExecInst: { type: string, x-fix-tag: 18, x-fix-type: MULTIPLECHARVALUE, enum: [A, B], x-enum-varnames: [Post, Only] }
        Flag: { type: boolean, x-fix-tag: 377, x-fix-type: BOOLEAN }
        Count: { type: integer, x-fix-tag: 5001, x-fix-type: INT }
`;
const before = '        NoAllocs:\n';

/** The guide's description, in which Price is required on another condition. */
function described(condition: string): string {
  expect(guide).toContain(stated);
  return guide.replace(before, `${more}${before}`).replace(stated, `{ ${condition} }`);
}

describe('a condition that no message fulfils', () => {
  test.each<readonly [condition: string, message: string]>([
    ['field: OrdType, in: []', 'the condition on "OrdType" has no values'],
    ['field: OrdType, in: [2]', '"OrdType" is never 2'],
    ["field: OrdType, in: ['2', '9']", '"OrdType" is never "9"'],
    ["field: ExecInst, in: ['A B']", '"ExecInst" is never "A B"'],
    ["field: Flag, in: ['Y']", '"Flag" is never "Y"'],
    ["field: Count, in: ['1']", '"Count" is never "1"'],
    ['field: Count, in: [1.5]', '"Count" is never 1.5'],
    ['field: OrderQty, in: [much]', '"OrderQty" is never "much"'],
    ['field: ClOrdID, in: [1]', '"ClOrdID" is never 1'],
    ["field: NoAllocs, in: ['1']", '"NoAllocs" cannot be compared, because it is a group'],
    [
      'field: EncodedText, in: [x]',
      '"EncodedText" cannot be compared, because it is data, or counts the bytes of data',
    ],
    [
      'field: EncodedTextLen, in: [1]',
      '"EncodedTextLen" cannot be compared, because it is data, or counts the bytes of data',
    ],
  ])('is reported at its position: %s', async (condition, message) => {
    const text = described(condition);
    const line = text.split('\n').findIndex((each) => each.includes(condition)) + 1;
    const host = fixHost({ '/work/odd.yaml': text });
    const { diagnostics } = await loadFixApi({ document: 'odd.yaml' }, host);
    expect(diagnostics).toHaveLength(1);
    const [only] = diagnostics;
    expect(only?.message).toContain(message);
    expect(only?.code).toBe('fix-condition');
    expect(only === undefined ? 0 : diagnosticPosition(only).position?.line).toBe(line);
    expect(only?.hint).toBeTruthy();
  });
});

describe('a condition', () => {
  const base = '11=o1|40=1|54=1|55=KETTLE|';
  const cases: readonly (readonly [
    condition: string,
    met: string,
    unmet: string,
    printed: string,
  ])[] = [
    [
      "field: ExecInst, in: ['A']",
      '18=B A|',
      '18=B|',
      'value.execInst?.includes(ExecInst.Post) === true',
    ],
    ["field: OrderQty, in: ['0']", '38=0.00|', '38=0.01|', 'Number(value.orderQty) === 0'],
    ['field: OrderQty, in: [1.5]', '38=1.50|', '38=1.05|', 'Number(value.orderQty) === 1.5'],
    ['field: Flag, in: [true]', '377=Y|', '377=N|', 'value.flag === true'],
    ['field: Count, in: [1]', '5001=1|', '5001=2|', 'value.count === 1'],
  ];

  test.each(cases)('is decoded and printed: %s', async (condition, met, unmet, printed) => {
    const host = fixHost({ '/work/odd.yaml': described(condition) });
    const faults = async (field: string): Promise<boolean> => {
      const input = [fix(`35=D|${header}${base}${field}`)];
      const { out } = await run(['fix', 'decode', '--spec', 'odd.yaml'], host, { input });
      return out.includes('Required tag missing: Price (44)');
    };
    expect([await faults(met), await faults(unmet)]).toEqual([true, false]);
    const { ok } = await generate({ documents: ['odd.yaml'], out: 'out' }, host);
    expect(ok).toBe(true);
    const codec = [...host.files()].find(([path]) => path.endsWith('codec.ts'))?.[1];
    expect(String(codec)).toContain(`if (${printed} && value.price === undefined)`);
  });
});
