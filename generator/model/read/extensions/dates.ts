import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import { member } from '../json.js';
import type { ObjectNode } from '../openapi/node.js';
import { refuse } from './extension.js';

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
