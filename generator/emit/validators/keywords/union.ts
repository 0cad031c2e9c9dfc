import { code, literal, propertyName, stringLiteral, type Code } from '../../code.js';
import type { Branch, Dispatch, UnionPart } from '../check.js';
import { any, holds, not } from '../condition.js';
import { fails, returnFalse, type Frame, type Subject } from '../frame.js';
import { passes } from '../guard.js';
import { readingMembers } from './properties.js';
import type { Statement, SwitchCase } from '../statement.js';
import { objectType } from '../type-set.js';

/** Goes to the one branch that a member's value chooses, instead of trying them all. */
export function guardDispatch(
  part: UnionPart,
  dispatch: Dispatch,
  subject: Subject,
  frame: Frame,
): readonly Statement[] {
  const others = any(
    ...dispatch.others.map((index) => passes(branchOf(part, index).target, subject, frame)),
  );
  return onObject(subject, frame, fails(not(others)), (object) => {
    const tag = tagOf(dispatch, object, frame);
    const cases: SwitchCase[] = dispatch.cases.map(({ values, branch }) => {
      const { target } = branchOf(part, branch);
      const body = fails(not(passes(target, object, frame)));
      return {
        labels: values.map(literal),
        body: body === returnFalse ? body : [...body, code`break;`],
      };
    });
    const fallback =
      dispatch.fallback === undefined ? undefined : branchOf(part, dispatch.fallback);
    const unknown =
      fallback === undefined ? returnFalse : fails(not(passes(fallback.target, object, frame)));
    cases.push({ labels: [], body: unknown });
    return [...tag.statements, { kind: 'switch', on: tag.value, cases: labelled(cases) }];
  });
}

function branchOf(part: UnionPart, index: number): Branch {
  const branch = part.branches[index];
  if (branch === undefined) throw new Error('a dispatch leads to a branch');
  return branch;
}

/** A value chooses the first branch that lists it: equal labels would be an error of TypeScript's. */
function labelled(cases: readonly SwitchCase[]): readonly SwitchCase[] {
  const seen = new Set<string>();
  return cases.flatMap((arm) => {
    if (arm.labels.length === 0) return [arm];
    const labels = arm.labels.filter((label) => !seen.has(label));
    for (const label of labels) seen.add(label);
    return labels.length === 0 ? [] : [{ ...arm, labels }];
  });
}

function onObject(
  subject: Subject,
  frame: Frame,
  otherwise: readonly Statement[],
  then: (object: Subject) => readonly Statement[],
): readonly Statement[] {
  if (subject.known === objectType) return then(subject);
  const when = holds(code`${frame.printing.runtime('isObject')}(${subject.value})`);
  const statements = then({ ...subject, known: objectType });
  if (otherwise === returnFalse) return [...fails(not(when)), ...statements];
  return [{ kind: 'if', when, then: statements, otherwise }];
}

function tagOf(
  { property }: Dispatch,
  subject: Subject,
  frame: Frame,
): { readonly statements: readonly Statement[]; readonly value: Code } {
  const value = frame.local('tag');
  if (property in Object.prototype) {
    const own = frame.printing.runtime('ownMember');
    const statement = code`const ${value} = ${own}(${subject.value}, ${stringLiteral(property)});`;
    return { statements: [statement], value };
  }
  const name = code`${propertyName(property)}: ${value}`;
  return { statements: [readingMembers([name], subject, frame)], value };
}
