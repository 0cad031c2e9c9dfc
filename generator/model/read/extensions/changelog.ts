import { defineError } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import { invalidType } from '../../../core/diagnostics/members.js';
import { originKey } from '../../../core/origin.js';
import type { Origin } from '../../../core/origin.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { Api, NamedSchema } from '../../api.js';
import {
  changeKinds,
  type Change,
  type ChangeKind,
  type ChangeTarget,
  type ReleaseNote,
} from '../../changelog.js';
import type { Json } from '../../schema.js';
import { describeType, isArray, isObject, member } from '../json.js';
import { asNode, childAt, listAt, requiredText, textAt } from '../openapi/node.js';
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

/** Reads `x-changelog` of the document and of its `info`, with every target resolved. */
export function readChangelog(
  reading: Reading,
  root: ObjectNode,
  candidates: ChangeTargets,
): Pick<Api, 'changes' | 'notes'> {
  const info = childAt(root, 'info');
  const holders = [root, ...(info !== undefined && isObject(info.value) ? [info] : [])];
  const entries = holders.flatMap((holder) =>
    entriesAt(holder as ObjectNode, ['date', 'text', 'kind', 'touches']),
  );
  const changes = entries.flatMap(({ date, text, node }) => {
    const targets = isObject(node.value)
      ? listAt(node as ObjectNode, 'touches').flatMap(
          (item) => readTarget(reading, item, candidates) ?? [],
        )
      : [];
    return date === undefined ? [] : [{ date, text, targets, origin: node.origin }];
  });
  return { changes, ...(entries.length > 0 && { notes: entries.map(noteOf) }) };
}

/** One entry of an `x-changelog`. */
interface Entry {
  readonly node: ValueNode;
  readonly text: string;
  readonly date?: string;
  readonly kind: ChangeKind;
}

/**
 * Reads the entries of an `x-changelog`: a sentence, an object with these members, or a list of both. Those that are not valid are reported
 * and left out.
 */
function entriesAt(holder: ObjectNode, members: readonly string[]): readonly Entry[] {
  const list = childAt(holder, 'x-changelog');
  if (list === undefined) return [];
  const items = isArray(list.value)
    ? list.value.flatMap((_, index) => childAt(list, index) ?? [])
    : [list];
  return items.flatMap((item) => readEntry(item, members) ?? []);
}

function readEntry(item: ValueNode, members: readonly string[]): Entry | undefined {
  const { value } = item;
  if (typeof value === 'string' && value.trim() !== '')
    return { node: item, text: value, kind: 'changed' };
  const what = 'an entry of "x-changelog"';
  const node = asNode(item, what);
  if (node === undefined) return undefined;
  checkExtension(node, members, what);
  const text = requiredText(node, 'text', what);
  const date = textAt(node, 'date');
  const kind = textAt(node, 'kind') ?? 'changed';
  if (text === undefined) return undefined;
  if (date !== undefined && !isDate(date))
    return refuse(
      node,
      ['date'],
      invalidExtension.type({ what: '"date"', expected: 'a date', actual: `"${date}"` }),
      'write 2025-01-28, or 2025-01',
    );
  if (!isKind(kind))
    return refuse(
      node,
      ['kind'],
      invalidExtension.value({ what: '"kind"', expected: changeKinds.join(', ') }),
    );
  return { node, text, kind, ...(date !== undefined && { date }) };
}

function isKind(text: string): text is ChangeKind {
  return (changeKinds as readonly string[]).includes(text);
}

function noteOf({ text, kind, node: { origin } }: Entry): ReleaseNote {
  return { text, kind, origin };
}

/** Objects whose members are names and no keywords. */
const nameMaps: ReadonlySet<string> = new Set([
  '$defs',
  'callbacks',
  'channels',
  'components',
  'definitions',
  'dependentSchemas',
  'headers',
  'messages',
  'operations',
  'parameters',
  'paths',
  'patternProperties',
  'properties',
  'responses',
  'schemas',
  'webhooks',
]);

/** Members with values of users, in which nothing is a keyword. */
const values: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** Reads `x-changelog` of everything in a document but itself: operations, schemas, properties. An entry is about the node that has it. */
export function readElementChangelogs(root: ValueNode): Pick<Api, 'changes' | 'notes'> {
  // Most documents have none, and nodes cost more than values.
  if (!mentionsChangelog(root.value)) return { changes: [] };
  const changes: Change[] = [];
  const notes: ReleaseNote[] = [];
  const visit = (node: ValueNode, isMap: boolean, isAboutDocument: boolean): void => {
    const { value } = node;
    if (isArray(value)) {
      value.forEach((item, index) => {
        const child = isNested(item) ? childAt(node, index) : undefined;
        if (child !== undefined) visit(child, false, false);
      });
      return;
    }
    if (!isObject(value)) return;
    if (!isMap && !isAboutDocument && value['x-changelog'] !== undefined)
      for (const entry of entriesAt(node as ObjectNode, ['date', 'text', 'kind'])) {
        const { date, text } = entry;
        const targets = [{ name: `#${node.pointer}`, origins: [node.origin] }];
        notes.push(noteOf(entry));
        if (date !== undefined) changes.push({ date, text, targets, origin: entry.node.origin });
      }
    for (const [name, member] of Object.entries(value)) {
      // `components` is a map of maps.
      const isNamesOnly = isMap && node.pointer !== '/components';
      if (!isNested(member) || (!isNamesOnly && isSkipped(name))) continue;
      const child = childAt(node, name);
      const isNamed = !isNamesOnly && (isMap || nameMaps.has(name));
      if (child !== undefined) visit(child, isNamed, isAboutDocument && name === 'info');
    }
  };
  const { value: content } = root;
  const isDescription =
    isObject(content) && (member(content, 'openapi') ?? member(content, 'asyncapi')) !== undefined;
  visit(root, false, isDescription);
  return { changes, ...(notes.length > 0 && { notes }) };
}

/** True if an object in a value has a member `x-changelog`. */
function mentionsChangelog(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isArray(value)) return value.some(mentionsChangelog);
  for (const name in value) {
    const member = value[name];
    if (name === 'x-changelog') return true;
    if (member !== undefined && isNested(member) && mentionsChangelog(member)) return true;
  }
  return false;
}

/** True for extensions of others, and for members with values of users. */
function isSkipped(name: string): boolean {
  return name.startsWith('x-') || values.has(name);
}

function isNested(value: Json): boolean {
  return typeof value === 'object' && value !== null;
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
