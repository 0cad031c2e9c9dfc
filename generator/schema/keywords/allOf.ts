import type { AllOfPart } from '../../checks/check.js';
import { splitIntoParts } from '../../checks/statements/split-into-parts.js';
import { rejectionOf } from '../../checks/reports/violations.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readSchemaList } from '../read/subschemas.js';

/** Core 10.2.1.1. */
export const allOf: Keyword<'allOf', AllOfPart> = {
  name: 'allOf',
  dialects: everyDialect,
  vocabulary: 'applicator',
  group: 'any',
  subschemas: 'list',
  applies: 'in-place',
  read: readSchemaList('allOf'),
  targets: ({ targets }) => targets,
  lower({ keywords: { allOf: ids = [] } }, lowering) {
    const targets = ids.map(lowering.target).filter(({ kind }) => kind !== 'anything');
    return targets.length === 0 ? [] : [{ keyword: 'allOf', targets }];
  },
  guard: ({ targets }, instance, context) =>
    splitIntoParts(
      targets.map((target) => context.guardTarget(target, instance, rejectionOf('allOf'))),
      instance,
      context,
    ),
};
