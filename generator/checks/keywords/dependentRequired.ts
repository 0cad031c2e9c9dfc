import { code, stringLiteral } from '../../printer/code.js';
import type { ObjectPart } from '../check.js';
import { all, equals, holds, not, type Condition } from '../condition.js';
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

/** Condition that an object has a property. A name that objects inherit must be an own property. */
export function has(name: string, { value }: Instance, { file }: FunctionContext): Condition {
  const key = stringLiteral(name);
  return name in Object.prototype
    ? holds(code`${file.runtime('hasMember')}(${value}, ${key})`)
    : not(equals(code`${value}[${key}]`, code`undefined`));
}
