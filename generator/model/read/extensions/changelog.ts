import { defineError } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import { invalidType } from '../../../core/diagnostics/members.js';
import { originKey } from '../../../core/origin.js';
import type { Origin } from '../../../core/origin.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { NamedSchema } from '../../api.js';
import type { Change, ChangeTarget } from '../../changelog.js';
import { describeType, isObject, member } from '../json.js';
import { asNode, listAt, requiredText } from '../openapi/node.js';
import type { ObjectNode, ValueNode } from '../openapi/node.js';
import { follow } from '../openapi/reading.js';
import type { Reading } from '../openapi/reading.js';
import { checkExtension, refuse } from './extension.js';

/** A change that names no operation or schema, or both. */
export const unknownChangeTarget: DiagnosticType<{
  default: { name: string };
  ambiguous: { name: string };
}> = defineError('unknown-change-target', {
  default: ({ name }) => `"${name}" is neither an operation nor a schema`,
  ambiguous: ({ name }) => `"${name}" is both an operation and a schema`,
});

/** Operations and schemas that a change may refer to. */
export interface ChangeTargets {
  readonly operations: readonly { readonly id?: string; readonly origin: Origin }[];
  readonly schemas: readonly NamedSchema[];
}

/** Reads `x-changelog` of the document, with every target resolved. */
export function readChangelog(
  reading: Reading,
  root: ObjectNode,
  candidates: ChangeTargets,
): readonly Change[] {
  return listAt(root, 'x-changelog').flatMap((valueNode) => {
    const node = asNode(valueNode, 'an entry of "x-changelog"');
    if (node === undefined) return [];
    checkExtension(node, ['date', 'text', 'touches'], 'an entry of "x-changelog"');
    const date = requiredText(node, 'date', 'an entry of "x-changelog"');
    const text = requiredText(node, 'text', 'an entry of "x-changelog"');
    const targets = listAt(node, 'touches').flatMap(
      (item) => readTarget(reading, item, candidates) ?? [],
    );
    if (date === undefined || text === undefined) return [];
    if (!isDate(date)) {
      refuse(
        node,
        ['date'],
        invalidExtension.type({ what: '"date"', expected: 'a date', actual: `"${date}"` }),
        'write 2025-01-28, or 2025-01',
      );
      return [];
    }
    return [{ date, text, targets, origin: node.origin }];
  });
}

/** True for a calendar date or a month. */
export function isDate(text: string): boolean {
  const match = /^(\d{4}-(?:0[1-9]|1[0-2]))(-\d\d)?$/.exec(text);
  if (match === null) return false;
  const [, month = '', day = '-01'] = match;
  const date = new Date(`${month}${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(month + day);
}

function readTarget(
  reading: Reading,
  valueNode: ValueNode,
  { operations, schemas }: ChangeTargets,
): ChangeTarget | undefined {
  const { value: name } = valueNode;
  if (typeof name !== 'string') {
    valueNode.reporter.report(
      invalidType.default({
        what: 'an item of "touches"',
        expected: 'a string',
        actual: describeType(name),
      }),
      valueNode.origin,
    );
    return undefined;
  }
  if (name.includes('#')) return readReference(reading, valueNode, name);
  const operation = operations.find(({ id }) => id === name);
  const schema = schemas.find((each) => each.name === name);
  const described = schema === undefined ? undefined : reading.schemas.table.get(schema.id);
  if (operation !== undefined && described !== undefined) {
    valueNode.reporter.report(unknownChangeTarget.ambiguous({ name }), valueNode.origin, {
      hint: `write "#/components/schemas/${name}", or a reference to the operation`,
    });
    return undefined;
  }
  const target = operation ?? described;
  if (target !== undefined) return { name, origins: [target.origin] };
  const names = [...operations.flatMap(({ id }) => id ?? []), ...schemas.map((each) => each.name)];
  valueNode.reporter.report(
    unknownChangeTarget.default({ name }),
    valueNode.origin,
    didYouMean(name, names),
  );
  return undefined;
}

function readReference(
  reading: Reading,
  valueNode: ValueNode,
  name: string,
): ChangeTarget | undefined {
  const target = reading.resolve(name, valueNode, valueNode.origin);
  if (target === undefined) return undefined;
  const isReference = isObject(target.value) && member(target.value, '$ref') !== undefined;
  // A schema that is a reference has its own annotations. Any other reference is followed.
  const isFollowed = isReference && !isSchema(reading, target.origin);
  const referenced = isFollowed ? follow(reading, target, `"${name}"`) : undefined;
  return {
    name,
    origins: [target.origin, ...(referenced === undefined ? [] : [referenced.origin])],
  };
}

function isSchema(reading: Reading, origin: Origin): boolean {
  const key = originKey(origin);
  return [...reading.schemas.table.values()].some((schema) => originKey(schema.origin) === key);
}
