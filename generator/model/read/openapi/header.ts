import { invalidName } from '../diagnostics/names.js';
import type { Parameter } from '../../api.js';
import { isFieldName } from './field-name.js';
import { mapAt } from './node.js';
import type { ObjectNode, ValueNode } from './node.js';
import { readDescribed } from './parameter.js';
import { follow } from './reading.js';
import type { Reading } from './reading.js';

/** Reads the headers of a response or a part, as parameters. `Content-Type` is skipped, because the content describes it. */
export function readHeaders(reading: Reading, node: ObjectNode): readonly Parameter[] {
  return mapAt(node, 'headers').flatMap(([name, valueNode]) => {
    if (name.toLowerCase() === 'content-type') return [];
    if (!isFieldName(name)) {
      reading.reporter.report(invalidName.default({ name, kind: 'header' }), valueNode.origin, {
        part: 'key',
      });
      return [];
    }
    const header = follow(reading, valueNode, `the header "${name}"`);
    return header === undefined ? [] : [readDescribed(reading, header, name, 'header')];
  });
}

/** Reads a header of the components. */
export function readHeaderComponent(reading: Reading, name: string, valueNode: ValueNode): void {
  const header = follow(reading, valueNode, `the header "${name}"`);
  if (header !== undefined) readDescribed(reading, header, name, 'header');
}
