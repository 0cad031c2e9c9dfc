import type { UnionPart } from '../../checks/check.js';
import { equals, not } from '../../checks/statements/condition.js';
import { failWhen } from '../../checks/reports/violations.js';
import { code } from '../../printer/code.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { closest, countMatches, guardDispatch } from '../print/union.js';
import { readSchemaList } from '../read/subschemas.js';
import { guardAnyOf } from './anyOf.js';

/** Core 10.2.1.3: exactly one match. If branches are exclusive, any match is the only one. */
export const oneOf: Keyword<'oneOf', UnionPart> = {
  name: 'oneOf',
  dialects: everyDialect,
  vocabulary: 'applicator',
  group: 'any',
  subschemas: 'list',
  applies: 'in-place',
  read: readSchemaList('oneOf'),
  targets: ({ branches }) => branches.map(({ target }) => target),
  lower: (_, lowering) => lowering.union('oneOf'),
  guard(part, instance, context) {
    if (part.dispatch !== undefined) return guardDispatch(part, part.dispatch, instance, context);
    if (part.exclusive) return guardAnyOf(part, instance, context);
    const matches = context.reserveLocal('matches');
    return [
      ...countMatches(part, instance, context, matches),
      ...failWhen(not(equals(matches, code`1`)), closest(part, matches, instance, context)),
    ];
  },
};
