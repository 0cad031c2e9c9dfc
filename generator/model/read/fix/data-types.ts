import type { FixForm } from '../../fix.js';

/** Representation of each FIX data type (FIX 5.0 SP2 volume 1, "Data Types"), including the older names. */
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

const standard: ReadonlyMap<string, FixForm> = new Map(
  Object.entries(forms).flatMap(([name, form]) => (form === undefined ? [] : [[name, form]])),
);

/** Data types of FIX 4.0 and 4.1, in which `char` is a string of any length and `STRING` does not exist (FIX 4.1, "Data Types"). */
const early: ReadonlyMap<string, FixForm> = new Map([...standard, ['CHAR', 'text']]);

/** Returns the data types of a version with their representations. */
export function dataTypesOf(beginString: string): ReadonlyMap<string, FixForm> {
  return isEarly(beginString) ? early : standard;
}

/** Returns the allowed numbers of fractional digits of a second: none before FIX 4.2. */
export function fractionsOf(beginString: string): readonly number[] {
  return isEarly(beginString) ? [0] : [0, 3, 6, 9, 12];
}

/** True for versions before FIX 4.2, which introduced `STRING`, `UTCTIMESTAMP` with milliseconds and BusinessMessageReject. */
export function isEarly(beginString: string): boolean {
  return beginString === 'FIX.4.0' || beginString === 'FIX.4.1';
}

/** Default data types of fields without `x-fix-type`, by JSON Schema type. */
export const defaultTypes: { readonly [Type in string]?: string } = {
  string: 'STRING',
  integer: 'INT',
  number: 'FLOAT',
  boolean: 'BOOLEAN',
};
