import { code, stringLiteral } from '../../code.js';
import type { ObjectPart } from '../check.js';
import { all, holds, not } from '../condition.js';
import { brokenUnder, fails } from '../fail.js';
import type { Frame, KeywordPrinter, Subject } from '../frame.js';
import { pointerToken } from '../pointer.js';
import type { Statement } from '../statement.js';

type Part = Extract<ObjectPart, { readonly keyword: 'dependentRequired' }>;

/** Validation 6.5.4. */
export const dependentRequired: KeywordPrinter<Part> = {
  guard({ spelling, name, required }, subject, frame) {
    const end = `/${spelling}${pointerToken(name)}`;
    const then = required.flatMap((other): readonly Statement[] => {
      const expected = `a member ${JSON.stringify(other)}`;
      const call = brokenUnder(end, spelling, expected, subject, frame, 'unknown');
      return fails(not(has(other, subject, frame)), call);
    });
    const when = has(name, subject, frame);
    const [only] = then;
    if (then.length === 1 && typeof only === 'object' && only.kind === 'fail')
      return [{ ...only, when: all(when, only.when) }];
    return [{ kind: 'if', when, then }];
  },
};

/** Holds where an object has a member. */
export function has(name: string, subject: Subject, { printing }: Frame): ReturnType<typeof holds> {
  return holds(code`${printing.runtime('hasMember')}(${subject.value}, ${stringLiteral(name)})`);
}
