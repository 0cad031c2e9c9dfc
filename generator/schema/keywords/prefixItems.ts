import type { PrefixItemsPart } from '../../checks/check.js';
import { compares } from '../../checks/statements/condition.js';
import { childInstance } from '../../checks/emit-context.js';
import { splitIntoParts } from '../../checks/statements/split-into-parts.js';
import { declares, type Statement } from '../../checks/statements/statement.js';
import { usesName } from '../../checks/statements/uses-name.js';
import { rejectionOf } from '../../checks/reports/violations.js';
import { code } from '../../printer/code.js';
import type { Keyword } from '../keyword.js';
import { readSchemaList } from '../read/subschemas.js';

/** Core 10.3.1.1. */
export const prefixItems: Keyword<'prefixItems', PrefixItemsPart> = {
  name: 'prefixItems',
  dialects: { since: '2020-12' },
  vocabulary: 'applicator',
  group: 'array',
  subschemas: 'list',
  applies: 'child',
  describesParts: true,
  read: readSchemaList('prefixItems'),
  targets: ({ targets }) => targets,
  lower({ keywords: { prefixItems: ids = [] } }, lowering) {
    const [first] = ids;
    if (first === undefined) return [];
    const spelling = lowering.spellingOf(first);
    return [{ keyword: 'prefixItems', spelling, targets: ids.map(lowering.target) }];
  },
  guard({ spelling, targets }, instance, context) {
    const groups = targets.map((target, index): readonly Statement[] => {
      const value = context.reserveLocal('item');
      const item = childInstance(instance, value, { kind: 'token', token: index });
      const rejection = rejectionOf(spelling, 'no such item');
      const statements = context.guardTarget(target, item, rejection);
      if (statements.length === 0) return [];
      const when = compares(code`${instance.value}.length`, '>', code`${index}`);
      const read = declares(code`const ${value} = ${instance.value}[${index}];`);
      return [
        {
          kind: 'if',
          when,
          then: usesName(statements, value) ? [read, ...statements] : statements,
        },
      ];
    });
    return splitIntoParts(groups, instance, context);
  },
};
