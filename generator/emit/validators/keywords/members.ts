import { code, stringLiteral, type Code } from '../../code.js';
import { any, compares, equals, holds, not, type Condition } from '../condition.js';
import { fails, partOf, returnFalse, type Frame, type Subject } from '../frame.js';
import { mentions, type Statement } from '../statement.js';

/** What a loop over the members of an object knows of one of them. */
export interface MemberLoop {
  readonly name: Code;
  /** The member's value. */
  readonly member: Subject;
}

/** Statements for every own member whose name passes a condition. */
export function forEachMember(
  subject: Subject,
  frame: Frame,
  isMeant: (name: Code) => Condition,
  body: (loop: MemberLoop) => readonly Statement[],
): readonly Statement[] {
  const name = frame.local('name');
  const value = frame.local('member');
  const { printing } = frame;
  const member = partOf(subject, value);
  const inside = body({ name, member });
  if (inside.length === 0) return [];
  const when = isMeant(name);
  if (when.kind === 'constant') {
    if (!when.value) return [];
    if (inside === returnFalse) return fails(hasMembers(subject, frame));
  }
  const read = code`const ${value} = ${subject.value}[${name}];`;
  const readsValue = mentions(inside, value);
  const statements = readsValue ? [read, ...inside] : inside;
  const skipped = not(when);
  const guarded: readonly Statement[] =
    skipped.kind === 'constant'
      ? statements
      : readsValue
        ? [{ kind: 'if', when: skipped, then: [code`continue;`] }, ...statements]
        : [{ kind: 'if', when, then: statements }];
  if (!mentions(guarded, name)) {
    return [{ kind: 'if', when: hasMembers(subject, frame), then: inside }];
  }
  const names = code`${printing.runtime('memberNames')}(${subject.value})`;
  return [{ kind: 'block', head: code`for (const ${name} of ${names})`, body: guarded }];
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

/** Holds for an object that has any member. */
export function hasMembers(subject: Subject, { printing }: Frame): Condition {
  return compares(code`${printing.runtime('memberNames')}(${subject.value}).length`, '>', code`0`);
}
