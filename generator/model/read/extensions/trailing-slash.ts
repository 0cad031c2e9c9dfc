import { didYouMean } from '../../../core/suggestion.js';
import { member } from '../json.js';
import type { HttpBinding } from '../../api.js';
import type { Node } from '../openapi/node.js';
import { refuse } from './extension.js';

const VALUES = ['optional', 'exact'] as const;

/** What an object says about a slash at the end of its paths; `undefined` where it says nothing. */
export function readTrailingSlash(node: Node): 'optional' | 'exact' | undefined {
  const value = member(node.value, 'x-trailing-slash');
  if (value === undefined) return undefined;
  const known = VALUES.find((each) => each === value);
  if (known !== undefined) return known;
  const { hint } = didYouMean(typeof value === 'string' ? value : '', VALUES);
  return refuse(
    node,
    ['x-trailing-slash'],
    '"x-trailing-slash" is neither optional nor exact',
    hint,
  );
}

/** Whether the path of an item is the same with a slash at its end and without: as the item says, else the document. */
export function trailingSlashOf(
  item: Node,
  target: HttpBinding['target'],
  common: 'optional' | 'exact' | undefined,
): 'optional' | undefined {
  const own = readTrailingSlash(item);
  const hasPath = 'parts' in target;
  if (own !== undefined && !hasPath) {
    return refuse(
      item,
      ['x-trailing-slash'],
      '"x-trailing-slash" stands on something that has no path',
    );
  }
  if (own === 'optional' && hasPath && target.text === '/') {
    return refuse(
      item,
      ['x-trailing-slash'],
      'the path "/" has no other spelling',
      'leave "x-trailing-slash" out',
    );
  }
  const applies = hasPath && target.text !== '/';
  return applies && (own ?? common) === 'optional' ? 'optional' : undefined;
}
