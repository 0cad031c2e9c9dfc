import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { diskHost } from '../../generator/host/disk.js';
import { sharedPath } from '../shared.js';
import { contentsOfDictionary } from '../generator/import/dictionary-contents.js';
import { describe as read, keysOf } from './description.js';
import type { DescriptionNode } from './description.js';

/** A field of a description: its location and its definition. */
interface Field {
  readonly name: string;
  readonly tag: number;
  readonly type: string;
  readonly values: readonly string[];
}

/** The definition of a tag in a dictionary. */
interface Entry {
  readonly name: string;
  readonly type: string;
  readonly values: readonly string[];
}

/** Tags that are the platform's own: no public dictionary has them. */
const ownTags: ReadonlyMap<number, string> = new Map([
  [999, 'ProductSeq'],
  [3040, 'StopLimitPx'],
  [5797, 'AggressorSide'],
  [7928, 'SelfTradeType'],
  [8013, 'CancelOrdersOnDisconnect'],
  [8014, 'BatchID'],
  [9406, 'DropCopyFlag'],
  [29003, 'QtyIncrement'],
  [29004, 'EntryReason'],
]);

/** Values that are the platform's own, or those of a later version, by field. */
const ownValues: { readonly [document: string]: unknown } = {
  'fix-4.2': {
    ExecType: ['I'],
    OrdType: ['O'],
    SessionRejectReason: ['12', '13', '14', '15', '16', '17', '18', '99'],
    TimeInForce: ['P'],
  },
  'fix-5.0sp2': { OrdType: ['O'], OrderCapacity: ['C'] },
  'fix-5.0sp2-market-data': { OrdType: ['O'] },
};

/** FIX 4.2 has wider types for some fields, of which a value of the later type is one too. */
const otherTypes: { readonly [document: string]: unknown } = {
  'fix-4.2': {
    BeginSeqNo: 'SEQNUM for INT',
    EndSeqNo: 'SEQNUM for INT',
    MiscFeeType: 'STRING for CHAR',
    MsgSeqNum: 'SEQNUM for INT',
    NewSeqNo: 'SEQNUM for INT',
    NoMiscFees: 'NUMINGROUP for INT',
    NoOrders: 'NUMINGROUP for INT',
    RefSeqNum: 'SEQNUM for INT',
  },
  'fix-5.0sp2': {},
  'fix-5.0sp2-market-data': {},
};

const folder = sharedPath('suites', 'fix-dictionaries');
const host = diskHost('.');

describe.skipIf(folder === undefined).each([
  { document: 'fix-4.2', dictionaries: ['FIX42.xml'], later: ['FIXT11.xml', 'FIX50SP2.xml'] },
  { document: 'fix-5.0sp2', dictionaries: ['FIXT11.xml', 'FIX50SP2.xml'], later: [] },
  { document: 'fix-5.0sp2-market-data', dictionaries: ['FIXT11.xml', 'FIX50SP2.xml'], later: [] },
])(
  'fields of $document, compared with public data dictionaries',
  ({ document, dictionaries, later }) => {
    const own = entriesOf(dictionaries);
    const newer = later.length === 0 ? own : entriesOf(later);
    const fields = fieldsOf(`spec/exchange/${document}.asyncapi.yaml`);
    const known = fields.flatMap((field) => {
      // FIX gave the tag 999 away after 4.2.
      const entry =
        own.get(field.tag) ?? (ownTags.has(field.tag) ? undefined : newer.get(field.tag));
      return entry === undefined ? [] : [{ field, entry }];
    });

    test('have the tags and names of the dictionaries', () => {
      expect(fields.length).toBeGreaterThan(30);
      expect(known.filter(({ field, entry }) => field.name !== entry.name)).toEqual([]);
    });

    test('are fields of the platform if no dictionary contains them', () => {
      const foreign = fields.filter((field) => known.every((each) => each.field !== field));
      expect(foreign.filter(({ tag, name }) => ownTags.get(tag) !== name)).toEqual([]);
    });

    test('have the types of the dictionaries', () => {
      const differing = known.filter(({ field, entry }) => field.type !== entry.type);
      expect(
        Object.fromEntries(
          differing.map(({ field, entry }) => [field.name, `${field.type} for ${entry.type}`]),
        ),
      ).toEqual(otherTypes[document]);
    });

    test('have the values of the dictionaries', () => {
      const surplus = known.flatMap(({ field, entry }) => {
        const values = field.values.filter(
          (value) => entry.values.length > 0 && !entry.values.includes(value),
        );
        return values.length === 0 ? [] : [[field.name, values] as const];
      });
      expect(Object.fromEntries(surplus)).toEqual(ownValues[document]);
    });
  },
);

function entriesOf(names: readonly string[]): ReadonlyMap<number, Entry> {
  if (folder === undefined) return new Map();
  const { fields } = contentsOfDictionary(
    ...names.map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
  );
  return new Map(
    [...fields].map(([tag, text]) => {
      const [name = '', type = '', ...values] = text.split(' ');
      return [tag, { name, type, values: values.map((value) => value.split('=')[0] ?? '') }];
    }),
  );
}

/** Every field of every message and of the header, once. */
function fieldsOf(path: string): readonly Field[] {
  const { root } = read(host, path);
  const found = new Map<string, Field>();
  const collect = (record: DescriptionNode): void => {
    const properties = record.child('properties');
    for (const name of keysOf(properties?.value)) {
      const property = properties?.child(name)?.followed();
      const tag = property?.child('x-fix-tag')?.value;
      if (property === undefined || typeof tag !== 'number') throw new Error(`${name} has no tag`);
      const entry = property.child('items')?.followed();
      if (entry !== undefined) collect(entry);
      const values = property.child('enum')?.value;
      const field = {
        name,
        tag,
        type: entry === undefined ? String(property.child('x-fix-type')?.value) : 'NUMINGROUP',
        values: Array.isArray(values) ? values.map(String) : [],
      };
      found.set(JSON.stringify(field), field);
    }
  };
  const messages = root.child('components')?.child('messages');
  for (const name of keysOf(messages?.value)) {
    const payload = messages?.child(name)?.followed().child('payload')?.followed();
    if (payload === undefined) throw new Error(`${name} has no payload`);
    collect(payload);
  }
  const servers = root.child('servers');
  for (const name of keysOf(servers?.value)) {
    const header = servers?.child(name)?.child('x-fix-session')?.child('header')?.followed();
    if (header === undefined) throw new Error(`${name} has no header`);
    collect(header);
  }
  return [...found.values()];
}
