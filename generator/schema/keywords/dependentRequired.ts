import type { DependentRequiredPart } from '../../checks/check.js';
import { all, not } from '../../checks/statements/condition.js';
import { pointerToken } from '../../checks/reports/instance-pointer.js';
import type { Statement } from '../../checks/statements/statement.js';
import { failWhen, reportPresence } from '../../checks/reports/violations.js';
import { isObject } from '../../model/read/json.js';
import { wrongType } from '../../model/read/schema/schema-builder.js';
import type { Json } from '../../model/schema.js';
import { since2019 } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { has } from '../print/members.js';
import { strings } from '../read/texts.js';

/** Validation 6.5.4. */
export const dependentRequired: Keyword<'dependentRequired', DependentRequiredPart> = {
  name: 'dependentRequired',
  dialects: since2019,
  vocabulary: 'validation',
  group: 'object',
  read(builder, value) {
    if (!isObject(value)) return wrongType(builder, 'dependentRequired', 'an object', value);
    builder.keywords.dependentRequired = Object.keys(value).map(
      (key) => [key, strings(builder, value[key] as Json, 'dependentRequired', key) ?? []] as const,
    );
  },
  lower: ({ keywords: { dependentRequired: entries = [] } }) =>
    entries.flatMap(([name, required, spelling = 'dependentRequired']) =>
      required.length === 0 ? [] : [{ keyword: 'dependentRequired', spelling, name, required }],
    ),
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
