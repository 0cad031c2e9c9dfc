import type { Code } from '../../code.js';
import type { EvaluationCondition } from '../check.js';
import { expression, not } from '../condition.js';
import type { Frame, Subject } from '../frame.js';
import { passes } from '../guard.js';
import { has } from './dependentRequired.js';

/** The condition under which what a branch has looked at counts. */
export function evaluationCondition(
  when: EvaluationCondition,
  subject: Subject,
  frame: Frame,
): Code {
  switch (when.kind) {
    case 'has':
      return expression(has(when.name, subject, frame));
    case 'passes':
      return expression(passes(when.target, subject, frame));
    case 'fails':
      return expression(not(passes(when.target, subject, frame)));
  }
}
