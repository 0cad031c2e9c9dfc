import { describe, expect, test } from 'vitest';
import { memoryHost } from '../../../generator/host/memory.js';
import { importFix } from '../../../generator/import/import-fix.js';
import { kettles } from './kettles.js';

describe('importFix', () => {
  const { value = '', diagnostics } = importFix(
    { dictionary: 'kettles.xml' },
    memoryHost({ 'kettles.xml': kettles }),
  );

  test('returns a readable description with its source', () => {
    expect(diagnostics).toEqual([]);
    expect(value.slice(value.indexOf('    # Messages'))).toBe(`    # Messages
    Logout: { type: object, properties: { Text: { $ref: '#/components/schemas/Text' } } }
    NewOrderSingle:
      type: object
      required: [Symbol, Side]
      allOf: [{ $ref: '#/components/schemas/Instrument' }]
      properties:
        Side: { $ref: '#/components/schemas/Side' }
        NoAllocs:
          type: array
          x-fix-tag: 78
          x-fix-delimiter: AllocShares
          items: { $ref: '#/components/schemas/NewOrderSingleAllocsEntry' }
    Allocation:
      type: object
      required: [NoAllocs]
      allOf: [{ $ref: '#/components/schemas/Instrument' }]
      properties:
        NoAllocs:
          type: array
          x-fix-tag: 78
          x-fix-delimiter: Symbol
          items: { $ref: '#/components/schemas/AllocationAllocsEntry' }
        EncodedTextLen: { $ref: '#/components/schemas/EncodedTextLen' }
        EncodedText: { $ref: '#/components/schemas/EncodedText' }

    # Around every message
    StandardHeader:
      type: object
      required: [SendingTime]
      properties: { SendingTime: { $ref: '#/components/schemas/SendingTime' } }
    StandardTrailer: { type: object }

    # Components
    Instrument:
      type: object
      x-fix-component: Instrument
      properties: { Symbol: { $ref: '#/components/schemas/Symbol' } }

    # Entries of groups
    NewOrderSingleAllocsEntry:
      type: object
      required: [AllocShares]
      properties: { AllocShares: { $ref: '#/components/schemas/AllocShares' } }
    AllocationAllocsEntry:
      type: object
      required: [AllocShares]
      allOf: [{ $ref: '#/components/schemas/Instrument' }]
      properties: { AllocShares: { $ref: '#/components/schemas/AllocShares' } }

    # Fields, by tag
    SendingTime: { type: string, x-fix-tag: 52, x-fix-type: UTCTIMESTAMP }
    Side:
      type: string
      enum: ['1', '2', '5']
      x-enum-varnames: [Buy, Sell, SellShort]
      x-fix-tag: 54
      x-fix-type: CHAR
    Symbol: { type: string, x-fix-tag: 55, x-fix-type: STRING }
    Text: { type: string, x-fix-tag: 58, x-fix-type: STRING }
    AllocShares: { type: string, x-fix-tag: 80, x-fix-type: QTY }
    EncodedTextLen: { type: integer, x-fix-tag: 354, x-fix-type: LENGTH, x-fix-length-of: EncodedText }
    EncodedText: { type: string, x-fix-tag: 355, x-fix-type: DATA }

    # Fields that no message has here
    CheckSum: { type: string, x-fix-tag: 10, x-fix-type: STRING }
    MsgType: { type: string, x-fix-tag: 35, x-fix-type: STRING }
    LocateReqd: { description: 'Y: YES.', type: boolean, x-fix-tag: 114, x-fix-type: BOOLEAN }
`);
    expect(value).toContain('# FIX 4.2, made from kettles.xml by "tallystick import fix".\n');
    expect(value).toContain('protocolVersion: FIX.4.2\n');
  });

  test('returns the same text each time', () => {
    const again = importFix({ dictionary: 'kettles.xml' }, memoryHost({ 'kettles.xml': kettles }));
    expect(again.value).toBe(value);
  });

  test('returns only the selected messages, by name or MsgType, and what they need', () => {
    const host = memoryHost({ 'kettles.xml': kettles });
    const { value: small = '' } = importFix({ dictionary: 'kettles.xml', messages: ['J'] }, host);
    expect(small).not.toContain('NewOrderSingle');
    expect(small).not.toContain('Side');
    expect(small).toContain('    Logout: {');
    // The group is one now, and so is its name.
    expect(small).toContain('    AllocsEntry:');
  });
});
