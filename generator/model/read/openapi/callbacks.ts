import type { CallbackTarget, NameKey } from '../../api.js';
import { mapAt, placeAt } from './node.js';
import type { Node, Place } from './node.js';
import type { Surroundings } from './operation.js';
import { readPathItem } from './path-item.js';
import { follow } from './reading.js';
import type { Reading } from './reading.js';
import { parseAddress } from './runtime-expression.js';

/** Requests that the server sends back because of an operation (OpenAPI 3.1.1 section 4.8.18). */
export function readCallbacks(
  reading: Reading,
  node: Node,
  parent: NameKey,
  around: Surroundings,
): void {
  for (const [name, place] of mapAt(node, 'callbacks')) {
    const callback = follow(reading, place, `the callback "${name}"`);
    if (callback === undefined) continue;
    for (const expression of Object.keys(callback.value)) {
      if (expression.startsWith('x-')) continue;
      const item = placeAt(callback, expression);
      // A callback that several operations share is one set of operations, told by the first that names it.
      if (item === undefined || reading.memo.has(item.value as object)) continue;
      reading.memo.set(item.value as object, name);
      readPathItem(reading, item, {
        sentBy: 'server',
        target: readTarget(reading, item, name, expression),
        parent,
        servers: [],
        // What the API asks of those who call it says nothing about calls in the other direction.
        security: [],
        schemes: around.schemes,
        key: (method) => `${parent.slice('operation:'.length)} ${name} ${method} ${expression}`,
      });
    }
  }
}

function readTarget(
  reading: Reading,
  { origin }: Place,
  callback: string,
  expression: string,
): CallbackTarget {
  const address = parseAddress(expression);
  const [first] = address ?? [];
  const isRelative = typeof first === 'string' && !/^[a-z][a-z\d+.-]*:/iu.test(first);
  if (address === undefined || isRelative) {
    reading.reporter.warning(
      'callback-address',
      origin,
      isRelative
        ? `"${expression}" names no server: whoever sends it can not tell where it goes`
        : `"${expression}" is no address: what is between its braces is no runtime expression`,
      {
        part: 'key',
        hint: 'write {$request.body#/url}, {$request.query.url} or the like; until then a sender has to be told the address',
      },
    );
    return { expression, callback };
  }
  return { expression, callback, address };
}
