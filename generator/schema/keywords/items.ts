import { type ItemsPart, anything } from '../../checks/check.js';
import { compares } from '../../checks/statements/condition.js';
import { type FunctionContext, type Instance, childInstance } from '../../checks/emit-context.js';
import { count } from '../../checks/reports/phrase.js';
import { declares, type Statement } from '../../checks/statements/statement.js';
import { usesName } from '../../checks/statements/uses-name.js';
import { failWhen, rejectionOf, reportKeyword } from '../../checks/reports/violations.js';
import { isArray } from '../../model/read/json.js';
import { readForeignTuple } from '../../model/read/schema/draft-spellings.js';
import { child } from '../../model/read/schema/schema-builder.js';
import { type Leaf, code } from '../../printer/code.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';

/** Core 10.3.1.2: items after those of `prefixItems`. */
export const items: Keyword<'items', ItemsPart> = {
  name: 'items',
  dialects: everyDialect,
  vocabulary: 'applicator',
  group: 'array',
  subschemas: 'one',
  applies: 'child',
  describesParts: true,
  read(builder, value) {
    if (isArray(value) && builder.scope.dialect.keywords.has('prefixItems'))
      return readForeignTuple(builder, value);
    builder.keywords.items = child(builder, value, 'items');
  },
  targets: ({ target }) => [target],
  loops: true,
  lower({ keywords: { items: id, prefixItems = [] } }, lowering) {
    const target = id === undefined ? anything : lowering.target(id);
    if (id === undefined || target.kind === 'anything') return [];
    const spelling = lowering.spellingOf(id);
    return [{ keyword: 'items', spelling, from: prefixItems.length, target }];
  },
  phrase({ from, target }, describe) {
    const each = from === 0 ? describe(target) : undefined;
    return each === undefined ? undefined : { noun: `an array whose items are each ${each}` };
  },
  guard({ spelling, from, target }, instance, context) {
    if (target.kind === 'nothing') {
      const expected = from === 0 ? 'no items' : `at most ${count(from, 'item')}`;
      return failWhen(
        compares(code`${instance.value}.length`, '>', code`${from}`),
        reportKeyword(spelling, expected, instance, context),
      );
    }
    return forEachItem(instance, context, from, (item) =>
      context.guardTarget(target, item, rejectionOf(spelling)),
    );
  },
};

/** Statements for every item from an index. */
export function forEachItem(
  instance: Instance,
  context: FunctionContext,
  from: number,
  body: (item: Instance, index: Leaf) => readonly Statement[],
): readonly Statement[] {
  const index = context.reserveLocal('index');
  const value = context.reserveLocal('item');
  const statements = body(childInstance(instance, value, { kind: 'index', index }), index);
  if (statements.length === 0) return [];
  const read = declares(code`const ${value} = ${instance.value}[${index}];`);
  return [
    {
      kind: 'block',
      head: code`for (let ${index} = ${from}; ${index} < ${instance.value}.length; ${index} += 1)`,
      body: usesName(statements, value) ? [read, ...statements] : statements,
    },
  ];
}
