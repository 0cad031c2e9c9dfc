import { code, propertyName, stringLiteral, type Code } from '../../code.js';
import type { MemberCheck, PropertiesPart } from '../check.js';
import { all, any, equals, not } from '../condition.js';
import {
  failureOf,
  fails,
  partOf,
  refusesUndefined,
  type Frame,
  type KeywordPrinter,
  type Subject,
} from '../frame.js';
import { guardTarget } from '../guard.js';
import { reachable, usesOf, type Statement } from '../statement.js';

/** Core 10.3.2.1, and `required` (Validation 6.5.3) of the same members. */
export const properties: KeywordPrinter<PropertiesPart> = {
  guard({ members }, subject, frame) {
    return withMembers(members, subject, frame, (member, value) =>
      guardMember(member, partOf(subject, value), frame),
    );
  },
};

function guardMember(member: MemberCheck, subject: Subject, frame: Frame): readonly Statement[] {
  const statements = guardTarget(member.target, subject, frame);
  const isAbsent = equals(subject.value, code`undefined`);
  const failure = failureOf(statements);
  if (member.required) {
    const needsTest = !refusesUndefined(member.target, frame.printing);
    if (!needsTest) return failure === undefined ? statements : fails(any(...failure));
    if (failure !== undefined) return fails(any(isAbsent, ...failure));
    return [...fails(isAbsent), ...statements];
  }
  if (member.target.kind === 'nothing') return fails(not(isAbsent));
  if (failure !== undefined) return fails(all(not(isAbsent), any(...failure)));
  return statements.length === 0 ? [] : [{ kind: 'if', when: not(isAbsent), then: statements }];
}

/** `const { a, b } = value;`, of any names even where a guard has narrowed the value to a type that lacks them. */
export function readingMembers(names: readonly Code[], subject: Subject, frame: Frame): Statement {
  const type = subject.guarded ? { type: frame.printing.runtimeType('JsonObject') } : {};
  return { kind: 'members', names, from: subject.value, ...type };
}

/** Reads members into constants, those that are looked at; what every object inherits is read as its own only. */
function withMembers(
  members: readonly MemberCheck[],
  subject: Subject,
  frame: Frame,
  body: (member: MemberCheck, value: Code) => readonly Statement[],
): readonly Statement[] {
  const read = members.map((member) => {
    const value = frame.local(member.name);
    return { name: member.name, value, statements: body(member, value) };
  });
  const inside = reachable(read.flatMap(({ statements }) => statements));
  const uses = usesOf(inside);
  const plain: Code[] = [];
  const own: Statement[] = [];
  for (const { name, value } of read) {
    if (!uses.has(value)) continue;
    if (name in Object.prototype) {
      const call = code`${frame.printing.runtime('ownMember')}(${subject.value}, ${stringLiteral(name)})`;
      own.push(code`const ${value} = ${call};`);
    } else {
      const key = propertyName(name);
      plain.push(key === value ? value : code`${key}: ${value}`);
    }
  }
  if (plain.length === 0) return [...own, ...inside];
  return [readingMembers(plain, subject, frame), ...own, ...inside];
}
