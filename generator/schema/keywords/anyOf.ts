import type { UnionPart } from '../../checks/check.js';
import { any, equals, not } from '../../checks/statements/condition.js';
import { alternatives } from '../../checks/reports/phrase.js';
import type { FunctionContext, Instance } from '../../checks/emit-context.js';
import type { Statement } from '../../checks/statements/statement.js';
import { failWhen } from '../../checks/reports/violations.js';
import { code } from '../../printer/code.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { closest, countMatches, guardDispatch, maxSequentialBranches } from '../print/union.js';
import { readSchemaList } from '../read/subschemas.js';

/** Core 10.2.1.2. */
export const anyOf: Keyword<'anyOf', UnionPart> = {
  name: 'anyOf',
  dialects: everyDialect,
  vocabulary: 'applicator',
  group: 'any',
  subschemas: 'list',
  applies: 'in-place',
  read: readSchemaList('anyOf'),
  targets: ({ branches }) => branches.map(({ target }) => target),
  lower: (_, lowering) => lowering.union('anyOf'),
  phrase({ branches }, describe) {
    const kinds = branches.map(({ target }) => describe(target));
    return kinds.every((kind) => kind !== undefined) ? { noun: alternatives(kinds) } : undefined;
  },
  guard: guardAnyOf,
};

/** Statements that try all branches, or select one. */
export function guardAnyOf(
  part: UnionPart,
  instance: Instance,
  context: FunctionContext,
): readonly Statement[] {
  if (part.dispatch !== undefined) return guardDispatch(part, part.dispatch, instance, context);
  if (part.branches.length > maxSequentialBranches) {
    const matches = context.reserveLocal('matches');
    return [
      ...countMatches(part, instance, context, matches),
      ...failWhen(equals(matches, code`0`), closest(part, undefined, instance, context)),
    ];
  }
  const fitsOne = any(...part.branches.map(({ target }) => context.passes(target, instance)));
  return failWhen(not(fitsOne), closest(part, undefined, instance, context));
}
