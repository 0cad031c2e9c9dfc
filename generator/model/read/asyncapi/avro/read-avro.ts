import type { AvroSchema } from '../../../../../runtime/broker/avro/schema.js';
import type { Reporter } from '../../../../core/diagnostic.js';
import type { NamedSchema } from '../../../api.js';
import type { Json, SchemaId } from '../../../schema.js';
import type { ValueNode } from '../../openapi/node.js';
import { resolvedNode } from '../resolved-node.js';
import type { AsyncReading } from '../reading.js';
import { createTranslatedDocument, type TranslatedDocument } from '../translated-document.js';
import { invalidAvro } from './invalid-avro.js';
import { translateAvro } from './translate.js';

/** A payload in Avro: the schema of its values in programs, and the one of its bytes. */
export interface ReadAvro {
  readonly schema: SchemaId;
  readonly avro: AvroSchema;
}

/** State of reading the Avro schemas of a description. */
interface AvroReading {
  readonly document: TranslatedDocument;
  /** Schemas by their text, so that one that is repeated has one type. */
  readonly known: Map<string, ReadAvro>;
  readonly named: NamedSchema[];
}

const readings = new WeakMap<AsyncReading, AvroReading>();

/** Reads a schema in Avro (Avro 1.11), as an object, a list or a text, also behind a reference. */
export function readAvro(reading: AsyncReading, valueNode: ValueNode): ReadAvro | undefined {
  const node = parsed(resolvedNode(reading, valueNode));
  if (node === undefined) return undefined;
  const avro = avroReading(reading, valueNode);
  const text = JSON.stringify(node.value, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const known = avro.known.get(text);
  if (known !== undefined) return known;
  const { document, named } = avro;
  const { schema, key } = translateAvro(
    {
      document,
      names: new Map(),
      definitions: new Map(),
      named: (name, at) => {
        const short = name.slice(name.lastIndexOf('.') + 1);
        named.push({ key: `schema:${at}`, name: short, id: document.read(at) });
      },
    },
    node,
  );
  const read = {
    schema: document.read(key ?? document.add(schema, node.origin)),
    avro: node.value as unknown as AvroSchema,
  };
  avro.known.set(text, read);
  return read;
}

/** Named types of the Avro schemas that have been read. */
export function namedAvroTypes(reading: AsyncReading): readonly NamedSchema[] {
  return readings.get(reading)?.named ?? [];
}

function avroReading(reading: AsyncReading, { document: { source } }: ValueNode): AvroReading {
  const known = readings.get(reading);
  if (known !== undefined) return known;
  const fresh: AvroReading = {
    document: createTranslatedDocument(reading.schemas, `${source.uri}.avro`, source),
    known: new Map(),
    named: [],
  };
  readings.set(reading, fresh);
  return fresh;
}

/** Parses a schema that is the text of one. */
function parsed(node: ValueNode | undefined): ValueNode | undefined {
  if (node === undefined || typeof node.value !== 'string' || !/^\s*[[{"]/.test(node.value))
    return node;
  try {
    const reporter: Reporter = {
      ...node.reporter,
      // Nodes within a text have its position.
      report: (sentence, _, details) => node.reporter.report(sentence, node.origin, details),
    };
    return { ...node, reporter, value: JSON.parse(node.value) as Json };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error);
    node.reporter.report(invalidAvro.json({ reason }), node.origin);
    return undefined;
  }
}
