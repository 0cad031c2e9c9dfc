import { code, type Text as Code } from '../../printer/code.js';
import type { ContainsPart } from '../check.js';
import { compares } from '../condition.js';
import { reportKeyword, failWhen } from '../violations.js';
import {
  childInstance,
  type FunctionContext,
  type KeywordPrinter,
  type Instance,
} from '../emit-context.js';
import { passes } from '../guard.js';
import { expectedText } from '../expected-text.js';
import { count } from '../phrase.js';
import type { Call, Statement } from '../statement.js';

/** Core 10.3.1.3, with the limits of Validation 6.4.4 and 6.4.5. */
export const contains: KeywordPrinter<ContainsPart> = {
  guard(part, instance, context) {
    const { minimum, maximum } = part;
    if (minimum === 0 && maximum === undefined) return [];
    const found = context.reserveLocal('found');
    const phrase = expectedText(part.target);
    const kind = (limit: number): string =>
      phrase === undefined
        ? `that fit${limit === 1 ? 's' : ''} "contains"`
        : `that ${limit === 1 ? 'is' : 'are each'} ${phrase}`;
    const report = (keyword: string, bound: string, limit: number): Call =>
      reportKeyword(keyword, `${bound} ${count(limit, 'item')} ${kind(limit)}`, instance, context);
    const minimumKeyword = minimum === 1 ? 'contains' : 'minContains';
    return [
      ...counting(part, instance, context, found),
      ...(minimum === 0
        ? []
        : failWhen(
            compares(found, '<', code`${minimum}`),
            report(minimumKeyword, 'at least', minimum),
          )),
      ...(maximum === undefined
        ? []
        : failWhen(
            compares(found, '>', code`${maximum}`),
            report('maxContains', 'at most', maximum),
          )),
    ];
  },
};

function counting(
  part: ContainsPart,
  instance: Instance,
  context: FunctionContext,
  found: Code,
): readonly Statement[] {
  const value = context.reserveLocal('item');
  const item = childInstance(instance, value, { kind: 'index', index: code`0` });
  const when = passes(part.target, item, context);
  if (when.kind === 'constant')
    return [code`const ${found} = ${when.value ? code`${instance.value}.length` : 0};`];
  return [
    code`let ${found} = 0;`,
    {
      kind: 'block',
      head: code`for (const ${value} of ${instance.value})`,
      body: [{ kind: 'if', when, then: [code`${found} += 1;`] }],
    },
  ];
}
