import { didYouMean } from '../../../core/suggestion.js';
import { fieldsOf } from '../../fix.js';
import type { FixField, FixGroup, FixRecord } from '../../fix.js';
import type { KeywordSchema, SchemaId } from '../../schema.js';
import { readField, readTag } from './field.js';
import { readRules, requiredIf } from './rules.js';
import { nodeOf } from './schemas.js';
import type { FixNode, FixReading } from './schemas.js';

/** Reads the object schemas of messages, groups and components, each only once. */
export type RecordReader = (id: SchemaId) => FixRecord | undefined;

export function createRecordReader(reading: FixReading): RecordReader {
  const known = new Map<SchemaId, FixRecord | undefined>();
  const inProgress = new Set<SchemaId>();

  function read(id: SchemaId): FixRecord | undefined {
    const node = nodeOf(reading, id);
    const { target } = node ?? {};
    if (node === undefined || target === undefined || !isObjectSchema(target)) {
      const origin = node?.origin ?? reading.table.get(id)?.origin;
      if (origin !== undefined) {
        reading.reporter.error('fix-record', origin, 'a schema of FIX fields is no object', {
          hint: 'messages, components and entries of groups are objects whose properties are fields',
        });
      }
      return undefined;
    }
    if (known.has(target.id)) return known.get(target.id);
    if (inProgress.has(target.id)) {
      reading.reporter.error('fix-record', node.origin, 'a FIX record holds itself', {
        hint: 'messages have an end: a group or a component can not be part of itself',
      });
      return undefined;
    }
    inProgress.add(target.id);
    const record = readObject(target);
    inProgress.delete(target.id);
    known.set(target.id, record);
    return record;
  }

  function readObject(schema: KeywordSchema): FixRecord {
    const { keywords, annotations } = schema;
    const parts: FixRecord[] = [];
    const conditions: SchemaId[] = [];
    for (const id of keywords.allOf ?? []) {
      const node = nodeOf(reading, id);
      if (node !== undefined && isComponent(node.target)) {
        const part = read(id);
        if (part !== undefined) parts.push(part);
      } else conditions.push(id);
    }
    const fields = (keywords.properties ?? []).flatMap(([name, id]) => readMember(name, id) ?? []);
    const name = reading.names.get(schema.id);
    const component = annotations.extensions['x-fix-component'];
    const record: FixRecord = {
      key: schema.id,
      ...(name === undefined ? {} : { name }),
      schema: schema.id,
      ...(typeof component === 'string' ? { component } : {}),
      fields,
      parts,
      required: keywords.required ?? [],
      rules: [],
    };
    checkRecord(reading, record, schema);
    const rules = [
      ...readRules(reading, record, schema, conditions),
      ...(keywords.properties ?? []).flatMap(([field, id]) =>
        requiredIf(reading, record, field, id),
      ),
    ];
    return { ...record, rules };
  }

  function readMember(name: string, id: SchemaId): FixField | undefined {
    const node = nodeOf(reading, id);
    if (node === undefined) return undefined;
    const { type, items } = node.target.keywords;
    if (type?.includes('array') === true || items !== undefined) return readGroup(name, node);
    return readField(reading, name, node);
  }

  function readGroup(name: string, node: FixNode): FixGroup | undefined {
    const tag = readTag(reading, name, node);
    const { items, minItems, maxItems } = node.target.keywords;
    const entry = items === undefined ? undefined : read(items);
    const delimiter = node.extension('x-fix-delimiter');
    if (items === undefined) {
      reading.reporter.error('fix-record', node.origin, `the group "${name}" has no "items"`);
    }
    if (typeof delimiter?.value !== 'string') {
      reading.reporter.error(
        'fix-delimiter',
        node.origin,
        `the group "${name}" has no "x-fix-delimiter"`,
        {
          hint: 'it names the first field of every entry',
        },
      );
      return undefined;
    }
    if (tag === undefined || entry === undefined) return undefined;
    const fields = fieldsOf(entry);
    const first = fields.find((field) => field.name === delimiter.value);
    if (first === undefined) {
      reading.reporter.error(
        'fix-delimiter',
        delimiter.origin,
        `"${delimiter.value}" is not a field of the entries of "${name}"`,
        didYouMean(
          delimiter.value,
          fields.map((field) => field.name),
        ),
      );
      return undefined;
    }
    return {
      kind: 'group',
      name,
      tag,
      schema: node.id,
      delimiter: first.name,
      entry,
      ...(minItems === undefined ? {} : { minItems }),
      ...(maxItems === undefined ? {} : { maxItems }),
    };
  }

  return read;
}

function isObjectSchema({ keywords }: KeywordSchema): boolean {
  return (
    keywords.type?.includes('object') === true ||
    keywords.properties !== undefined ||
    keywords.allOf !== undefined
  );
}

/** True if a schema in an `allOf` is a component rather than a condition. */
function isComponent({ keywords, annotations }: KeywordSchema): boolean {
  return (
    Object.hasOwn(annotations.extensions, 'x-fix-component') ||
    keywords.type?.includes('object') === true
  );
}

/** Checks the properties of a record that make its fields distinguishable. */
function checkRecord(reading: FixReading, record: FixRecord, { id, origin }: KeywordSchema): void {
  const fields = fieldsOf(record);
  const tags = new Map<number, FixField>();
  for (const field of fields) {
    const first = tags.get(field.tag);
    tags.set(field.tag, first ?? field);
    if (first === undefined) continue;
    const at = reading.table.get(field.schema ?? id)?.origin ?? origin;
    const firstOrigin = reading.table.get(first.schema ?? id)?.origin;
    reading.reporter.error(
      'fix-duplicate-tag',
      at,
      `"${field.name}" has the tag ${field.tag}, which "${first.name}" has in the same place`,
      firstOrigin === undefined
        ? {}
        : { related: [{ message: 'the first is here', origin: firstOrigin }] },
    );
  }
  checkLengths(reading, record, fields, origin);
  const names = fields.map(({ name }) => name);
  for (const [index, name] of record.required.entries()) {
    if (names.includes(name)) continue;
    reading.reporter.error(
      'fix-record',
      { parent: { parent: origin, key: 'required' }, key: index },
      `"${name}" is required, but is no field here`,
      didYouMean(name, names),
    );
  }
}

function checkLengths(
  reading: FixReading,
  record: FixRecord,
  fields: readonly FixField[],
  origin: FixNode['origin'],
): void {
  const counted = new Set(
    fields.flatMap((field) => (field.kind === 'value' ? (field.lengthOf ?? []) : [])),
  );
  for (const field of record.fields) {
    if (field.kind === 'group') continue;
    const at =
      field.schema === undefined ? origin : (reading.table.get(field.schema)?.origin ?? origin);
    if (field.lengthOf !== undefined) {
      const data = fields.find(({ name }) => name === field.lengthOf);
      if (data?.kind === 'value' && data.form === 'data') continue;
      reading.reporter.error(
        'fix-length',
        at,
        `"${field.name}" counts the bytes of "${field.lengthOf}", which is no data field here`,
        didYouMean(
          field.lengthOf,
          fields.flatMap((each) =>
            each.kind === 'value' && each.form === 'data' ? [each.name] : [],
          ),
        ),
      );
    } else if (field.form === 'data' && !counted.has(field.name)) {
      reading.reporter.error('fix-length', at, `no field says how many bytes "${field.name}" has`, {
        hint: `a field of type LENGTH with "x-fix-length-of: ${field.name}" stands before it`,
      });
    }
  }
}
