import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Document with the schemas of the rows, which tallystick compiles. */
export const document = join(import.meta.dirname, 'openapi.yaml');

const { components } = parse(readFileSync(document, 'utf8'));

/** Schema of a row with its references resolved. A recursive reference becomes `$ref: '#'`. */
export function schemaOf(row) {
  const write = (node) => {
    if (Array.isArray(node)) return node.map(write);
    if (typeof node !== 'object' || node === null) return node;
    if (node.$ref !== undefined) {
      const name = node.$ref.slice(node.$ref.lastIndexOf('/') + 1);
      return name === row ? { $ref: '#' } : write(components.schemas[name]);
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, write(value)]));
  };
  const { description: _description, ...schema } = components.schemas[row];
  return write(schema);
}
