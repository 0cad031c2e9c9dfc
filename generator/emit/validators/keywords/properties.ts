import { code, propertyName, stringLiteral, type Code } from '../../code.js';
import type { Check, MemberCheck, PropertiesPart } from '../check.js';
import { all, any, equals, not } from '../condition.js';
import {
  failureOf,
  fails,
  memberPiece,
  partOf,
  refusesUndefined,
  type Frame,
  type KeywordPrinter,
  type Subject,
} from '../frame.js';
import { guardTarget } from '../guard.js';
import { reportTarget } from '../report.js';
import type { Statement } from '../statement.js';
import { missing } from './required.js';

/** Core 10.3.2.1, and `required` (Validation 6.5.3) of the same members. */
export const properties: KeywordPrinter<PropertiesPart> = {
  guard({ members }, subject, frame) {
    const read = readMembers(members, subject, frame);
    return [
      ...read.statements,
      ...members.flatMap((member, index) => {
        const value = read.values[index];
        return value === undefined ? [] : guardMember(member, partOf(subject, value, []), frame);
      }),
    ];
  },
  report({ members }, subject, frame, check) {
    const read = readMembers(members, subject, frame);
    return [
      ...read.statements,
      ...members.flatMap((member, index) => {
        const value = read.values[index];
        if (value === undefined) return [];
        const part = partOf(subject, value, [memberPiece(member.name)]);
        return reportMember(member, part, subject, frame, check);
      }),
    ];
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

function reportMember(
  member: MemberCheck,
  part: Subject,
  whole: Subject,
  frame: Frame,
  check: Check,
): readonly Statement[] {
  const statements = reportTarget(member.target, part, frame, {
    keyword: 'properties',
    expected: 'no such member',
    place: check.place,
  });
  const isAbsent = equals(part.value, code`undefined`);
  if (!member.required) {
    return statements.length === 0 ? [] : [{ kind: 'if', when: not(isAbsent), then: statements }];
  }
  const then = [missing(member.name, whole, frame, check.place)];
  return [
    {
      kind: 'if',
      when: isAbsent,
      then,
      ...(statements.length === 0 ? {} : { otherwise: statements }),
    },
  ];
}

interface ReadMembers {
  readonly statements: readonly Statement[];
  readonly values: readonly Code[];
}

/** Reads members into constants. What every object inherits is read as its own only. */
function readMembers(members: readonly MemberCheck[], subject: Subject, frame: Frame): ReadMembers {
  const plain: Code[] = [];
  const own: Statement[] = [];
  const values = members.map(({ name }) => {
    const value = frame.local(name);
    if (name in Object.prototype) {
      own.push(
        code`const ${value} = ${frame.printing.runtime('ownMember')}(${subject.value}, ${stringLiteral(name)});`,
      );
      return value;
    }
    const key = propertyName(name);
    plain.push(key === value ? value : code`${key}: ${value}`);
    return value;
  });
  const statements: Statement[] =
    plain.length === 0 ? [] : [{ kind: 'members', names: plain, from: subject.value }];
  return { statements: [...statements, ...own], values };
}
