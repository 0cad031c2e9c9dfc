import { defineError } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { didYouMean } from '../../../core/suggestion.js';
import { fieldsOf } from '../../fix.js';
import type { FixField, FixGroup, FixRecord } from '../../fix.js';
import type { KeywordSchema, SchemaId } from '../../schema.js';
import { fixLength, readField, readTag } from './field.js';
import { readRules, requiredIf } from './rules.js';
import { nodeOf } from './schemas.js';
import type { FixNode, FixReading } from './schemas.js';

/** A record of FIX fields that cannot be encoded. */
export const fixRecord: DiagnosticType<{
  object: void;
  cycle: void;
  items: { name: string };
  required: { name: string };
}> = defineError('fix-record', {
  object: () => 'a schema of FIX fields must be an object',
  cycle: () => 'a FIX record contains itself',
  items: ({ name }) => `the group "${name}" has no "items"`,
  required: ({ name }) => `"${name}" is required, but is not a field of this record`,
});

/** A group whose entries cannot be separated. */
export const fixDelimiter: DiagnosticType<{
  missing: { name: string };
  unknown: { delimiter: string; name: string };
}> = defineError('fix-delimiter', {
  missing: ({ name }) => `the group "${name}" has no "x-fix-delimiter"`,
  unknown: ({ delimiter, name }) => `"${delimiter}" is not a field of the entries of "${name}"`,
});

/** Two fields of one record with the same tag. */
export const fixDuplicateTag: DiagnosticType<{
  default: { name: string; tag: number; other: string };
}> = defineError('fix-duplicate-tag', {
  default: ({ name, tag, other }) =>
    `"${name}" has the tag ${tag}, which "${other}" of the same record has too`,
});

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
        reading.reporter.report(fixRecord.object(), origin, {
          hint: 'messages, components and entries of groups are objects whose properties are fields',
        });
      }
      return undefined;
    }
    if (known.has(target.id)) return known.get(target.id);
    if (inProgress.has(target.id)) {
      reading.reporter.report(fixRecord.cycle(), node.origin, {
        hint: 'messages are finite: a group or a component cannot be part of itself',
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
      reading.reporter.report(fixRecord.items({ name }), node.origin);
    }
    if (typeof delimiter?.value !== 'string') {
      reading.reporter.report(fixDelimiter.missing({ name }), node.origin, {
        hint: 'it names the first field of every entry',
      });
      return undefined;
    }
    if (tag === undefined || entry === undefined) return undefined;
    const fields = fieldsOf(entry);
    const first = fields.find((field) => field.name === delimiter.value);
    if (first === undefined) {
      reading.reporter.report(
        fixDelimiter.unknown({ delimiter: delimiter.value, name }),
        delimiter.origin,
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
    reading.reporter.report(
      fixDuplicateTag.default({ name: field.name, tag: field.tag, other: first.name }),
      at,
      firstOrigin === undefined
        ? {}
        : { related: [{ message: 'the first is here', origin: firstOrigin }] },
    );
  }
  checkLengths(reading, record, fields, origin);
  const names = fields.map(({ name }) => name);
  for (const [index, name] of record.required.entries()) {
    if (names.includes(name)) continue;
    reading.reporter.report(
      fixRecord.required({ name }),
      { parent: { parent: origin, key: 'required' }, key: index },
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
      reading.reporter.report(
        fixLength.data({ name: field.name, data: field.lengthOf }),
        at,
        didYouMean(
          field.lengthOf,
          fields.flatMap((each) =>
            each.kind === 'value' && each.form === 'data' ? [each.name] : [],
          ),
        ),
      );
    } else if (field.form === 'data' && !counted.has(field.name)) {
      reading.reporter.report(fixLength.missing({ name: field.name }), at, {
        hint: `a field of type LENGTH with "x-fix-length-of: ${field.name}" must precede it`,
      });
    }
  }
}
