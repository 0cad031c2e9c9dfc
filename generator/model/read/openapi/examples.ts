import type { Example } from '../../api.js';
import type { Json } from '../../schema.js';
import { member } from '../json.js';
import { mapAt, originAt } from './node.js';
import type { Node } from './node.js';
import { follow } from './reading.js';
import type { Reading } from './reading.js';

/** What the examples of a node are examples of; text may stand for what it is on the wire (OpenAPI 3.1.1 sections 4.8.12 and 4.8.14). */
export type Exemplified = Pick<Example, 'schema' | 'text'>;

/**
 * Values of `example` and `examples`; those that lie elsewhere (`externalValue`) are never fetched. Those of which it is said what they
 * are examples of are noted, to be compared with it once every schema is read.
 */
export function readExamples(
  reading: Reading,
  node: Node,
  of: Exemplified | undefined,
): readonly Json[] {
  const values: Json[] = [];
  const single = member(node.value, 'example');
  if (single !== undefined) {
    values.push(single);
    if (of !== undefined)
      reading.examples.push({ ...of, value: single, origin: originAt(node, 'example') });
  }
  for (const [name, place] of mapAt(node, 'examples')) {
    const example = follow(reading, place, `the example "${name}"`);
    if (example === undefined) continue;
    const key = ['value', 'dataValue'].find((each) => Object.hasOwn(example.value, each));
    const value = key === undefined ? undefined : member(example.value, key);
    if (key === undefined || value === undefined) continue;
    values.push(value);
    if (of === undefined) continue;
    reading.examples.push({
      schema: of.schema,
      ...(key === 'value' && of.text !== undefined && { text: of.text }),
      value,
      origin: originAt(example, key),
      ...(example.value === place.value ? {} : { used: place.origin }),
    });
  }
  return values;
}
