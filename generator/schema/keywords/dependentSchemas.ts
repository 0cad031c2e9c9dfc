import type { DependentSchemasPart } from '../../checks/check.js';
import { since2019 } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readSchemaMap } from '../read/subschemas.js';

/** Core 10.2.2.4. */
export const dependentSchemas: Keyword<'dependentSchemas', DependentSchemasPart> = {
  name: 'dependentSchemas',
  dialects: since2019,
  vocabulary: 'applicator',
  group: 'object',
  subschemas: 'map',
  applies: 'in-place',
  isTest: true,
  read: readSchemaMap('dependentSchemas'),
  lower: ({ keywords: { dependentSchemas: entries = [] } }, lowering) =>
    entries.flatMap(([name, id]) => {
      const target = lowering.target(id);
      if (target.kind === 'anything') return [];
      const spelling = lowering.spellingOf(id);
      return [{ keyword: 'dependentSchemas', spelling, name, target }];
    }),
};
