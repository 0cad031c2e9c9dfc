/** How values of a FIX data type are written in a description: exact numbers are texts. */
export type JsonType = 'string' | 'integer' | 'boolean';

const integers = ['INT', 'LENGTH', 'SEQNUM', 'NUMINGROUP', 'TAGNUM', 'DAYOFMONTH'];
const numbers = ['FLOAT', 'QTY', 'QUANTITY', 'PRICE', 'PRICEOFFSET', 'AMT', 'PERCENTAGE'];
const texts = ['CHAR', 'STRING', 'CURRENCY', 'COUNTRY', 'EXCHANGE', 'LANGUAGE', 'XID', 'XIDREF'];
const lists = ['MULTIPLEVALUESTRING', 'MULTIPLESTRINGVALUE', 'MULTIPLECHARVALUE'];
const dates = ['MONTHYEAR', 'UTCDATEONLY', 'UTCDATE', 'DATE', 'LOCALMKTDATE'];
const times = ['UTCTIMESTAMP', 'UTCTIMEONLY', 'TIME', 'LOCALMKTTIME', 'TZTIMEONLY', 'TZTIMESTAMP'];
const bytes = ['DATA', 'XMLDATA'];

const known: ReadonlyMap<string, JsonType> = new Map<string, JsonType>([
  ...integers.map((name) => [name, 'integer'] as const),
  ...[numbers, texts, lists, dates, times, bytes].flat().map((name) => [name, 'string'] as const),
  ['BOOLEAN', 'boolean'],
]);

/** Whether the name is that of a data type, in the spelling of any version of FIX. */
export function isKnownType(name: string): boolean {
  return known.has(name);
}

/** The JSON type of a data type's values; that of a text where it is not known. */
export function jsonTypeOf(name: string): JsonType {
  return known.get(name) ?? 'string';
}

/** Whether a value is any bytes, counted by the field before it. */
export function isData(name: string): boolean {
  return bytes.includes(name);
}
