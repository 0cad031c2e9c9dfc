import type { FeedCondition } from '../../../feed.js';
import type { Message } from '../../../message.js';
import type { Json } from '../../../schema.js';
import { isArray, member } from '../../json.js';
import { asNode, placeAt } from '../../openapi/node.js';
import type { Node, Place } from '../../openapi/node.js';
import { checkExtension, refuse } from '../extension.js';
import { pointerAt, requiredPointer } from './members.js';

const MEMBERS = ['pointer', 'const', 'enum', 'present'];

/** `x-discriminator` of a channel or of the document: the place that tells messages apart. */
export function readDiscriminatorPlace(node: Node): string | undefined {
  return pointerAt(node, 'x-discriminator');
}

/** `x-discriminator` of a message: what holds of it and of no other. */
export function readDiscriminator(message: Node): Message['discriminator'] {
  const place = placeAt(message, 'x-discriminator');
  if (place === undefined) return undefined;
  const conditions = readConditions(message, 'x-discriminator');
  return conditions.length === 0 ? undefined : { conditions, origin: place.origin };
}

/** One condition, or a list of them. */
export function readConditions(node: Node, name: string): readonly FeedCondition[] {
  const place = placeAt(node, name);
  if (place === undefined) return [];
  const places: readonly (Place | undefined)[] = isArray(place.value)
    ? place.value.map((_, index) => placeAt(place, index))
    : [place];
  return places.flatMap((each) => (each === undefined ? [] : (readCondition(each) ?? [])));
}

function readCondition(place: Place): FeedCondition | undefined {
  const node = asNode(place, 'a condition');
  if (node === undefined) return undefined;
  checkExtension(node, MEMBERS, 'a condition');
  const pointer = requiredPointer(node, 'pointer', 'a condition');
  const given = ['const', 'enum', 'present'].filter((name) => Object.hasOwn(node.value, name));
  if (given.length !== 1) {
    return refuse(node, [], 'a condition has not exactly one of "const", "enum" and "present"');
  }
  if (pointer === undefined) return undefined;
  const value = member(node.value, 'const');
  if (value !== undefined) {
    return isPlain(value) ? { pointer, const: value } : refuse(node, ['const'], NO_VALUE);
  }
  const values = member(node.value, 'enum');
  if (values !== undefined) {
    return isArray(values) && values.length > 0 && values.every(isPlain)
      ? { pointer, enum: values }
      : refuse(node, ['enum'], '"enum" is no list of texts, numbers, flags or nulls');
  }
  const present = member(node.value, 'present');
  return typeof present === 'boolean'
    ? { pointer, present }
    : refuse(node, ['present'], '"present" is neither true nor false');
}

const NO_VALUE = '"const" is no text, number, flag or null';

function isPlain(value: Json): value is null | boolean | number | string {
  return typeof value !== 'object' || value === null;
}
