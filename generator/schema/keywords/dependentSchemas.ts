import type { DependentSchemasPart } from '../../checks/check.js';
import { rejectionOf } from '../../checks/reports/violations.js';
import { since2019 } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readSchemaMap } from '../read/subschemas.js';
import { has } from '../print/members.js';

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
  targets: ({ target }) => [target],
  lower: ({ keywords: { dependentSchemas: entries = [] } }, lowering) =>
    entries.flatMap(([name, id]) => {
      const target = lowering.target(id);
      if (target.kind === 'anything') return [];
      const spelling = lowering.spellingOf(id);
      return [{ keyword: 'dependentSchemas', spelling, name, target }];
    }),
  guard({ spelling, name, target }, instance, context) {
    const rejection = rejectionOf(spelling, `no member ${JSON.stringify(name)}`);
    const then = context.guardTarget(target, instance, rejection);
    return then.length === 0 ? [] : [{ kind: 'if', when: has(name, instance, context), then }];
  },
};
