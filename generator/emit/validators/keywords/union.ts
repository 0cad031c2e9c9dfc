import { code, literal, propertyName, stringLiteral, type Code } from '../../code.js';
import type { Demand } from '../demands.js';
import type { Branch, Check, Dispatch, MemberCheck, Tag, Target, UnionPart } from '../check.js';
import { any, expression, holds, not, type Condition } from '../condition.js';
import { alwaysFails, broken, brokenUnder, demandOf, fails, reportOn } from '../fail.js';
import { partOf, placeOfTarget, type CheckFunction, type Frame, type Subject } from '../frame.js';
import { guardTarget, isTypeOnly, isWrittenHere, passes, refusalOf } from '../guard.js';
import { branchPhrases, isNamed } from '../kind-phrase.js';
import { fitsCall } from '../nested.js';
import { alternatives, typePhrase, valuesPhrase } from '../phrase.js';
import { variableOf } from '../pointer.js';
import { readingMembers } from './properties.js';
import type { Call, Statement, SwitchCase } from '../statement.js';
import { objectType, typeOfJson } from '../type-set.js';

/** Tells which branch came closest; where matches are counted, that too many are. */
export function closest(
  part: UnionPart,
  matches: Code | undefined,
  subject: Subject,
  frame: Frame,
): Call {
  const { printing } = frame;
  const { keyword } = part;
  const names = alternatives(branchPhrases(part.branches, printing));
  let isRecursive = false;
  const steps: Demand[] = [];
  const items = part.branches.map((branch): Code => {
    const checked = functionOf(branch.target, subject, frame);
    steps.push({
      ...demandOf({ ...subject, required: false }),
      place: checked?.names.placed === false ? checked.place : undefined,
      branch: nameOf(branch),
      keyword: '>',
    });
    if (checked === undefined) return code`undefined`;
    printing.want(checked.names);
    isRecursive ||= checked.names.recursive;
    return checked.names.name;
  });
  const several = `exactly one of ${names}, not several at once`;
  const line = frame.demand(
    { ...demandOf(subject), keyword, expected: names },
    ...steps,
    ...(matches === undefined ? [] : [{ ...demandOf(subject), keyword, expected: several }]),
  );
  const at = variableOf(subject.pointer);
  const level = subject.level === 0 ? code`depth` : code`depth + ${subject.level}`;
  const depth = isRecursive && frame.recursive ? [at ?? code`undefined`, level] : [];
  const behind = depth.length > 0 ? depth : at === undefined ? [] : [at];
  const count = matches === undefined ? (behind.length > 0 ? [code`0`] : []) : [matches];
  const report = reportOn(subject, frame);
  return {
    function: printing.runtime('failsAll'),
    arguments: [report, code`${line}`, { items }, subject.value, ...count, ...behind],
  };
}

/** Counts the branches that a value fits. */
export function counting(
  part: UnionPart,
  subject: Subject,
  frame: Frame,
  matches: Code,
): readonly Statement[] {
  const conditions = part.branches.map(({ target }) => passes(target, subject, frame));
  if (conditions.length > mostBranches) return countingInList(conditions, frame, matches);
  return [
    code`let ${matches} = 0;`,
    ...conditions.flatMap((when): readonly Statement[] => {
      const then = [code`${matches} += 1;`];
      if (when.kind === 'constant') return when.value ? then : [];
      return [{ kind: 'if', when, then }];
    }),
  ];
}

/** The same where there are more than TypeScript follows in one function (TS2563): nothing is assigned, and nothing depends on a test. */
function countingInList(
  conditions: readonly Condition[],
  frame: Frame,
  matches: Code,
): readonly Statement[] {
  const answers = frame.local('answers');
  return [
    {
      kind: 'literal',
      start: code`const ${answers} = `,
      tree: { items: conditions.map(expression) },
    },
    code`const ${matches} = ${answers}.filter(Boolean).length;`,
  ];
}

/** Branches that are tried one after the other; more are counted in a list. */
export const mostBranches = 300;

/** What checks a branch, unless it is about nothing but a type. */
function functionOf(
  target: Target,
  subject: Subject,
  frame: Frame,
): { readonly names: CheckFunction; readonly place: string } | undefined {
  if (target.kind === 'anything' || target.kind === 'nothing') return undefined;
  const { printing } = frame;
  const place = placeOfTarget(target, subject, frame);
  if (target.kind === 'function') return { names: printing.functionOf(target.key), place };
  if (isTypeOnly(target.check)) return undefined;
  return { names: printing.extract(target, place), place };
}

/** A branch as a person knows it. */
function nameOf({ name, target }: Branch): string {
  const isType = target.kind === 'inline' && isTypeOnly(target.check);
  return isType ? typePhrase(target.check.types) : name;
}

/** Goes to the one branch that a member's value chooses, instead of trying them all. */
export function guardDispatch(
  part: UnionPart,
  dispatch: Dispatch,
  subject: Subject,
  frame: Frame,
): readonly Statement[] {
  const known = dispatch.cases.flatMap(({ values }) => values);
  const isByTag = dispatch.others.length === 0 && !part.branches.some(({ name }) => isNamed(name));
  const names = isByTag
    ? `an object whose ${JSON.stringify(dispatch.property)} is ${valuesPhrase(known)}`
    : alternatives(branchPhrases(part.branches, frame.printing));
  const others = any(
    ...dispatch.others.map((index) => passes(branchOf(part, index).target, subject, frame)),
  );
  const refused = fails(not(others), broken(part.keyword, names, subject, frame));
  return onObject(subject, frame, refused, (object) => {
    const tag = tagOf(dispatch, object, frame);
    const cases: SwitchCase[] = dispatch.cases.map(({ values, branch }) => ({
      labels: values.map(literal),
      body: [
        ...chosen(branchOf(part, branch), withoutTag(dispatch.property, values), object, frame),
        code`break;`,
      ],
    }));
    const secret = object.secret || dispatch.secret === true;
    const step = { kind: 'token', token: dispatch.property } as const;
    const member = { ...partOf(object, tag.value, step), secret };
    const unknown =
      dispatch.fallback === undefined
        ? alwaysFails(unknownTag(dispatch, valuesPhrase(known), member, frame))
        : chosen(branchOf(part, dispatch.fallback), (check) => check, object, frame);
    cases.push({ labels: [], body: unknown });
    return [...tag.statements, { kind: 'switch', on: tag.value, cases: labelled(cases) }];
  });
}

/** Tells that a member's value chooses no branch, where the description says what it chooses. */
function unknownTag({ place }: Dispatch, expected: string, member: Subject, frame: Frame): Call {
  return place === 'discriminator'
    ? broken(place, expected, member, frame)
    : brokenUnder(`/${place}`, 'discriminator', expected, member, frame);
}

/** Checks an object as the branch that it says it is. */
function chosen(
  branch: Branch,
  known: (check: Check) => Check,
  object: Subject,
  frame: Frame,
): readonly Statement[] {
  const { target } = branch;
  const subject = { ...object, branch: branch.name, required: false };
  if (target.kind === 'inline' && isWrittenHere(target, subject, frame)) {
    const check = known(target.check);
    return guardTarget({ ...target, check }, subject, frame, refusalOf('oneOf'));
  }
  const checked = functionOf(target, subject, frame);
  if (checked === undefined) return guardTarget(target, subject, frame, refusalOf('oneOf'));
  return fitsCall(checked.names, checked.place, subject, frame);
}

/** What is left of a branch's check once a member is known to have one of some values. */
function withoutTag(property: string, values: readonly Tag[]): (check: Check) => Check {
  const isKnown = ({ name, target }: MemberCheck): boolean => {
    if (name !== property || target.kind !== 'inline') return false;
    const { literals, types, any: others } = target.check;
    const isAllowed = (value: Tag): boolean =>
      literals?.values.includes(value) === true && (typeOfJson(value) & types) !== 0;
    return others.length === 0 && values.every(isAllowed);
  };
  return (check) => ({
    ...check,
    object: check.object.map((part) =>
      part.keyword === 'properties'
        ? { ...part, members: part.members.filter((member) => !isKnown(member)) }
        : part,
    ),
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
  return [{ kind: 'if', when, then: statements, ...(otherwise.length > 0 && { otherwise }) }];
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
  return { statements: [readingMembers([name], subject)], value };
}
