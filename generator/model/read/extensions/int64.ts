import type { Int64 } from '../../big-integer.js';
import { member } from '../json.js';
import type { Node } from '../openapi/node.js';
import { refuse } from './extension.js';

/** `x-int64` of the document: what integers of 64 bits are in a program. */
export function readInt64(root: Node): Int64 | undefined {
  const value = member(root.value, 'x-int64');
  if (value === undefined || value === 'number' || value === 'bigint') return value;
  return refuse(root, ['x-int64'], '"x-int64" is neither number nor bigint');
}
