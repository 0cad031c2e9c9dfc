import type { Link } from '../../api.js';
import type { Json } from '../../schema.js';
import { mapAt, objectAt, optional, textAt } from './node.js';
import type { Node } from './node.js';
import { follow } from './reading.js';
import type { Reading } from './reading.js';

/** Where a response leads to, as far as it can be told in words (OpenAPI 3.1.1 section 4.8.20). */
export function readLinks(reading: Reading, node: Node): readonly Link[] {
  return mapAt(node, 'links').flatMap(([name, place]): readonly Link[] => {
    if (name.startsWith('x-')) return [];
    const link = follow(reading, place, 'a link');
    const operation = link && (textAt(link, 'operationId') ?? textAt(link, 'operationRef'));
    if (link === undefined || operation === undefined) return [];
    const parameters = objectAt(link, 'parameters')?.value ?? {};
    const body: Json | undefined = Object.entries(link.value).find(
      ([member]) => member === 'requestBody',
    )?.[1];
    return [
      {
        operation,
        values: [
          ...Object.entries(parameters).map(([own, value]) => [own, textOf(value)] as const),
          ...(body === undefined ? [] : [['the body', textOf(body)] as const]),
        ],
        ...optional('description', textAt(link, 'description')),
      },
    ];
  });
}

/** A runtime expression as it is; any other value as JSON. */
function textOf(value: Json): string {
  return typeof value === 'string' && /^[${]/.test(value) ? value : JSON.stringify(value);
}
