/** JSON type of a FIX data type in a description. Decimal numbers are strings, because they are exact. */
export type JsonType = 'string' | 'integer' | 'boolean';

const integers = ['INT', 'LENGTH', 'SEQNUM', 'NUMINGROUP', 'TAGNUM', 'DAYOFMONTH'];
const numbers = ['FLOAT', 'QTY', 'QUANTITY', 'PRICE', 'PRICEOFFSET', 'AMT', 'PERCENTAGE'];
const texts = ['CHAR', 'STRING', 'CURRENCY', 'COUNTRY', 'EXCHANGE', 'LANGUAGE', 'XID', 'XIDREF'];
const lists = ['MULTIPLEVALUESTRING', 'MULTIPLESTRINGVALUE', 'MULTIPLECHARVALUE'];
const dates = ['MONTHYEAR', 'UTCDATEONLY', 'UTCDATE', 'DATE', 'LOCALMKTDATE'];
const times = ['UTCTIMESTAMP', 'UTCTIMEONLY', 'TIME', 'LOCALMKTTIME', 'TZTIMEONLY', 'TZTIMESTAMP'];
const bytes = ['DATA', 'XMLDATA'];

const jsonTypes: ReadonlyMap<string, JsonType> = new Map<string, JsonType>([
  ...integers.map((name) => [name, 'integer'] as const),
  ...[numbers, texts, lists, dates, times, bytes].flat().map((name) => [name, 'string'] as const),
  ['BOOLEAN', 'boolean'],
]);

/** True if the name is a data type of any version of FIX. */
export function isKnownType(name: string): boolean {
  return jsonTypes.has(name);
}

/** The JSON type of a data type. Default: string. */
export function jsonTypeOf(name: string): JsonType {
  return jsonTypes.get(name) ?? 'string';
}

/** True for data types of arbitrary bytes, whose length is the value of the preceding field. */
export function isData(name: string): boolean {
  return bytes.includes(name);
}
