import { placeKey } from '../../../core/origin.js';
import type { Origin } from '../../../core/origin.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { NamedSchema } from '../../api.js';
import type { Change, ChangeTarget } from '../../changelog.js';
import { isObject, member } from '../json.js';
import { asNode, listAt, requiredText } from '../openapi/node.js';
import type { Node, Place } from '../openapi/node.js';
import { follow } from '../openapi/reading.js';
import type { Reading } from '../openapi/reading.js';
import { checkExtension, refuse } from './extension.js';

/** What the targets of changes may be called by. */
export interface Touchable {
  readonly operations: readonly { readonly id?: string; readonly origin: Origin }[];
  readonly schemas: readonly NamedSchema[];
}

/** `x-changelog` of the document, every target found. */
export function readChangelog(
  reading: Reading,
  root: Node,
  touchable: Touchable,
): readonly Change[] {
  return listAt(root, 'x-changelog').flatMap((place) => {
    const node = asNode(place, 'an entry of "x-changelog"');
    if (node === undefined) return [];
    checkExtension(node, ['date', 'text', 'touches'], 'an entry of "x-changelog"');
    const date = requiredText(node, 'date', 'an entry of "x-changelog"');
    const text = requiredText(node, 'text', 'an entry of "x-changelog"');
    const targets = listAt(node, 'touches').flatMap(
      (item) => readTarget(reading, item, touchable) ?? [],
    );
    if (date === undefined || text === undefined) return [];
    if (!isDate(date)) {
      refuse(node, ['date'], `"${date}" is no date`, 'write 2025-01-28, or 2025-01');
      return [];
    }
    return [{ date, text, targets, origin: node.origin }];
  });
}

/** A day of the calendar, or a month. */
function isDate(text: string): boolean {
  const match = /^(\d{4}-(?:0[1-9]|1[0-2]))(-\d\d)?$/.exec(text);
  if (match === null) return false;
  const [, month = '', day = '-01'] = match;
  const date = new Date(`${month}${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(month + day);
}

function readTarget(
  reading: Reading,
  place: Place,
  { operations, schemas }: Touchable,
): ChangeTarget | undefined {
  const { value: name } = place;
  if (typeof name !== 'string') {
    place.reporter.error('invalid-type', place.origin, 'an item of "touches" is no string');
    return undefined;
  }
  if (name.includes('#')) return readReference(reading, place, name);
  const operation = operations.find(({ id }) => id === name);
  const schema = schemas.find((each) => each.name === name);
  const described = schema === undefined ? undefined : reading.schemas.table.get(schema.id);
  if (operation !== undefined && described !== undefined) {
    place.reporter.error(
      'unknown-change-target',
      place.origin,
      `"${name}" is both an operation and a schema`,
      { hint: `write "#/components/schemas/${name}", or where the operation stands` },
    );
    return undefined;
  }
  const found = operation ?? described;
  if (found !== undefined) return { name, places: [found.origin] };
  const names = [...operations.flatMap(({ id }) => id ?? []), ...schemas.map((each) => each.name)];
  place.reporter.error(
    'unknown-change-target',
    place.origin,
    `"${name}" is neither an operation nor a schema`,
    didYouMean(name, names),
  );
  return undefined;
}

function readReference(reading: Reading, place: Place, name: string): ChangeTarget | undefined {
  const target = reading.resolve(name, place, place.origin);
  if (target === undefined) return undefined;
  const refers = isObject(target.value) && member(target.value, '$ref') !== undefined;
  // A schema that refers to another one has words of its own; anything else is what it refers to.
  const leads = refers && !isSchema(reading, target.origin);
  const behind = leads ? follow(reading, target, `"${name}"`) : undefined;
  return { name, places: [target.origin, ...(behind === undefined ? [] : [behind.origin])] };
}

function isSchema(reading: Reading, origin: Origin): boolean {
  const wanted = placeKey(origin);
  return [...reading.schemas.table.values()].some((schema) => placeKey(schema.origin) === wanted);
}
