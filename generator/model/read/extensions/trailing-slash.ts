import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import { didYouMean } from '../../../core/suggestion.js';
import { member } from '../json.js';
import type { HttpBinding } from '../../api.js';
import type { ObjectNode } from '../openapi/node.js';
import { refuse } from './extension.js';

const VALUES = ['optional', 'exact'] as const;

/** Reads `x-trailing-slash` of an object; `undefined` if absent. */
export function readTrailingSlash(node: ObjectNode): 'optional' | 'exact' | undefined {
  const value = member(node.value, 'x-trailing-slash');
  if (value === undefined) return undefined;
  const known = VALUES.find((each) => each === value);
  if (known !== undefined) return known;
  const { hint } = didYouMean(typeof value === 'string' ? value : '', VALUES);
  return refuse(
    node,
    ['x-trailing-slash'],
    invalidExtension.choice({ name: 'x-trailing-slash', values: VALUES }),
    hint,
  );
}

/** Returns `'optional'` if a trailing slash is optional for the paths of an item. The item takes precedence over the document. */
export function trailingSlashOf(
  item: ObjectNode,
  target: HttpBinding['target'],
  common: 'optional' | 'exact' | undefined,
): 'optional' | undefined {
  const own = readTrailingSlash(item);
  const hasPath = 'parts' in target;
  if (own !== undefined && !hasPath) {
    return refuse(
      item,
      ['x-trailing-slash'],
      invalidExtension.location({ name: 'x-trailing-slash', what: 'an item that has no path' }),
    );
  }
  if (own === 'optional' && hasPath && target.text === '/') {
    return refuse(
      item,
      ['x-trailing-slash'],
      invalidExtension.location({ name: 'x-trailing-slash', what: 'the path "/"' }),
      'omit "x-trailing-slash"',
    );
  }
  const applies = hasPath && target.text !== '/';
  return applies && (own ?? common) === 'optional' ? 'optional' : undefined;
}
