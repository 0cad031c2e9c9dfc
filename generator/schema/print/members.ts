import type { Target } from '../../checks/check.js';
import { type Condition, all, any, equals, holds, not } from '../../checks/statements/condition.js';
import { type FunctionContext, type Instance, childInstance } from '../../checks/emit-context.js';
import { continues, declares, type Statement } from '../../checks/statements/statement.js';
import { usesName } from '../../checks/statements/uses-name.js';
import { alwaysFails, rejectionOf, reportUndeclared } from '../../checks/reports/violations.js';
import { type Leaf, code, stringLiteral } from '../../printer/code.js';
import type { BoundName } from '../../printer/syntax.js';
import { list } from '../../printer/values.js';

/** Statements for every own property whose name fulfils a condition. */
export function forEachMember(
  instance: Instance,
  context: FunctionContext,
  appliesTo: (name: Leaf) => Condition,
  body: (member: Instance) => readonly Statement[],
): readonly Statement[] {
  const name = context.reserveLocal('name');
  const value = context.reserveLocal('member');
  const inside = body(childInstance(instance, value, { kind: 'name', name }));
  const when = appliesTo(name);
  if (inside.length === 0 || (when.kind === 'constant' && !when.value)) return [];
  const object = instance.value;
  const { file } = context;
  const head = code`for (const ${name} in ${object})`;
  if (!usesName(inside, value)) {
    const isOwn = holds(code`${file.runtime('hasMember')}(${object}, ${name})`);
    return [{ kind: 'block', head, body: [{ kind: 'if', when: all(when, isOwn), then: inside }] }];
  }
  const statements: readonly Statement[] = [
    ...skipUnless(when),
    declares(code`const ${value} = ${object}[${name}];`),
    ...skipUnless(
      all(
        not(equals(value, code`undefined`)),
        holds(code`${file.runtime('isOwn')}(${object}, ${name})`),
      ),
    ),
    ...inside,
  ];
  return [{ kind: 'block', head, body: statements }];
}

function skipUnless(condition: Condition): readonly Statement[] {
  if (condition.kind === 'constant' && condition.value) return [];
  return [{ kind: 'if', when: not(condition), then: [continues] }];
}

/** Statements for a property that is not declared: its check, or a violation that suggests one of the declared names. */
export function guardUndeclared(
  keyword: string,
  target: Target,
  names: readonly string[],
  member: Instance,
  context: FunctionContext,
): readonly Statement[] {
  if (target.kind !== 'nothing' || names.length === 0)
    return context.guardTarget(target, member, rejectionOf(keyword, 'no such member'));
  const declared =
    names.length > maxComparisons
      ? context.file.values(names, member.location)
      : list(names.map(stringLiteral));
  return alwaysFails(reportUndeclared(keyword, declared, member, context));
}

/** Number of names up to which they are compared one by one, which is faster than looking them up in a set. */
const maxComparisons = 20;

/** Condition that a name is listed or matches a pattern. */
export function isNamed(
  name: Leaf,
  names: readonly string[],
  patterns: readonly string[],
  { location }: Instance,
  { file }: FunctionContext,
): Condition {
  const byName =
    names.length > maxComparisons
      ? holds(code`${file.values(names, location)}.has(${name})`)
      : any(...names.map((text) => equals(name, stringLiteral(text))));
  const byPattern = patterns.map((pattern) =>
    holds(code`${file.pattern(pattern, location)}.test(${name})`),
  );
  return any(byName, ...byPattern);
}

/** Condition that an object has a property. A name that objects inherit must be an own property. */
export function has(name: string, { value }: Instance, { file }: FunctionContext): Condition {
  const key = stringLiteral(name);
  return name in Object.prototype
    ? holds(code`${file.runtime('hasMember')}(${value}, ${key})`)
    : not(equals(code`${value}[${key}]`, code`undefined`));
}

/** Statement such as `const { a, b } = value;`. */
export function readingMembers(names: readonly BoundName[], instance: Instance): Statement {
  return { kind: 'members', names, from: instance.value };
}
