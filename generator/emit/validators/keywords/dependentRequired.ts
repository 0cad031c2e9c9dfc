import { code, stringLiteral } from '../../code.js';
import type { ObjectPart } from '../check.js';
import { all, any, holds, not } from '../condition.js';
import { fails, type Frame, type KeywordPrinter, type Subject } from '../frame.js';

type Part = Extract<ObjectPart, { readonly keyword: 'dependentRequired' }>;

/** Validation 6.5.4. */
export const dependentRequired: KeywordPrinter<Part> = {
  guard: ({ name, required }, subject, frame) =>
    fails(
      all(
        has(name, subject, frame),
        any(...required.map((other) => not(has(other, subject, frame)))),
      ),
    ),
};

/** Holds where an object has a member. */
export function has(name: string, subject: Subject, { printing }: Frame): ReturnType<typeof holds> {
  return holds(code`${printing.runtime('hasMember')}(${subject.value}, ${stringLiteral(name)})`);
}
