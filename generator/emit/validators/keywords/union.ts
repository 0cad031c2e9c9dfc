import { code, literal, propertyName, stringLiteral, type Code } from '../../code.js';
import type { Branch, Dispatch, Target, UnionPart } from '../check.js';
import { any, holds, not, type Condition } from '../condition.js';
import { alwaysFails, broken, brokenUnder, fails, locationText, whereabouts } from '../fail.js';
import { partOf, type CheckFunction, type Frame, type Subject } from '../frame.js';
import { isTypeOnly, passes } from '../guard.js';
import type { LiteralTree } from '../literal-tree.js';
import { fitsBranch } from '../nested.js';
import { alternatives, typePhrase, valuesPhrase } from '../phrase.js';
import { relativePlace } from '../pointer.js';
import { readingMembers } from './properties.js';
import type { Call, Statement, SwitchCase } from '../statement.js';
import { objectType } from '../type-set.js';
import { typeTest } from '../type-test.js';

/** Tells which branch came closest, or how many match. */
export function closest(part: UnionPart, matches: Code, subject: Subject, frame: Frame): Call {
  const { printing } = frame;
  let isRecursive = false;
  const items = part.branches.map((branch): LiteralTree => {
    const name = stringLiteral(nameOf(branch));
    const checked = functionOf(branch.target, frame);
    if (checked === undefined) return { items: [name] };
    printing.want(checked.names);
    isRecursive ||= checked.names.recursive;
    if (checked.names.placed) return { items: [name, checked.names.name] };
    const place = locationText(relativePlace(checked.place, frame.place), frame);
    return { items: [name, checked.names.name, place] };
  });
  const where = whereabouts(subject, frame);
  const level = subject.level === 0 ? code`depth` : code`depth + ${subject.level}`;
  const depth = isRecursive && frame.recursive ? [level] : where.length === 0 ? [] : [code`0`];
  return {
    function: subject.secret ? code`to?.secret().closest` : code`to?.closest`,
    arguments: [stringLiteral(part.keyword), matches, { items }, subject.value, ...depth, ...where],
  };
}

/** What checks a branch, unless it is about nothing but a type. */
function functionOf(
  target: Target,
  { printing }: Frame,
): { readonly names: CheckFunction; readonly place: string } | undefined {
  if (target.kind === 'function')
    return { names: printing.functionOf(target.key), place: printing.checkOf(target.key).place };
  if (target.kind !== 'inline' || isTypeOnly(target.check)) return undefined;
  return { names: printing.extract(target.check), place: target.check.place };
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
  const names = alternatives(part.branches.map(nameOf));
  const others = any(
    ...dispatch.others.map((index) => passes(branchOf(part, index).target, subject, frame)),
  );
  const refused = fails(not(others), broken(part.keyword, names, subject, frame));
  return onObject(subject, frame, refused, (object) => {
    const tag = tagOf(dispatch, object, frame);
    const cases: SwitchCase[] = dispatch.cases.map(({ values, branch }) => ({
      labels: values.map(literal),
      body: [...chosen(branchOf(part, branch), object, frame), code`break;`],
    }));
    const known = dispatch.cases.flatMap(({ values }) => values);
    const secret = object.secret || dispatch.secret === true;
    const step = { kind: 'member', name: dispatch.property } as const;
    const member = { ...partOf(object, tag.value, step), secret };
    const unknown =
      dispatch.fallback === undefined
        ? alwaysFails(unknownTag(dispatch, valuesPhrase(known), member, frame))
        : chosen(branchOf(part, dispatch.fallback), object, frame);
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
function chosen(branch: Branch, subject: Subject, frame: Frame): readonly Statement[] {
  const { target } = branch;
  const checked = functionOf(target, frame);
  if (checked !== undefined)
    return fitsBranch(checked.names, checked.place, branch.name, subject, frame);
  if (target.kind === 'anything') return [];
  const types = target.kind === 'inline' ? target.check.types : 0;
  const test: Condition = typeTest(types, subject.value, frame);
  return fails(not(test), broken('type', typePhrase(types), subject, frame));
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
