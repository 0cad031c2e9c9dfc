import { invalidExtension } from '../../../../core/diagnostics/extensions.js';
import type { FeedCondition } from '../../../feed.js';
import type { Message } from '../../../message.js';
import type { Json } from '../../../schema.js';
import { isArray, member } from '../../json.js';
import { asNode, childAt } from '../../openapi/node.js';
import type { ObjectNode, ValueNode } from '../../openapi/node.js';
import { checkExtension, refuse } from '../extension.js';
import { pointerAt, requiredPointer } from './members.js';

const MEMBERS = ['pointer', 'const', 'enum', 'present'];

/** Reads `x-discriminator` of a channel or of the document: the pointer to the value that distinguishes messages. */
export function readDiscriminatorPointer(node: ObjectNode): string | undefined {
  return pointerAt(node, 'x-discriminator');
}

/** Reads `x-discriminator` of a message: conditions that only this message satisfies. */
export function readDiscriminator(message: ObjectNode): Message['discriminator'] {
  const valueNode = childAt(message, 'x-discriminator');
  if (valueNode === undefined) return undefined;
  const conditions = readConditions(message, 'x-discriminator');
  return conditions.length === 0 ? undefined : { conditions, origin: valueNode.origin };
}

/** Reads one condition, or a list of conditions. */
export function readConditions(node: ObjectNode, name: string): readonly FeedCondition[] {
  const valueNode = childAt(node, name);
  if (valueNode === undefined) return [];
  const items: readonly (ValueNode | undefined)[] = isArray(valueNode.value)
    ? valueNode.value.map((_, index) => childAt(valueNode, index))
    : [valueNode];
  return items.flatMap((each) => (each === undefined ? [] : (readCondition(each) ?? [])));
}

function readCondition(valueNode: ValueNode): FeedCondition | undefined {
  const node = asNode(valueNode, 'a condition');
  if (node === undefined) return undefined;
  checkExtension(node, MEMBERS, 'a condition');
  const pointer = requiredPointer(node, 'pointer', 'a condition');
  const conditionKeywords = ['const', 'enum', 'present'].filter((name) =>
    Object.hasOwn(node.value, name),
  );
  if (conditionKeywords.length !== 1) {
    return refuse(
      node,
      [],
      invalidExtension.exactlyOne({ what: 'a condition', names: ['const', 'enum', 'present'] }),
    );
  }
  if (pointer === undefined) return undefined;
  const value = member(node.value, 'const');
  if (value !== undefined) {
    return isPlain(value)
      ? { pointer, const: value }
      : refuse(
          node,
          ['const'],
          invalidExtension.value({
            what: '"const"',
            expected: 'a string, a number, a boolean or null',
          }),
        );
  }
  const values = member(node.value, 'enum');
  if (values !== undefined) {
    return isArray(values) && values.length > 0 && values.every(isPlain)
      ? { pointer, enum: values }
      : refuse(
          node,
          ['enum'],
          invalidExtension.value({
            what: '"enum"',
            expected: 'a list of strings, numbers, booleans or null',
          }),
        );
  }
  const present = member(node.value, 'present');
  return typeof present === 'boolean'
    ? { pointer, present }
    : refuse(
        node,
        ['present'],
        invalidExtension.value({ what: '"present"', expected: 'true or false' }),
      );
}

function isPlain(value: Json): value is null | boolean | number | string {
  return typeof value !== 'object' || value === null;
}
