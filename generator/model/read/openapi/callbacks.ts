import type { NameKey } from '../../api.js';
import { mapAt, placeAt } from './node.js';
import type { Node } from './node.js';
import type { Surroundings } from './operation.js';
import { readPathItem } from './path-item.js';
import { follow } from './reading.js';
import type { Reading } from './reading.js';

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
        target: { expression },
        parent,
        servers: [],
        security: around.security,
        schemes: around.schemes,
        key: (method) => `${parent.slice('operation:'.length)} ${name} ${method} ${expression}`,
      });
    }
  }
}
