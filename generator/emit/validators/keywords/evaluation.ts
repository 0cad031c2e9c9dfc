import type { Code } from '../../code.js';
import type { Evaluated, EvaluationCondition } from '../check.js';
import { all, any, constant, expression, holds, not, type Condition } from '../condition.js';
import type { Frame, Subject } from '../frame.js';
import { passes } from '../guard.js';
import type { Statement } from '../statement.js';
import { has } from './dependentRequired.js';

/** What is asked about the whole instance, and when what a branch has looked at counts. */
export interface AskedBranches<What> {
  readonly asked: readonly Statement[];
  readonly branches: readonly { readonly counts: Condition; readonly what: What }[];
}

/** Asks about the whole instance before its parts are gone through: each condition once, and each branch. */
export function askBranches<What>(
  { branches }: Evaluated<What>,
  subject: Subject,
  frame: Frame,
): AskedBranches<What> {
  const asked: Statement[] = [];
  const keep = (value: Condition): Condition => {
    const name = frame.local('applies');
    asked.push({ kind: 'constant', name, value });
    return holds(name);
  };
  const ways = branches.map(({ ways: own }) =>
    own.map(({ from, when }) => ({ from, when: when && askedOf(when, subject, frame) })),
  );
  const asks = new Map<Code, number>();
  for (const own of ways)
    for (const text of new Set(own.map(({ when }) => when?.text)))
      if (text !== undefined) asks.set(text, (asks.get(text) ?? 0) + 1);
  const answers = new Map<Code, Condition>();
  const answerOf = ({ text, is, isTurned }: Asked): Condition => {
    let answer = answers.get(text);
    if (answer === undefined) {
      const isSettled = is.kind === 'constant' || asks.get(text) === 1;
      answers.set(text, (answer = isSettled ? is : keep(is)));
    }
    return isTurned ? not(answer) : answer;
  };
  const flags: Condition[] = [];
  for (const own of ways) {
    const sources = new Map<string, { when: Asked | undefined; from: Condition[] }>();
    for (const { from, when } of own) {
      const key = when === undefined ? '' : `${when.isTurned} ${when.text}`;
      const source = sources.get(key) ?? { when, from: [] };
      sources.set(key, source);
      source.from.push(from === undefined ? constant(true) : (flags[from] ?? constant(false)));
    }
    const counts = any(
      ...[...sources.values()].map(({ when, from }) =>
        all(any(...from), when === undefined ? constant(true) : answerOf(when)),
      ),
    );
    flags.push(isName(counts) ? counts : keep(counts));
  }
  return {
    asked,
    branches: branches.map(({ what }, index) => ({
      counts: flags[index] ?? constant(false),
      what,
    })),
  };
}

/** A question about the instance; `isTurned` where the answer is to be no. */
interface Asked {
  readonly text: Code;
  readonly is: Condition;
  readonly isTurned: boolean;
}

function askedOf(when: EvaluationCondition, subject: Subject, frame: Frame): Asked {
  const is =
    when.kind === 'has' ? has(when.name, subject, frame) : passes(when.target, subject, frame);
  return { text: expression(is), is, isTurned: when.kind === 'fails' };
}

/** Whether nothing is gained by giving a condition a name. */
function isName(condition: Condition): boolean {
  if (condition.kind === 'constant') return true;
  return condition.kind === 'atom' && /^!?[\w$]+$/.test(condition.text);
}
