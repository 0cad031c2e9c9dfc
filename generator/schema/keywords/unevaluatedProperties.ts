import type { UnevaluatedPropertiesPart } from '../../checks/check.js';
import { since2019 } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readSchema } from '../read/subschemas.js';

/** Core 11.3. */
export const unevaluatedProperties: Keyword<'unevaluatedProperties', UnevaluatedPropertiesPart> = {
  name: 'unevaluatedProperties',
  dialects: since2019,
  vocabulary: 'unevaluated',
  group: 'object',
  subschemas: 'one',
  applies: 'child',
  read: readSchema('unevaluatedProperties'),
  lower({ keywords: { unevaluatedProperties: id } }, lowering) {
    const evaluated = id === undefined ? undefined : lowering.evaluatedProperties();
    if (id === undefined || evaluated === undefined || evaluated.always.all) return [];
    const target = lowering.target(id);
    return target.kind === 'anything'
      ? []
      : [{ keyword: 'unevaluatedProperties', evaluated, target }];
  },
};
