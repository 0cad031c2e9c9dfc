import { diagnosticPosition, type Origin } from '../core/origin.js';
import { formatPointer } from '../core/pointer.js';
import type { Change } from '../diff/change.js';
import type { ExportsOf } from '../diff/exports.js';
import type { Verdict } from '../diff/verdict.js';
import type { ChangeLocation, DescribedChange } from './diff.js';

/** A change as data, with the exported names that it concerns. The prefixes are those of the paths of both descriptions. */
export function describe(
  change: Change,
  exportsOf: ExportsOf,
  prefixes: { readonly old: string; readonly next: string },
): DescribedChange {
  const { rule, message, subject, verdicts, clients, servers, uses, nodes } = change;
  return {
    rule: rule.id,
    message,
    subject,
    verdicts,
    clients,
    servers,
    old: locationOf(change.old, prefixes.old),
    new: locationOf(change.next, prefixes.next),
    uses,
    exports: isOfWords(clients, servers) ? [] : exportsOf(nodes),
  };
}

/** Changes of words concern the comments of names, not the names. */
export function isOfWords(clients: Verdict, servers: Verdict): boolean {
  return clients === 'cosmetic' && servers === 'cosmetic';
}

/** The position of a node, or of the nearest node around it that the document has. */
export function locationOf(origin: Origin, prefix: string): ChangeLocation {
  for (let node = origin; ; node = node.parent) {
    const { source, tokens, position } = diagnosticPosition({ origin: node, part: 'key' });
    if (position !== undefined || !('parent' in node))
      return {
        path: `${prefix}${source.path}`,
        ...(position && { line: position.line, column: position.column }),
        pointer: formatPointer(tokens),
      };
  }
}
