import type { Content, Example } from '../../api.js';
import type { Json } from '../../schema.js';
import { member } from '../json.js';
import { mapAt, originAt } from './node.js';
import type { ObjectNode } from './node.js';
import { follow } from './reading.js';
import type { Reading } from './reading.js';

/**
 * The schema that the examples of a node illustrate, and their encoding if an example is text (OpenAPI 3.1.1 sections 4.8.12 and 4.8.14).
 */
export type Exemplified = Pick<Example, 'schema' | 'text'>;

/**
 * Reads the values of `example` and `examples`. An `externalValue` is never fetched. If `of` is given, each example is also recorded, to be
 * validated once every schema has been read.
 */
export function readExamples(
  reading: Reading,
  node: ObjectNode,
  of: Exemplified | undefined,
): readonly Json[] {
  return readNamedExamples(reading, node, of).examples;
}

/** Does the same, with the names that `examples` gives them. */
export function readNamedExamples(
  reading: Reading,
  node: ObjectNode,
  of: Exemplified | undefined,
): Pick<Content, 'examples' | 'exampleNames'> {
  const values: Json[] = [];
  const names: (string | undefined)[] = [];
  const single = member(node.value, 'example');
  if (single !== undefined) {
    values.push(single);
    names.push(undefined);
    if (of !== undefined)
      reading.examples.push({ ...of, value: single, origin: originAt(node, 'example') });
  }
  for (const [name, valueNode] of mapAt(node, 'examples')) {
    const example = follow(reading, valueNode, `the example "${name}"`);
    if (example === undefined) continue;
    const key = ['value', 'dataValue'].find((each) => Object.hasOwn(example.value, each));
    const value = key === undefined ? undefined : member(example.value, key);
    if (key === undefined || value === undefined) continue;
    values.push(value);
    names.push(name);
    if (of === undefined) continue;
    reading.examples.push({
      schema: of.schema,
      ...(key === 'value' && of.text !== undefined && { text: of.text }),
      value,
      origin: originAt(example, key),
      ...(example.value === valueNode.value ? {} : { used: valueNode.origin }),
    });
  }
  const hasNames = names.some((name) => name !== undefined);
  return { examples: values, ...(hasNames && { exampleNames: names }) };
}
