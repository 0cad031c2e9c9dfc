import { type IfPart, anything } from '../../checks/check.js';
import { type Condition, not } from '../../checks/statements/condition.js';
import type { Statement } from '../../checks/statements/statement.js';
import { rejectionOf } from '../../checks/reports/violations.js';
import type { Keyword } from '../keyword.js';
import { readSchema } from '../read/subschemas.js';

/** Core 10.2.2.1 to 10.2.2.3: `if`, `then` and `else`. */
export const ifKeyword: Keyword<'if', IfPart> = {
  name: 'if',
  dialects: { since: '7' },
  vocabulary: 'applicator',
  group: 'any',
  subschemas: 'one',
  applies: 'in-place',
  isTest: true,
  read: readSchema('if'),
  targets: ({ condition, then, otherwise }) => [condition, then, otherwise],
  lower({ keywords: { if: condition, then, else: otherwise } }, lowering) {
    if (condition === undefined || (then ?? otherwise) === undefined) return [];
    return [
      {
        keyword: 'if',
        condition: lowering.target(condition),
        then: then === undefined ? anything : lowering.target(then),
        otherwise: otherwise === undefined ? anything : lowering.target(otherwise),
      },
    ];
  },
  guard: ({ condition, then, otherwise }, instance, context) =>
    choose(
      context.passes(condition, instance),
      context.guardTarget(then, instance, rejectionOf('then', 'a value that "if" refuses')),
      context.guardTarget(otherwise, instance, rejectionOf('else', 'a value that "if" accepts')),
    ),
};

function choose(
  when: Condition,
  then: readonly Statement[],
  otherwise: readonly Statement[],
): readonly Statement[] {
  if (when.kind === 'constant') return when.value ? then : otherwise;
  if (then.length === 0 && otherwise.length === 0) return [];
  if (then.length === 0) return [{ kind: 'if', when: not(when), then: otherwise }];
  return [{ kind: 'if', when, then, ...(otherwise.length === 0 ? {} : { otherwise }) }];
}
