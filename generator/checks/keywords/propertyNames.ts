import { code } from '../../printer/code.js';
import type { ObjectPart } from '../check.js';
import { holds, not } from '../condition.js';
import { childInstance, type KeywordPrinter } from '../emit-context.js';
import { guardTarget, rejectionOf } from '../guard.js';
import type { Statement } from '../statement.js';
import { usesName } from '../uses.js';

type Part = Extract<ObjectPart, { readonly keyword: 'propertyNames' }>;

/** Core 10.3.2.4: every name is checked as a string. */
export const propertyNames: KeywordPrinter<Part> = {
  guard({ target }, instance, context) {
    const nameVariable = context.reserveLocal('name');
    const key = context.reserveLocal('key');
    const name = {
      ...childInstance(instance, key, { kind: 'name', name: nameVariable }),
      // Violations concern the name, although their pointer leads to the property's value.
      branch: { name: 'its name', level: instance.pointer.length + 1 },
    };
    const statements = guardTarget(
      target,
      name,
      context,
      rejectionOf('propertyNames', 'no members'),
    );
    if (statements.length === 0) return [];
    const read = code`const ${key}: unknown = ${nameVariable};`;
    const body: readonly Statement[] = usesName(statements, key)
      ? [read, ...statements]
      : statements;
    const { file } = context;
    const isOwn = holds(code`${file.runtime('hasMember')}(${instance.value}, ${nameVariable})`);
    return [
      {
        kind: 'block',
        head: code`for (const ${nameVariable} in ${instance.value})`,
        body: [{ kind: 'if', when: not(isOwn), then: [code`continue;`] }, ...body],
      },
    ];
  },
};
