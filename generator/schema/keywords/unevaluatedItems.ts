import type { UnevaluatedItemsPart } from '../../checks/check.js';
import { since2019 } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readSchema } from '../read/subschemas.js';

/** Core 11.2. */
export const unevaluatedItems: Keyword<'unevaluatedItems', UnevaluatedItemsPart> = {
  name: 'unevaluatedItems',
  dialects: since2019,
  vocabulary: 'unevaluated',
  group: 'array',
  subschemas: 'one',
  applies: 'child',
  read: readSchema('unevaluatedItems'),
  lower({ keywords: { unevaluatedItems: id } }, lowering) {
    const evaluated = id === undefined ? undefined : lowering.evaluatedItems();
    if (id === undefined || evaluated === undefined || evaluated.always.all) return [];
    const target = lowering.target(id);
    return target.kind === 'anything' ? [] : [{ keyword: 'unevaluatedItems', evaluated, target }];
  },
};
