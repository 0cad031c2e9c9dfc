import { member } from '../json.js';
import type { Node } from '../openapi/node.js';
import { refuse } from './extension.js';

/** `x-dates` of the document: what texts of the format `date-time` are in a program. */
export function readDates(root: Node): 'string' | 'Date' | undefined {
  const value = member(root.value, 'x-dates');
  if (value === undefined || value === 'string' || value === 'Date') return value;
  return refuse(
    root,
    ['x-dates'],
    '"x-dates" is neither string nor Date',
    'codecs are named in the config file, whose author trusts their module',
  );
}
