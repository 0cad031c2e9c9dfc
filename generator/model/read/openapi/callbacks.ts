import { defineWarning } from '../../../core/diagnostic.js';
import { tooDeep } from '../../../core/diagnostics/references.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import type { CallbackTarget, NameKey } from '../../api.js';
import { mapAt, childAt } from './node.js';
import type { ObjectNode, ValueNode } from './node.js';
import { follow } from './reading.js';
import type { Reading } from './reading.js';
import { parseAddress } from './runtime-expression.js';

/** Maximum number of callbacks within one another, including those that references lead to. */
const MAX_DEPTH = 100;

const depths = new WeakMap<Reading, number>();

const reported = new WeakSet<Reading>();

/** An address of a callback that a sender cannot determine. */
export const callbackAddress: DiagnosticType<{
  relative: { address: string };
  expression: { address: string };
}> = defineWarning('callback-address', {
  relative: ({ address }) => `"${address}" has no server, so senders must provide the address`,
  expression: ({ address }) =>
    `"${address}" is not an address, because the text between its braces is not a runtime expression`,
});

/** A path item of a callback. */
export interface Callback {
  readonly target: CallbackTarget;
  /** The operation that causes the requests. */
  readonly parent: NameKey;
  /** Returns the key of a request without `operationId`. */
  key(method: string): string;
}

/**
 * Requests that the server sends back because of an operation (OpenAPI 3.1.1 section 4.8.18). Passes each path item to `readItem`,
 * which reads its operations, and their callbacks.
 */
export function readCallbacks(
  reading: Reading,
  node: ObjectNode,
  parent: NameKey,
  readItem: (item: ValueNode, callback: Callback) => void,
): void {
  for (const [name, valueNode] of mapAt(node, 'callbacks')) {
    const callback = follow(reading, valueNode, `the callback "${name}"`);
    if (callback === undefined) continue;
    for (const expression of Object.keys(callback.value)) {
      if (expression.startsWith('x-')) continue;
      const item = childAt(callback, expression);
      // A callback that several operations share is one set of operations, read for the first that refers to it.
      if (item === undefined || reading.memo.has(item.value as object)) continue;
      reading.memo.set(item.value as object, name);
      const depth = depths.get(reading) ?? 0;
      if (depth === MAX_DEPTH) {
        if (reported.has(reading)) return;
        reported.add(reading);
        reading.reporter.report(tooDeep.callbacks({ limit: MAX_DEPTH }), item.origin, {
          hint: 'omit callbacks of callbacks that are never sent',
        });
        return;
      }
      depths.set(reading, depth + 1);
      readItem(item, {
        target: readTarget(reading, item, name, expression),
        parent,
        key: (method) => `${parent.slice('operation:'.length)} ${name} ${method} ${expression}`,
      });
      depths.set(reading, depth);
    }
  }
}

function readTarget(
  reading: Reading,
  { origin }: ValueNode,
  callback: string,
  expression: string,
): CallbackTarget {
  const address = parseAddress(expression);
  const [first] = address ?? [];
  const isRelative = typeof first === 'string' && !/^[a-z][a-z\d+.-]*:/iu.test(first);
  if (address === undefined || isRelative) {
    reading.reporter.report(
      isRelative
        ? callbackAddress.relative({ address: expression })
        : callbackAddress.expression({ address: expression }),
      origin,
      {
        part: 'key',
        hint: 'write an expression such as {$request.body#/url} or {$request.query.url}',
      },
    );
    return { expression, callback };
  }
  return { expression, callback, address };
}
