import type { ContainsPart } from '../../checks/check.js';
import { compares } from '../../checks/statements/condition.js';
import { type FunctionContext, type Instance, childInstance } from '../../checks/emit-context.js';
import { count } from '../../checks/reports/phrase.js';
import { declares, type Call, type Statement } from '../../checks/statements/statement.js';
import { failWhen, reportKeyword } from '../../checks/reports/violations.js';
import { type Leaf, code } from '../../printer/code.js';
import type { Keyword } from '../keyword.js';
import { readSchema } from '../read/subschemas.js';

/** Core 10.3.1.3, with the limits of Validation 6.4.4 and 6.4.5. */
export const contains: Keyword<'contains', ContainsPart> = {
  name: 'contains',
  dialects: { since: '6' },
  vocabulary: 'applicator',
  group: 'array',
  subschemas: 'one',
  applies: 'child',
  isTest: true,
  read: readSchema('contains'),
  targets: ({ target }) => [target],
  lower({ keywords: { contains: id, minContains: minimum = 1, maxContains: maximum } }, lowering) {
    return id === undefined
      ? []
      : [{ keyword: 'contains', target: lowering.target(id), minimum, maximum }];
  },
  guard(part, instance, context) {
    const { minimum, maximum } = part;
    if (minimum === 0 && maximum === undefined) return [];
    const found = context.reserveLocal('found');
    const phrase = context.describe(part.target);
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
  found: Leaf,
): readonly Statement[] {
  const value = context.reserveLocal('item');
  const item = childInstance(instance, value, { kind: 'index', index: code`0` });
  const when = context.passes(part.target, item);
  if (when.kind === 'constant')
    return [declares(code`const ${found} = ${when.value ? code`${instance.value}.length` : 0};`)];
  return [
    declares(code`let ${found} = 0;`),
    {
      kind: 'block',
      head: code`for (const ${value} of ${instance.value})`,
      body: [{ kind: 'if', when, then: [code`${found} += 1;`] }],
    },
  ];
}
