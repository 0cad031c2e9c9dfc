import type { Link } from '../../api.js';
import type { Json } from '../../schema.js';
import { decodeFragment, resolveUri, splitFragment } from '../schema/uri.js';
import { mapAt, objectAt, optional, textAt } from './node.js';
import type { ObjectNode } from './node.js';
import { follow } from './reading.js';
import type { Reading } from './reading.js';

/** Reads the links of a response (OpenAPI 3.1.1 section 4.8.20). */
export function readLinks(reading: Reading, node: ObjectNode): readonly Link[] {
  return mapAt(node, 'links').flatMap(([name, valueNode]): readonly Link[] => {
    if (name.startsWith('x-')) return [];
    const link = follow(reading, valueNode, 'a link');
    const operation = link && (textAt(link, 'operationId') ?? textAt(link, 'operationRef'));
    if (link === undefined || operation === undefined) return [];
    const parameters = objectAt(link, 'parameters')?.value ?? {};
    const body: Json | undefined = Object.entries(link.value).find(
      ([member]) => member === 'requestBody',
    )?.[1];
    return [
      {
        name,
        operation,
        ...optional('place', targetOf(link)),
        parameters: Object.entries(parameters).map(([own, value]) => [own, textOf(value)]),
        ...optional('body', body === undefined ? undefined : textOf(body)),
        ...(objectAt(link, 'server') === undefined ? {} : { ownServer: true as const }),
        ...optional('description', textAt(link, 'description')),
        origin: link.origin,
      },
    ];
  });
}

/** Returns the URI that `operationRef` refers to, with the percent-encoding of its JSON Pointer removed. */
function targetOf(link: ObjectNode): string | undefined {
  const reference =
    textAt(link, 'operationId') === undefined ? textAt(link, 'operationRef') : undefined;
  if (reference === undefined) return undefined;
  const { uri, fragment = '' } = splitFragment(reference);
  const absolute = resolveUri(uri, link.document.uri);
  const pointer = decodeFragment(fragment);
  return absolute === undefined || pointer === undefined ? undefined : `${absolute}#${pointer}`;
}

/** Returns a runtime expression unchanged, and any other value as JSON. */
function textOf(value: Json): string {
  return typeof value === 'string' && /^[${]/.test(value) ? value : JSON.stringify(value);
}
