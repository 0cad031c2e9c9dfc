import type { FixForm } from '../../fix.js';

/** What each FIX data type is in a program (FIX 5.0 SP2 volume 1, "Data Types"; older names among them). */
const forms: { readonly [Type in string]?: FixForm } = {
  INT: 'integer',
  SEQNUM: 'unsigned',
  LENGTH: 'unsigned',
  NUMINGROUP: 'unsigned',
  TAGNUM: 'unsigned',
  DAYOFMONTH: 'unsigned',
  RESERVED100PLUS: 'integer',
  RESERVED1000PLUS: 'integer',
  RESERVED4000PLUS: 'integer',
  FLOAT: 'decimal',
  PRICE: 'decimal',
  PRICEOFFSET: 'decimal',
  QTY: 'decimal',
  QUANTITY: 'decimal',
  AMT: 'decimal',
  PERCENTAGE: 'decimal',
  CHAR: 'character',
  BOOLEAN: 'boolean',
  STRING: 'text',
  CURRENCY: 'text',
  COUNTRY: 'text',
  EXCHANGE: 'text',
  LANGUAGE: 'text',
  PATTERN: 'text',
  TENOR: 'text',
  XID: 'text',
  XIDREF: 'text',
  MULTIPLEVALUESTRING: 'list',
  MULTIPLESTRINGVALUE: 'list',
  MULTIPLECHARVALUE: 'list',
  UTCTIMESTAMP: 'timestamp',
  TIME: 'timestamp',
  UTCTIMEONLY: 'time',
  UTCDATEONLY: 'date',
  UTCDATE: 'date',
  LOCALMKTDATE: 'date',
  DATE: 'date',
  LOCALMKTTIME: 'local-time',
  MONTHYEAR: 'month',
  TZTIMEONLY: 'zoned-time',
  TZTIMESTAMP: 'zoned-timestamp',
  DATA: 'data',
  XMLDATA: 'data',
};

const named: ReadonlyMap<string, FixForm> = new Map(
  Object.entries(forms).flatMap(([name, form]) => (form === undefined ? [] : [[name, form]])),
);

/** Of FIX 4.0 and 4.1, where `char` is a text of any length and `STRING` is not yet there (FIX 4.1, "Data Types"). */
const early: ReadonlyMap<string, FixForm> = new Map([...named, ['CHAR', 'text']]);

/** Every data type of a version by its name, and what it is in a program. */
export function dataTypesOf(beginString: string): ReadonlyMap<string, FixForm> {
  return isEarly(beginString) ? early : named;
}

/** How many digits of a second a time of a version may have: none before FIX 4.2. */
export function fractionsOf(beginString: string): readonly number[] {
  return isEarly(beginString) ? [0] : [0, 3, 6, 9, 12];
}

/** Whether a version comes before FIX 4.2, which brought `STRING`, `UTCTIMESTAMP` with milliseconds and BusinessMessageReject. */
export function isEarly(beginString: string): boolean {
  return beginString === 'FIX.4.0' || beginString === 'FIX.4.1';
}

/** The type of a field of which only JSON Schema's type is known. */
export const defaultTypes: { readonly [Type in string]?: string } = {
  string: 'STRING',
  integer: 'INT',
  number: 'FLOAT',
  boolean: 'BOOLEAN',
};
