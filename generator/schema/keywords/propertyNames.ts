import { type PropertyNamesPart, anything } from '../../checks/check.js';
import { holds, not } from '../../checks/statements/condition.js';
import { childInstance } from '../../checks/emit-context.js';
import { continues, declares, type Statement } from '../../checks/statements/statement.js';
import { usesName } from '../../checks/statements/uses-name.js';
import { rejectionOf } from '../../checks/reports/violations.js';
import { code } from '../../printer/code.js';
import type { Keyword } from '../keyword.js';
import { readSchema } from '../read/subschemas.js';

/** Core 10.3.2.4: every name is checked as a string. */
export const propertyNames: Keyword<'propertyNames', PropertyNamesPart> = {
  name: 'propertyNames',
  dialects: { since: '6' },
  vocabulary: 'applicator',
  group: 'object',
  subschemas: 'one',
  applies: 'child',
  isTest: true,
  read: readSchema('propertyNames'),
  targets: ({ target }) => [target],
  loops: true,
  lower({ keywords: { propertyNames: id } }, lowering) {
    const target = id === undefined ? anything : lowering.target(id);
    return target.kind === 'anything' ? [] : [{ keyword: 'propertyNames', target }];
  },
  guard({ target }, instance, context) {
    const nameVariable = context.reserveLocal('name');
    const key = context.reserveLocal('key');
    const name = {
      ...childInstance(instance, key, { kind: 'name', name: nameVariable }),
      // Violations concern the name, although their pointer leads to the property's value.
      branch: { name: 'its name', level: instance.pointer.length + 1 },
    };
    const statements = context.guardTarget(
      target,
      name,
      rejectionOf('propertyNames', 'no members'),
    );
    if (statements.length === 0) return [];
    const type = context.file.isTyped ? code`: unknown` : code``;
    const read = declares(code`const ${key}${type} = ${nameVariable};`);
    const body: readonly Statement[] = usesName(statements, key)
      ? [read, ...statements]
      : statements;
    const { file } = context;
    const isOwn = holds(code`${file.runtime('hasMember')}(${instance.value}, ${nameVariable})`);
    return [
      {
        kind: 'block',
        head: code`for (const ${nameVariable} in ${instance.value})`,
        body: [{ kind: 'if', when: not(isOwn), then: [continues] }, ...body],
      },
    ];
  },
};
