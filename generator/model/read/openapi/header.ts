import type { Parameter } from '../../api.js';
import { isFieldName } from './field-name.js';
import { mapAt } from './node.js';
import type { Node, Place } from './node.js';
import { readDescribed } from './parameter.js';
import { follow } from './reading.js';
import type { Reading } from './reading.js';

/** The headers of a response or a part, as parameters; `Content-Type` is described by the content instead. */
export function readHeaders(reading: Reading, node: Node): readonly Parameter[] {
  return mapAt(node, 'headers').flatMap(([name, place]) => {
    if (name.toLowerCase() === 'content-type') return [];
    if (!isFieldName(name)) {
      reading.reporter.error(
        'invalid-name',
        place.origin,
        `"${name}" can not be the name of a header`,
        { part: 'key' },
      );
      return [];
    }
    const header = follow(reading, place, `the header "${name}"`);
    return header === undefined ? [] : [readDescribed(reading, header, name, 'header')];
  });
}

/** A header among the components. */
export function readHeaderComponent(reading: Reading, name: string, place: Place): void {
  const header = follow(reading, place, `the header "${name}"`);
  if (header !== undefined) readDescribed(reading, header, name, 'header');
}
