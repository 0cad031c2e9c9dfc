import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { diff, memoryHost, type DiffResult } from '../../../generator/index.js';
import { fixRules } from '../../../generator/diff/rules/fix.js';
import { run } from '../cli/console.js';

const shared = process.env['TALLYSTICK_SHARED'];
const folder = shared === undefined ? undefined : `${shared}/suites/fix-dictionaries`;
const base = readFileSync('test/cases/fix/asyncapi.yaml', 'utf8');

/** Compares two descriptions. */
async function compare(old: string, next: string): Promise<DiffResult> {
  const host = memoryHost({ '/w/old.yaml': old, '/w/new.yaml': next }, '/w');
  return diff({ old: 'old.yaml', new: 'new.yaml' }, host);
}

/** The base with replacements. */
function edited(...edits: readonly (readonly [from: string | RegExp, to: string])[]): string {
  return edits.reduce((text, [from, to]) => {
    expect(text).toMatch(from);
    return text.replace(from, to);
  }, base);
}

interface RuleCase {
  readonly rule: string;
  readonly subject: string;
  readonly edits: readonly (readonly [from: string | RegExp, to: string])[];
  /** Verdicts of the change. */
  readonly there: readonly [publisher: string, subscriber: string];
  /** Rule and verdicts of the opposite change. */
  readonly back: readonly [rule: string, publisher: string, subscriber: string];
}

const optional = "Symbol: { $ref: '#/components/schemas/Symbol' }";
const cases: readonly RuleCase[] = [
  {
    rule: 'fix-version-changed',
    subject: 'session orderEntry',
    edits: [['FIX.4.2', 'FIX.4.4']],
    there: ['breaking', 'breaking'],
    back: ['fix-version-changed', 'breaking', 'breaking'],
  },
  {
    rule: 'fix-session-changed',
    subject: 'session orderEntry',
    edits: [['server: KETTLES', 'server: POTS']],
    there: ['breaking', 'breaking'],
    back: ['fix-session-changed', 'breaking', 'breaking'],
  },
  {
    rule: 'fix-session-changed',
    subject: 'session orderEntry',
    edits: [['leadingZeros: refuse', 'leadingZeros: accept']],
    there: ['risky', 'risky'],
    back: ['fix-session-changed', 'compatible', 'breaking'],
  },
  {
    rule: 'fix-reply-changed',
    subject: 'message NewOrderSingle',
    edits: [['milliseconds: 250', 'milliseconds: 500']],
    there: ['risky', 'compatible'],
    back: ['fix-reply-changed', 'compatible', 'risky'],
  },
  {
    rule: 'fix-msg-type-changed',
    subject: 'message NewOrderSingle',
    edits: [['x-fix-msg-type: D', 'x-fix-msg-type: U1']],
    there: ['breaking', 'breaking'],
    back: ['fix-msg-type-changed', 'breaking', 'breaking'],
  },
  {
    rule: 'fix-field-added',
    subject: 'Instrument.SecurityID',
    edits: [[optional, `${optional}\n        SecurityID: { type: string, x-fix-tag: 48 }`]],
    there: ['compatible', 'risky'],
    back: ['fix-field-removed', 'breaking', 'risky'],
  },
  {
    rule: 'fix-field-added',
    subject: 'Instrument.SecurityID',
    edits: [
      [optional, `${optional}\n        SecurityID: { type: string, x-fix-tag: 48 }`],
      ['required: [Symbol]', 'required: [Symbol, SecurityID]'],
    ],
    there: ['breaking', 'risky'],
    back: ['fix-field-removed', 'breaking', 'breaking'],
  },
  {
    rule: 'fix-field-required',
    subject: 'NewOrderSingle.OrderQty',
    edits: [['[ClOrdID, Side, OrdType]', '[ClOrdID, Side, OrdType, OrderQty]']],
    there: ['breaking', 'compatible'],
    back: ['fix-field-optional', 'compatible', 'breaking'],
  },
  {
    rule: 'fix-field-renamed',
    subject: 'NewOrderSingle.Quantity',
    edits: [['        OrderQty: {', '        Quantity: {']],
    there: ['risky', 'risky'],
    back: ['fix-field-renamed', 'risky', 'risky'],
  },
  {
    rule: 'fix-tag-changed',
    subject: 'NewOrderSingle.OrderQty',
    edits: [['x-fix-tag: 38', 'x-fix-tag: 5038']],
    there: ['breaking', 'breaking'],
    back: ['fix-tag-changed', 'breaking', 'breaking'],
  },
  {
    rule: 'fix-type-changed',
    subject: 'NewOrderSingle.Price',
    edits: [['x-fix-tag: 44, x-fix-type: PRICE', 'x-fix-tag: 44, x-fix-type: STRING']],
    there: ['compatible', 'breaking'],
    back: ['fix-type-changed', 'breaking', 'compatible'],
  },
  {
    rule: 'fix-format-changed',
    subject: 'ExecutionReport.TransactTime',
    edits: [['x-fix-precision: [3, 6]', 'x-fix-precision: [3]']],
    there: ['breaking', 'compatible'],
    back: ['fix-format-changed', 'compatible', 'breaking'],
  },
  {
    rule: 'fix-group-changed',
    subject: 'NewOrderSingle.NoAllocs',
    edits: [['x-fix-delimiter: AllocAccount', 'x-fix-delimiter: AllocShares']],
    there: ['breaking', 'breaking'],
    back: ['fix-group-changed', 'breaking', 'breaking'],
  },
  {
    rule: 'fix-group-size',
    subject: 'NewOrderSingle.NoAllocs',
    edits: [['maxItems: 10', 'maxItems: 5']],
    there: ['breaking', 'compatible'],
    back: ['fix-group-size', 'compatible', 'breaking'],
  },
  {
    rule: 'fix-condition-changed',
    subject: 'NewOrderSingle',
    edits: [[/^ *x-fix-required-if: .*\n/m, '']],
    there: ['compatible', 'breaking'],
    back: ['fix-condition-changed', 'breaking', 'compatible'],
  },
  {
    rule: 'enum',
    subject: 'Side',
    edits: [
      [
        "enum: ['1', '2']\n      x-enum-varnames: [Buy, Sell]",
        "enum: ['1']\n      x-enum-varnames: [Buy]",
      ],
    ],
    there: ['breaking', 'compatible'],
    back: ['enum', 'compatible', 'risky'],
  },
];

describe('descriptions of FIX', () => {
  test.each(cases)('have the change $rule of $subject: $edits', async (each) => {
    const { rule, subject, there, back } = each;
    const next = edited(...each.edits);
    const forth = await compare(base, next);
    expect(forth.diagnostics).toEqual([]);
    expect(forth.changes).toContainEqual(
      expect.objectContaining({
        rule,
        subject,
        verdicts: { publisher: there[0], subscriber: there[1] },
      }),
    );
    const opposite = await compare(next, base);
    expect(opposite.changes.map((change) => [change.rule, change.verdicts])).toContainEqual([
      back[0],
      { publisher: back[1], subscriber: back[2] },
    ]);
    expect(opposite.changes).toHaveLength(forth.changes.length);
  });

  test('have a case for each rule', () => {
    const rules = new Set(cases.flatMap(({ rule, back }) => [rule, back[0]]));
    expect(fixRules.map(({ id }) => id).filter((id) => !rules.has(id))).toEqual([]);
  });

  test('that are equal have no changes', async () => {
    expect(await compare(base, `# The same.\n${base}`)).toMatchObject({
      ok: true,
      diagnostics: [],
      changes: [],
    });
  });

  test('are judged by who sends the message, and name the members of the types', async () => {
    const next = edited(['[ClOrdID, Side, OrdType]', '[ClOrdID, Side, OrdType, OrderQty]']);
    expect((await compare(base, next)).changes).toMatchObject([
      {
        clients: 'breaking',
        servers: 'compatible',
        uses: ['message NewOrderSingle'],
        old: { path: 'old.yaml', line: expect.any(Number) },
        exports: [{ name: 'NewOrderSingle', member: 'orderQty', change: 'changed' }],
      },
    ]);
  });

  test('keep fields that they do not know if they say so', async () => {
    const added = `${optional}\n        SecurityID: { type: string, x-fix-tag: 48 }`;
    const keeps = edited([
      'canonicalNumbers: true',
      'canonicalNumbers: true\n      unknownFields: keep',
    ]);
    const { changes } = await compare(keeps, keeps.replace(optional, added));
    expect(changes).toMatchObject([
      { rule: 'fix-field-added', verdicts: { publisher: 'compatible', subscriber: 'compatible' } },
    ]);
  });

  test('are not compared with descriptions of other protocols', async () => {
    const other = edited(
      ['protocol: fix', 'protocol: wss'],
      [/ *x-fix-session:\n(?: {6}.*\n)+/, ''],
    );
    const { diagnostics } = await compare(base, other);
    expect(diagnostics).toMatchObject([{ code: 'not-compared', severity: 'warning' }]);
  });
});

/** A dictionary with one message. */
function dictionary(order: string, values = ''): string {
  return `<fix major="4" minor="2" type="FIX"><header><field name="BeginString" required="Y"/></header>
<trailer><field name="CheckSum" required="Y"/></trailer>
<messages><message name="Order" msgtype="D" msgcat="app">${order}</message></messages><components/>
<fields><field number="8" name="BeginString" type="STRING"/><field number="10" name="CheckSum" type="STRING"/>
<field number="11" name="ClOrdID" type="STRING"/><field number="54" name="Side" type="CHAR">${values}</field></fields></fix>`;
}

describe('FIX dictionaries', () => {
  const side = '<field name="Side" required="N"/>';
  const id = '<field name="ClOrdID" required="Y"/>';
  const host = memoryHost(
    {
      '/w/old.xml': dictionary(id + side),
      '/w/new.xml': dictionary(id + side.replace('N', 'Y')),
      '/w/broken.xml': '<fix major="4" minor="2"><messages>',
    },
    '/w',
  );

  test('are compared directly', async () => {
    const { out, code } = await run(['diff', 'old.xml', 'new.xml', '--fail-on', 'breaking'], host);
    expect(code).toBe(1);
    expect(out).toContain('breaking: Order.Side: the field is required now [fix-field-required]');
    expect(out).toContain('  old: old.xml\n  new: new.xml\n');
    expect(await diff({ old: 'old.xml', new: 'old.xml' }, host)).toMatchObject({ changes: [] });
  });

  test('with a mistake are reported', async () => {
    expect((await run(['diff', 'old.xml', 'broken.xml'], host)).code).toBe(2);
    const { ok, diagnostics } = await diff({ old: 'broken.xml', new: 'old.xml' }, host);
    expect(ok).toBe(false);
    expect(diagnostics[0]).toMatchObject({ code: 'xml-syntax', position: { line: 1 } });
  });

  test.skipIf(folder === undefined)('of FIX 5.0 are compared with their transport', async () => {
    const read = (name: string): string => readFileSync(`${folder}/${name}.xml`, 'utf8');
    const [old, transport] = [read('FIX50SP2'), read('FIXT11')];
    const next = old.replace(
      /(<component name='Instrument'>\s*<field name='Symbol' required=)'N'/,
      "$1'Y'",
    );
    expect(next).not.toBe(old);
    const files = memoryHost(
      { '/w/old.xml': old, '/w/new.xml': next, '/w/FIXT11.xml': transport },
      '/w',
    );
    const request = { old: 'old.xml', new: 'new.xml' };
    expect((await diff(request, files)).diagnostics).toMatchObject([
      { code: 'dictionary-transport' },
      { code: 'dictionary-transport' },
    ]);
    const { diagnostics, changes } = await diff({ ...request, transport: 'FIXT11.xml' }, files);
    expect(diagnostics).toEqual([]);
    expect(changes).toMatchObject([{ rule: 'fix-field-required', subject: 'Instrument.Symbol' }]);
    expect(changes[0]?.uses).toContain('message NewOrderSingle');
  });
});
