import { code, stringLiteral, type Text as Code } from '../../printer/code.js';
import { any, equals, holds, not, type Condition } from '../condition.js';
import { childInstance, type FunctionContext, type Instance } from '../emit-context.js';
import type { Statement } from '../statement.js';
import { usesName } from '../uses.js';

/** Statements for every own property whose name fulfils a condition. */
export function forEachMember(
  instance: Instance,
  context: FunctionContext,
  appliesTo: (name: Code) => Condition,
  body: (member: Instance) => readonly Statement[],
): readonly Statement[] {
  const name = context.reserveLocal('name');
  const value = context.reserveLocal('member');
  const inside = body(childInstance(instance, value, { kind: 'name', name }));
  const when = appliesTo(name);
  if (inside.length === 0 || (when.kind === 'constant' && !when.value)) return [];
  const read = code`const ${value} = ${instance.value}[${name}];`;
  const readsValue = usesName(inside, value);
  const skip: Statement = { kind: 'if', when: not(when), then: [code`continue;`] };
  const isAll = when.kind === 'constant';
  const statements: readonly Statement[] = readsValue
    ? [...(isAll ? [] : [skip]), read, ...inside]
    : isAll
      ? inside
      : [{ kind: 'if', when, then: inside }];
  const names = code`${context.file.runtime('memberNames')}(${instance.value})`;
  return [{ kind: 'block', head: code`for (const ${name} of ${names})`, body: statements }];
}

/** Condition that a name is listed or matches a pattern. */
export function isNamed(
  name: Code,
  names: readonly string[],
  patterns: readonly string[],
  { location }: Instance,
  { file }: FunctionContext,
): Condition {
  const byName =
    names.length > 8
      ? holds(code`${file.values(names, location)}.has(${name})`)
      : any(...names.map((text) => equals(name, stringLiteral(text))));
  const byPattern = patterns.map((pattern) =>
    holds(code`${file.pattern(pattern, location)}.test(${name})`),
  );
  return any(byName, ...byPattern);
}
