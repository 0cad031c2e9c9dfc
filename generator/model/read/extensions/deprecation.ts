import { deprecationDate } from '../../../core/diagnostics/extensions.js';
import type { Deprecation } from '../../operation-extensions.js';
import { member } from '../json.js';
import { originAt } from '../openapi/node.js';
import type { ObjectNode } from '../openapi/node.js';
import { isDate } from './changelog.js';

/** Reads `x-deprecated-since` and `x-sunset` of an operation; `undefined` if it has neither. */
export function readDeprecation(node: ObjectNode): Deprecation | undefined {
  const since = readDate(node, 'x-deprecated-since');
  const sunset = readDate(node, 'x-sunset');
  if (since === undefined && sunset === undefined) return undefined;
  return { ...(since !== undefined && { since }), ...(sunset !== undefined && { sunset }) };
}

/** A date or a date-time as a date-time of UTC. */
function readDate(node: ObjectNode, name: string): string | undefined {
  const value = member(node.value, name);
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value.trim() : '';
  const [, day] =
    /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/i.exec(text) ?? [];
  const date = new Date(text);
  if (day !== undefined && isDate(day) && !Number.isNaN(date.getTime()))
    return date.toISOString().replace('.000Z', 'Z');
  node.reporter.report(deprecationDate.default({ name }), originAt(node, name), {
    hint: 'write 2026-12-31, or 2026-12-31T18:00:00Z',
  });
  return undefined;
}
