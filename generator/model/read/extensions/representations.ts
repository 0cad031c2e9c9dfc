import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import type { Int64 } from '../../analysis/big-integer.js';
import { member } from '../json.js';
import type { ObjectNode } from '../openapi/node.js';
import { refuse } from './extension.js';

/** Reads `x-int64` of the document: the program representation of 64-bit integers. */
export function readInt64(root: ObjectNode): Int64 | undefined {
  const value = member(root.value, 'x-int64');
  if (value === undefined || value === 'number' || value === 'bigint') return value;
  return refuse(
    root,
    ['x-int64'],
    invalidExtension.choice({ name: 'x-int64', values: ['number', 'bigint'] }),
  );
}

/** Reads `x-dates` of the document: the program representation of `date-time` strings. */
export function readDates(root: ObjectNode): 'string' | 'Date' | undefined {
  const value = member(root.value, 'x-dates');
  if (value === undefined || value === 'string' || value === 'Date') return value;
  return refuse(
    root,
    ['x-dates'],
    invalidExtension.choice({ name: 'x-dates', values: ['string', 'Date'] }),
    'codecs belong in the config file, because their modules are executed',
  );
}
