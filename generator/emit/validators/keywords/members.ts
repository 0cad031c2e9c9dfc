import { code, stringLiteral, type Code } from '../../code.js';
import { any, equals, holds, not, type Condition } from '../condition.js';
import { partOf, type Frame, type Subject } from '../frame.js';
import type { Statement } from '../statement.js';
import { mentions } from '../uses.js';

/** Statements for every own member whose name passes a condition. */
export function forEachMember(
  subject: Subject,
  frame: Frame,
  isMeant: (name: Code) => Condition,
  body: (member: Subject) => readonly Statement[],
): readonly Statement[] {
  const name = frame.local('name');
  const value = frame.local('member');
  const inside = body(partOf(subject, value, { kind: 'name', name }));
  const when = isMeant(name);
  if (inside.length === 0 || (when.kind === 'constant' && !when.value)) return [];
  const read = code`const ${value} = ${subject.value}[${name}];`;
  const readsValue = mentions(inside, value);
  const skip: Statement = { kind: 'if', when: not(when), then: [code`continue;`] };
  const isAll = when.kind === 'constant';
  const statements: readonly Statement[] = readsValue
    ? [...(isAll ? [] : [skip]), read, ...inside]
    : isAll
      ? inside
      : [{ kind: 'if', when, then: inside }];
  const names = code`${frame.printing.runtime('memberNames')}(${subject.value})`;
  return [{ kind: 'block', head: code`for (const ${name} of ${names})`, body: statements }];
}

/** Holds for a name that is one of these, or matches one of the patterns. */
export function isNamed(
  name: Code,
  names: readonly string[],
  patterns: readonly string[],
  frame: Frame,
): Condition {
  const { printing } = frame;
  const byName =
    names.length > 8
      ? holds(code`${printing.values(names)}.has(${name})`)
      : any(...names.map((text) => equals(name, stringLiteral(text))));
  const byPattern = patterns.map((pattern) =>
    holds(code`${printing.pattern(pattern)}.test(${name})`),
  );
  return any(byName, ...byPattern);
}
