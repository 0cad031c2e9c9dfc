import type { DictionaryField } from '../dictionary.js';
import { isData, jsonTypeOf } from '../field-types.js';
import { valueNames } from './value-names.js';
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
