import type { DictionaryField, FieldValue } from '../dictionary.js';
import { isData, jsonTypeOf } from '../read-fields.js';
import type { YamlMap } from './yaml-text.js';

/** Builds the schema of a field with its type, values and their names. `data` is the data field whose length the field contains. */
export function fieldSchema(field: DictionaryField, data: string | undefined): YamlMap {
  const { tag, type, values, isOpen } = field;
  const jsonType = jsonTypeOf(type);
  const isClosed = values.length > 0 && !isOpen;
  if (jsonType === 'boolean' || !isClosed || isData(type)) {
    return {
      ...(values.length > 0 && { description: proseOf(field) }),
      type: jsonType,
      'x-fix-tag': tag,
      'x-fix-type': type,
      ...(data !== undefined && { 'x-fix-length-of': data }),
    };
  }
  const areNumbers =
    jsonType === 'integer' && values.every(({ value }) => /^(?:0|-?[1-9][0-9]{0,8})$/.test(value));
  return {
    type: areNumbers ? 'integer' : 'string',
    enum: values.map(({ value }) => (areNumbers ? Number(value) : value)),
    'x-enum-varnames': valueNames(values),
    'x-fix-tag': tag,
    'x-fix-type': type,
  };
}

/** Lists values in a description if the schema has no `enum`, such as `Y: yes. N: no.` */
function proseOf({ values }: DictionaryField): string {
  return values.map(({ value, name }) => `${value}: ${name}.`).join(' ');
}

/**
 * Maps length fields to the data fields that they count: the field with the same name without `Len` or `Length`, or else the data field
 * with the next tag.
 */
export function lengthFields(
  fields: ReadonlyMap<string, DictionaryField>,
): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  const counted = new Set<string>();
  const all = [...fields.values()].sort((a, b) => a.tag - b.tag);
  const isLength = ({ type, name }: DictionaryField): boolean =>
    type === 'LENGTH' || (type === 'INT' && /Len(?:gth)?$/.test(name));
  for (const field of all.filter(isLength)) {
    const data = fields.get(field.name.replace(/Len(?:gth)?$/, ''));
    if (data === undefined || !isData(data.type)) continue;
    pairs.set(field.name, data.name);
    counted.add(data.name);
  }
  for (const [index, field] of all.entries()) {
    const next = all[index + 1];
    if (!isLength(field) || pairs.has(field.name) || next === undefined) continue;
    if (isData(next.type) && !counted.has(next.name)) pairs.set(field.name, next.name);
  }
  return pairs;
}

/** Unique names of a field's values in Pascal case, such as `SellShort` for `SELL_SHORT`. */
function valueNames(values: readonly FieldValue[]): readonly string[] {
  const preferred = values.map(({ name, value }) => pascal(name) || `Value${pascal(value)}`);
  const taken = new Set<string>();
  return preferred.map((candidate, index) => {
    const value = values[index]?.value ?? '';
    const isUnique = preferred.every(
      (other, position) => position === index || other !== candidate,
    );
    const name = [
      isUnique ? candidate : `${candidate}${pascal(value)}`,
      `${candidate}X${hex(value)}`,
    ].find((candidate) => !taken.has(candidate));
    if (name === undefined) throw new Error(`two values of a field are written ${value}`);
    taken.add(name);
    return name;
  });
}

/** Converts words to Pascal case. Words with lower-case letters keep their spelling. */
function pascal(text: string): string {
  const words = text.match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words
    .map((word) => {
      const rest = word.slice(1);
      return word.charAt(0).toUpperCase() + (/[a-z]/.test(word) ? rest : rest.toLowerCase());
    })
    .join('');
  return /^[0-9]/.test(joined) ? `Value${joined}` : joined;
}

function hex(text: string): string {
  return Array.from(text, (character) => character.charCodeAt(0).toString(16)).join('');
}
