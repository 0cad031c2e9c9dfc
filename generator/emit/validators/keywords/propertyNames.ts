import { code } from '../../code.js';
import type { ObjectPart } from '../check.js';
import {
  fails,
  partOf,
  returnFalse,
  type Frame,
  type KeywordPrinter,
  type Subject,
} from '../frame.js';
import { guardTarget } from '../guard.js';
import { mentions, type Statement } from '../statement.js';
import { hasMembers } from './members.js';

type Part = Extract<ObjectPart, { readonly keyword: 'propertyNames' }>;

/** Core 10.3.2.4: every name is checked as a string. */
export const propertyNames: KeywordPrinter<Part> = {
  guard: ({ target }, subject, frame) =>
    forEachName(subject, frame, (name) => guardTarget(target, name, frame)),
};

function forEachName(
  subject: Subject,
  frame: Frame,
  body: (name: Subject) => readonly Statement[],
): readonly Statement[] {
  const { printing } = frame;
  const text = frame.local('name');
  const name = frame.local('key');
  const inside = body(partOf(subject, name));
  if (inside.length === 0) return [];
  if (inside === returnFalse) return fails(hasMembers(subject, frame));
  const read = code`const ${name}: unknown = ${text};`;
  const statements = mentions(inside, name) ? [read, ...inside] : inside;
  if (!mentions(statements, text))
    return [{ kind: 'if', when: hasMembers(subject, frame), then: statements }];
  const names = code`${printing.runtime('memberNames')}(${subject.value})`;
  return [{ kind: 'block', head: code`for (const ${text} of ${names})`, body: statements }];
}
