import { checkCall } from '../../checks/guard/calls.js';
import {
  type Branch,
  type Check,
  type Dispatch,
  type MemberCheck,
  type Tag,
  type Target,
  type UnionPart,
  isTypeOnly,
} from '../../checks/check.js';
import {
  type Condition,
  any,
  conditionCode,
  holds,
  not,
} from '../../checks/statements/condition.js';
import {
  type CheckFunction,
  type FunctionContext,
  type Instance,
  childInstance,
  depthName,
  locationOfTarget,
} from '../../checks/emit-context.js';
import { relativeLocation } from '../../checks/reports/instance-pointer.js';
import { issuesPart, wholePart } from '../../checks/reports/issues-part.js';
import {
  alternatives,
  isNamedBranch,
  typePhrase,
  valuesPhrase,
} from '../../checks/reports/phrase.js';
import {
  breaks,
  declares,
  type Call,
  type Statement,
  type SwitchCase,
} from '../../checks/statements/statement.js';
import { objectType, typeOfJson } from '../../checks/type-set.js';
import {
  alwaysFails,
  failWhen,
  rejectionOf,
  reportKeyword,
  reportUnknownTag,
} from '../../checks/reports/violations.js';
import {
  type Code,
  type Leaf,
  type Name,
  code,
  literal,
  propertyName,
  stringLiteral,
  textOf,
} from '../../printer/code.js';
import { assigns, call, list } from '../../printer/values.js';
import { readingMembers } from './members.js';

/**
 * Call that reports the violations of the closest branch. If matches are counted, it also reports
 * too many matches.
 */
export function closest(
  part: UnionPart,
  matches: Leaf | undefined,
  instance: Instance,
  context: FunctionContext,
): Call {
  const { file } = context;
  const names = alternatives(context.describeBranches(part.branches));
  let isRecursive = false;
  const items = part.branches.flatMap((branch): readonly Code[] => {
    const checked = functionOf(branch.target, instance, context);
    if (checked === undefined) return [];
    file.request(checked.names);
    isRecursive ||= checked.names.recursive;
    const { embedsLocation, name } = checked.names;
    const location = embedsLocation
      ? []
      : [stringLiteral(relativeLocation(checked.location, instance.location))];
    return [list([stringLiteral(nameOf(branch)), name, ...location])];
  });
  const level = instance.level === 0 ? depthName : code`${depthName} + ${instance.level}`;
  const depth = isRecursive && context.recursive ? [level] : [];
  const count = matches ?? (depth.length > 0 ? code`0` : undefined);
  const issues = wholePart(issuesPart(instance, context));
  return call(file.runtime('noBranch'), [
    issues,
    stringLiteral(part.keyword),
    list(items),
    stringLiteral(names),
    instance.value,
    ...(count === undefined ? [] : [count]),
    ...depth,
  ]);
}

/** Statements that count the matching branches. */
export function countMatches(
  part: UnionPart,
  instance: Instance,
  context: FunctionContext,
  matches: Leaf,
): readonly Statement[] {
  const conditions = part.branches.map(({ target }) => context.passes(target, instance));
  if (conditions.length > maxSequentialBranches) return countInList(conditions, context, matches);
  return [
    declares(code`let ${matches} = 0;`),
    ...conditions.flatMap((when): readonly Statement[] => {
      const then = [code`${matches} += 1;`];
      if (when.kind === 'constant') return when.value ? then : [];
      return [{ kind: 'if', when, then }];
    }),
  ];
}

/**
 * Counts in a list, if there are more conditions than TypeScript's control flow analysis supports
 * in one function (TS2563).
 */
function countInList(
  conditions: readonly Condition[],
  context: FunctionContext,
  matches: Leaf,
): readonly Statement[] {
  const results = context.reserveLocal('answers');
  return [
    declares(assigns(code`const ${results}`, list(conditions.map(conditionCode)))),
    declares(code`const ${matches} = ${results}.filter(Boolean).length;`),
  ];
}

/** Number of branches that are tested in sequence. More are counted in a list. */
export const maxSequentialBranches = 300;

/** Function that checks a branch, unless the branch consists only of a type. */
function functionOf(
  target: Target,
  instance: Instance,
  context: FunctionContext,
): { readonly names: CheckFunction; readonly location: string } | undefined {
  if (target.kind === 'anything' || target.kind === 'nothing') return undefined;
  const { file } = context;
  const location = locationOfTarget(target, instance, context);
  if (target.kind === 'function') return { names: file.functionOf(target.key), location };
  if (isTypeOnly(target.check)) return undefined;
  return { names: file.extract(target, location), location };
}

/** Name of a branch for users. */
function nameOf({ name, target }: Branch): string {
  const isType = target.kind === 'inline' && isTypeOnly(target.check);
  return isType ? typePhrase(target.check.types) : name;
}

/** Statements that select a branch by a property's value, instead of trying all branches. */
export function guardDispatch(
  part: UnionPart,
  dispatch: Dispatch,
  instance: Instance,
  context: FunctionContext,
): readonly Statement[] {
  const known = dispatch.cases.flatMap(({ values }) => values);
  const isDescribedByTag =
    dispatch.others.length === 0 && !part.branches.some(({ name }) => isNamedBranch(name));
  const names = isDescribedByTag
    ? `an object whose ${JSON.stringify(dispatch.property)} is ${valuesPhrase(known)}`
    : alternatives(context.describeBranches(part.branches));
  const others = any(
    ...dispatch.others.map((index) => context.passes(branchOf(part, index).target, instance)),
  );
  const rejected = failWhen(not(others), reportKeyword(part.keyword, names, instance, context));
  return onObject(instance, context, rejected, (object) => {
    const tag = tagOf(dispatch, object, context);
    const cases: SwitchCase[] = dispatch.cases.map(({ values, branch }) => ({
      labels: values.map(literal),
      body: [
        ...selectedBranch(
          branchOf(part, branch),
          withoutTag(dispatch.property, values),
          object,
          context,
        ),
        breaks,
      ],
    }));
    const secret = object.secret || dispatch.secret === true;
    const step = { kind: 'token', token: dispatch.property } as const;
    const member = { ...childInstance(object, tag.value, step), secret };
    const unknownValue =
      dispatch.fallback === undefined
        ? alwaysFails(reportUnknownTag(dispatch.location, valuesPhrase(known), member, context))
        : selectedBranch(branchOf(part, dispatch.fallback), (check) => check, object, context);
    cases.push({ labels: [], body: unknownValue });
    return [
      ...tag.statements,
      { kind: 'switch', on: tag.value, cases: withoutDuplicateLabels(cases) },
    ];
  });
}

/** Statements that check an object against the selected branch. */
function selectedBranch(
  branch: Branch,
  known: (check: Check) => Check,
  object: Instance,
  context: FunctionContext,
): readonly Statement[] {
  const { target } = branch;
  const instance = { ...object, branch: { name: branch.name, level: object.pointer.length } };
  if (target.kind === 'inline' && context.isInline(target, instance)) {
    const check = known(target.check);
    return context.guardTarget({ ...target, check }, instance, rejectionOf('oneOf'));
  }
  const checked = functionOf(target, instance, context);
  if (checked === undefined) return context.guardTarget(target, instance, rejectionOf('oneOf'));
  return checkCall(checked.names, checked.location, instance, context);
}

/** Removes constraints of a branch that the selection has already established. */
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

/** A value selects the first branch that lists it. TypeScript rejects duplicate labels. */
function withoutDuplicateLabels(cases: readonly SwitchCase[]): readonly SwitchCase[] {
  const seen = new Set<string>();
  return cases.flatMap((switchCase) => {
    if (switchCase.labels.length === 0) return [switchCase];
    const labels = switchCase.labels.filter((label) => !seen.has(textOf(label)));
    for (const label of labels) seen.add(textOf(label));
    return labels.length === 0 ? [] : [{ ...switchCase, labels }];
  });
}

function onObject(
  instance: Instance,
  context: FunctionContext,
  otherwise: readonly Statement[],
  then: (object: Instance) => readonly Statement[],
): readonly Statement[] {
  if (instance.known === objectType) return then(instance);
  const when = holds(code`${context.file.runtime('isObject')}(${instance.value})`);
  const statements = then({ ...instance, known: objectType });
  return [{ kind: 'if', when, then: statements, ...(otherwise.length > 0 && { otherwise }) }];
}

function tagOf(
  { property }: Dispatch,
  instance: Instance,
  context: FunctionContext,
): { readonly statements: readonly Statement[]; readonly value: Name } {
  const value = context.reserveLocal('tag');
  if (property in Object.prototype) {
    const ownMember = context.file.runtime('ownMember');
    const statement = declares(
      code`const ${value} = ${ownMember}(${instance.value}, ${stringLiteral(property)});`,
    );
    return { statements: [statement], value };
  }
  const name = { property: propertyName(property), constant: value };
  return { statements: [readingMembers([name], instance)], value };
}
