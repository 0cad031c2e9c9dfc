import { code, join, literal, propertyName, stringLiteral, type Code } from '../../code.js';
import type { Branch, Dispatch, UnionPart } from '../check.js';
import { any, holds, not } from '../condition.js';
import {
  fails,
  memberPiece,
  partOf,
  pointerOf,
  reportCall,
  returnFalse,
  violation,
  type Frame,
  type Subject,
} from '../frame.js';
import { isTypeOnly, passes } from '../guard.js';
import { alternatives, typePhrase, valuesPhrase } from '../phrase.js';
import { reportTarget } from '../report.js';
import { readingMembers } from './properties.js';
import type { LiteralTree } from '../literal-tree.js';
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

/** The same for a report, which says which branch was chosen, or which values choose one. */
export function reportDispatch(
  part: UnionPart,
  dispatch: Dispatch,
  subject: Subject,
  frame: Frame,
  place: string,
): readonly Statement[] {
  const keyword = dispatch.place;
  const others = any(
    ...dispatch.others.map((index) => passes(branchOf(part, index).target, subject, frame)),
  );
  const refusal = violation(subject, frame, { keyword, expected: branchesPhrase(part), place });
  const otherwise: readonly Statement[] =
    others.kind === 'constant' ? [refusal] : [{ kind: 'if', when: not(others), then: [refusal] }];
  return onObject(subject, frame, otherwise, (object) => {
    const tag = tagOf(dispatch, object, frame);
    const member = partOf(object, tag.value, [memberPiece(dispatch.property)]);
    const cases: SwitchCase[] = dispatch.cases.map(({ values, branch }) => ({
      labels: values.map(literal),
      body: [...reportBranch(branchOf(part, branch), object, frame, place, keyword), code`break;`],
    }));
    const expected = valuesPhrase(dispatch.cases.flatMap(({ values }) => values));
    const unknown = violation(member, frame, {
      keyword: 'discriminator',
      expected,
      place: `${place}`,
    });
    const fallback =
      dispatch.fallback === undefined ? undefined : branchOf(part, dispatch.fallback);
    const body =
      fallback === undefined ? [unknown] : reportBranch(fallback, object, frame, place, keyword);
    cases.push({ labels: [], body });
    return [...tag.statements, { kind: 'switch', on: tag.value, cases: labelled(cases) }];
  });
}

/** Adds the violations of the branch that came closest, or says what the branches are. */
export function reportBranches(
  part: UnionPart,
  subject: Subject,
  frame: Frame,
  place: string,
): readonly Statement[] {
  const { keyword } = part;
  const refusal = violation(subject, frame, { keyword, expected: branchesPhrase(part), place });
  const close = part.branches.filter(({ target }) => canComeClose(target, frame));
  if (close.length === 0) return [refusal];
  const branch = frame.local('branch');
  const inside: Frame = { ...frame, report: branch };
  const list = frame.local('branches');
  const type = frame.printing.runtimeType('BranchReport');
  const entries = close.map(({ name, target }): LiteralTree => {
    const call = reportCall(functionOf(target, frame), subject, inside);
    return { items: [stringLiteral(name), code`(${branch}) => ${callText(call)}`] };
  });
  const closest = code`${frame.printing.runtime('reportClosest')}(${frame.report}, ${pointerOf(subject)}, ${list})`;
  return [
    {
      kind: 'literal',
      start: code`const ${list}: readonly ${type}[] = `,
      tree: { items: entries },
    },
    { kind: 'if', when: not(holds(closest)), then: [refusal] },
  ];
}

/** The branches as a person knows them. */
export function branchesPhrase(part: UnionPart): string {
  return alternatives(
    part.branches.map(({ name, target }) =>
      target.kind === 'inline' && isTypeOnly(target.check) ? typePhrase(target.check.types) : name,
    ),
  );
}

function canComeClose(target: Branch['target'], frame: Frame): boolean {
  if (target.kind === 'anything' || target.kind === 'nothing') return false;
  const check = target.kind === 'inline' ? target.check : frame.printing.checkOf(target.key);
  return !isTypeOnly(check);
}

function functionOf(target: Branch['target'], { printing }: Frame) {
  if (target.kind === 'function') return printing.functionOf(target.key);
  if (target.kind === 'inline') return printing.extract(target.check);
  throw new Error('only a branch that demands something is reported');
}

function callText(statement: Statement): Code {
  if (typeof statement === 'string' || statement.kind !== 'call')
    throw new Error('a report is called');
  return code`${statement.function}(${join(statement.arguments, ', ')})`;
}

function reportBranch(
  branch: Branch,
  subject: Subject,
  frame: Frame,
  place: string,
  keyword: string,
): readonly Statement[] {
  const { target, name } = branch;
  if (target.kind === 'anything') return [];
  if (target.kind === 'nothing')
    return reportTarget(target, subject, frame, { keyword, expected: 'another branch', place });
  const chosen = code`${frame.printing.runtime('inBranch')}(${frame.report}, ${stringLiteral(name)})`;
  return [reportCall(functionOf(target, frame), subject, { ...frame, report: chosen })];
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
