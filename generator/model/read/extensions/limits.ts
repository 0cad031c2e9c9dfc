import { defineError } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import type { LimitValue, NamedLimit } from '../../limits.js';
import type { Json } from '../../schema.js';
import { isArray, member } from '../json.js';
import { asNode, mapAt, optional, childAt, textAt } from '../openapi/node.js';
import type { ObjectNode, ValueNode } from '../openapi/node.js';
import type { Reading } from '../openapi/reading.js';
import { checkExtension, refuse } from './extension.js';

/** A limit whose value differs from the value that it is said to equal. */
export const limitValue: DiagnosticType<{
  default: { name: string; value: NamedLimit['value']; reference: string; other: Json };
}> = defineError('limit-value', {
  default: ({ name, value, reference, other }) =>
    `the limit "${name}" is ${JSON.stringify(value)}, but "${reference}" is ${abbreviate(other)}`,
});

/** Reads `x-limits` of the document, and compares each limit with the values that `sameAs` refers to. */
export function readLimits(reading: Reading, root: ObjectNode): readonly NamedLimit[] {
  return mapAt(root, 'x-limits').flatMap(([name, valueNode]) => {
    if (name === 'x-basis') return [];
    if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) {
      valueNode.reporter.report(
        invalidExtension.name({ name, kind: 'a limit' }),
        valueNode.origin,
        { part: 'key', hint: 'a name consists of letters and digits, and begins with a letter' },
      );
      return [];
    }
    const limit = readLimit(reading, name, valueNode);
    return limit === undefined ? [] : [limit];
  });
}

function readLimit(reading: Reading, name: string, valueNode: ValueNode): NamedLimit | undefined {
  const node = asNode(valueNode, `the limit "${name}"`);
  if (node === undefined) return undefined;
  checkExtension(node, ['value', 'unit', 'description', 'sameAs'], 'a limit');
  const value = readValue(node, name);
  if (value === undefined) return undefined;
  for (const reference of referencesAt(node)) compare(reading, name, value, reference);
  return {
    name,
    value,
    ...optional('unit', textAt(node, 'unit')),
    ...optional('description', textAt(node, 'description')),
    origin: node.origin,
  };
}

function readValue(node: ObjectNode, name: string): NamedLimit['value'] | undefined {
  const value = member(node.value, 'value');
  if (value === undefined)
    return refuse(
      node,
      [],
      invalidExtension.missing({ what: `the limit "${name}"`, name: 'value' }),
    );
  if (isValue(value)) return value;
  if (isArray(value) && value.every(isValue)) return value;
  const isInexact = typeof value === 'number';
  return refuse(
    node,
    ['value'],
    isInexact
      ? invalidExtension.value({
          what: 'the value of a limit',
          expected: 'a number that JavaScript can represent exactly',
        })
      : invalidExtension.value({
          what: 'the value of a limit',
          expected: 'a number, a string, a boolean or a list of these',
        }),
    isInexact ? 'put it in quotes' : undefined,
  );
}

function isValue(value: Json): value is LimitValue {
  if (typeof value !== 'number') return typeof value === 'string' || typeof value === 'boolean';
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

/** Reads `sameAs`: one reference, or a list of references. */
function referencesAt(node: ObjectNode): readonly (ValueNode & { readonly value: string })[] {
  const valueNode = childAt(node, 'sameAs');
  if (valueNode === undefined) return [];
  const items = isArray(valueNode.value)
    ? valueNode.value.map((_, index) => childAt(valueNode, index))
    : [valueNode];
  return items.flatMap((item) => {
    if (item === undefined) return [];
    if (typeof item.value === 'string' && item.value.includes('#')) {
      return [{ ...item, value: item.value }];
    }
    item.reporter.report(
      invalidExtension.value({ what: '"sameAs"', expected: 'a reference' }),
      item.origin,
      {
        hint: "write a reference to the value, such as '#/components/…'",
      },
    );
    return [];
  });
}

function compare(
  reading: Reading,
  name: string,
  value: NamedLimit['value'],
  reference: ValueNode & { readonly value: string },
): void {
  const other = reading.resolve(reference.value, reference, reference.origin);
  if (other === undefined || JSON.stringify(other.value) === JSON.stringify(value)) return;
  reading.reporter.report(
    limitValue.default({ name, value, reference: reference.value, other: other.value }),
    reference.origin,
    { related: [{ message: 'the other value is here', origin: other.origin }] },
  );
}

function abbreviate(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
