import { code, stringLiteral } from '../../printer/code.js';
import type { ObjectPart } from '../check.js';
import { all, holds, not } from '../condition.js';
import { failWhen, reportPresence } from '../violations.js';
import type { FunctionContext, KeywordPrinter, Instance } from '../emit-context.js';
import { pointerToken } from '../instance-pointer.js';
import type { Statement } from '../statement.js';

type Part = Extract<ObjectPart, { readonly keyword: 'dependentRequired' }>;

/** Validation 6.5.4. */
export const dependentRequired: KeywordPrinter<Part> = {
  guard({ spelling, name, required }, instance, context) {
    const keyword = `${spelling}${pointerToken(name)}`;
    const then = required.flatMap((other): readonly Statement[] => {
      const expected = `a member ${JSON.stringify(other)}`;
      const call = reportPresence(keyword, expected, instance, context);
      return failWhen(not(has(other, instance, context)), call);
    });
    const when = has(name, instance, context);
    const [only] = then;
    if (then.length === 1 && typeof only === 'object' && only.kind === 'fail')
      return [{ ...only, when: all(when, only.when) }];
    return [{ kind: 'if', when, then }];
  },
};

/** Condition that an object has a property. */
export function has(
  name: string,
  instance: Instance,
  { file }: FunctionContext,
): ReturnType<typeof holds> {
  return holds(code`${file.runtime('hasMember')}(${instance.value}, ${stringLiteral(name)})`);
}
