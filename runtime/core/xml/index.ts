/** XML support for clients and servers; requires `@rgrove/parse-xml`. */
import type { XmlCodec, XmlTable } from '../xml-descriptor.js';
import { parseDocument, XmlFault } from './document.js';
import { readElement } from './read-value.js';
import { createSchemas, type Schemas } from './schemas.js';
import { writeRoot } from './write-value.js';

export type {
  XmlBranch,
  XmlCodec,
  XmlDescriptor,
  XmlSchema,
  XmlRead,
  XmlSchemaOrRef,
  XmlTable,
  XmlType,
} from '../xml-descriptor.js';

/** Reads and writes XML bodies. Pass it to a client or a server as the option `xml`. */
export const xml: XmlCodec = {
  read(text, { places, at, root }) {
    try {
      return { value: readElement(schemasOf(places), parseDocument(text), at, root) };
    } catch (error) {
      if (!(error instanceof XmlFault)) throw error;
      return { pointer: error.pointer, expected: error.expected };
    }
  },
  write(value, descriptor, pointer) {
    const element = writeRoot(schemasOf(descriptor.places), value, descriptor, pointer);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${element}`;
  },
};

const known = new WeakMap<XmlTable, Schemas>();

function schemasOf(table: XmlTable): Schemas {
  let schemas = known.get(table);
  if (schemas === undefined) known.set(table, (schemas = createSchemas(table)));
  return schemas;
}
