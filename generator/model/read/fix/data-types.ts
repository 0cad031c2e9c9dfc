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

/** Every type by its name. */
export const dataTypes: ReadonlyMap<string, FixForm> = new Map(
  Object.entries(forms).flatMap(([name, form]) => (form === undefined ? [] : [[name, form]])),
);

/** The type of a field of which only JSON Schema's type is known. */
export const defaultTypes: { readonly [Type in string]?: string } = {
  string: 'STRING',
  integer: 'INT',
  number: 'FLOAT',
  boolean: 'BOOLEAN',
};
