import { code, propertyName, stringLiteral, type Code } from '../../code.js';
import type { MemberCheck, PropertiesPart, Target } from '../check.js';
import { equals, not } from '../condition.js';
import { alwaysFails, broken, fails, missing } from '../fail.js';
import {
  partOf,
  placeOfTarget,
  refusesUndefined,
  type Frame,
  type KeywordPrinter,
  type Subject,
} from '../frame.js';
import { guardTarget, refusalOf } from '../guard.js';
import { inParts } from '../parts.js';
import { pointerToken } from '../pointer.js';
import { isReturn, type Statement } from '../statement.js';
import { mentions } from '../uses.js';

/** Core 10.3.2.1, and `required` (Validation 6.5.3) of the same members. */
export const properties: KeywordPrinter<PropertiesPart> = {
  guard({ members }, subject, frame) {
    return withMembers(members, subject, frame, (member, value) =>
      guardMember(
        member,
        partOf(subject, value, { kind: 'token', token: member.name }),
        subject,
        frame,
      ),
    );
  },
};

function guardMember(
  member: MemberCheck,
  subject: Subject,
  holder: Subject,
  frame: Frame,
): readonly Statement[] {
  const { target, required, name } = member;
  const isAbsent = equals(subject.value, code`undefined`);
  const refusal = refusalOf('properties', 'no such member');
  const place = `${subject.place}/properties${pointerToken(name)}`;
  if (target.kind === 'nothing' && !required)
    return fails(
      not(isAbsent),
      broken(refusal.keyword, refusal.expected, subject, frame, 'unknown'),
    );
  if (!required) return guardTarget(target, { ...subject, optional: true }, frame, refusal);
  // A refusal has to lead back to what requires the member: to the place of its schema in there.
  if (
    refusesUndefined(target, frame.printing) &&
    placeOf(target, subject, frame, place) === place
  ) {
    const own = target.kind === 'function' ? place : subject.place;
    return guardTarget(target, { ...subject, place: own, required: true }, frame, refusal);
  }
  const call = missing(name, holder, frame);
  const otherwise = guardTarget(target, subject, frame, refusal);
  if (otherwise.length === 0) return fails(isAbsent, call);
  return [{ kind: 'if', when: isAbsent, then: alwaysFails(call), otherwise }];
}

/** Where the schema of a member is written; `given` where the function that checks it says so itself. */
function placeOf(
  target: Target,
  subject: Subject,
  frame: Frame,
  given: string,
): string | undefined {
  if (target.kind === 'anything' || target.kind === 'nothing') return undefined;
  if (target.kind === 'function' && frame.printing.functionOf(target.key).placed) return given;
  return placeOfTarget(target, subject, frame);
}

/** `const { a, b } = value;`. */
export function readingMembers(names: readonly Code[], subject: Subject): Statement {
  return { kind: 'members', names, from: subject.value };
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
  const groups: (readonly Statement[])[] = [];
  let names: Code[] = [];
  let inside: Statement[] = [];
  const finish = (): void => {
    groups.push(names.length > 0 ? [readingMembers(names, subject), ...inside] : inside);
    names = [];
    inside = [];
  };
  const width = widthOf(read.map(({ value }) => value)) > lineWidth ? groupWidth : Infinity;
  let isEnd = false;
  for (const { name, value, statements: own } of read) {
    if (!isEnd && mentions(own, value)) {
      const key = propertyName(name);
      const spelt = key === value ? value : code`${key}: ${value}`;
      if (widthOf([...names, spelt]) > width) finish();
      if (name in Object.prototype) {
        const call = code`${frame.printing.runtime('ownMember')}(${subject.value}, ${stringLiteral(name)})`;
        inside.push(code`const ${value} = ${call};`);
      } else names.push(spelt);
    }
    inside.push(...own);
    // What cannot be reached reads nothing.
    isEnd ||= own.some(isReturn);
  }
  finish();
  return inParts(groups, subject, frame);
}

/** Columns that names take with the commas between them. */
function widthOf(names: readonly Code[]): number {
  return names.reduce((sum, { length }) => sum + length + 2, 0);
}

/** Columns for the names of members that are read on one line of a function. */
const lineWidth = 78;

/** Where they take more, they are read in groups, each right before it is looked at, wherever the function stands. */
const groupWidth = 70;
