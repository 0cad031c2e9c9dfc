import { escapeToken } from '../core/pointer.js';
import type { SchemaId } from '../model/schema.js';
import type { Shape, Shapes } from '../model/shape/shape.js';
import { dereferencedShape } from './schemas/pointer-schema.js';

/** A condition that holds for a message and, if possible, for no other. */
export type MessageCondition =
  | { readonly pointer: string; readonly const: null | boolean | number | string }
  | { readonly pointer: string; readonly enum: readonly (null | boolean | number | string)[] }
  | { readonly pointer: string; readonly present: boolean };

/** A message or payload that can be recognised by its content. */
export interface Discriminable {
  readonly payload?: SchemaId;
  /** Conditions from the description (`x-discriminator`). */
  readonly discriminator?: { readonly conditions: readonly MessageCondition[] };
}

/** A message with the conditions that identify it. */
export interface MatchedMessage<Kind extends Discriminable> {
  readonly message: Kind;
  readonly match: readonly MessageCondition[];
}

type Value = null | boolean | number | string;

/** Constants and required properties of the payload of one message. */
interface Facts<Kind> extends PayloadFacts {
  readonly message: Kind;
}

/** Possible values by pointer, and pointers of required properties. */
interface PayloadFacts {
  readonly values: ReadonlyMap<string, readonly Value[]>;
  readonly required: readonly string[];
}

/**
 * Finds conditions that distinguish messages sent in one direction over one connection, or to one
 * webhook URL. The first applicable rule is used:
 *
 * 1. The conditions of `x-discriminator`.
 * 2. The value at `discriminator`, or at the pointer that most messages fix.
 * 3. All values that the message fixes, if the first one is not unique.
 * 4. A property that only this message requires, if it fixes no value.
 *
 * Messages without conditions come last, because they match everything.
 */
export function matchMessages<Kind extends Discriminable>(
  messages: readonly Kind[],
  shapes: Shapes,
  discriminator?: string,
): readonly MatchedMessage<Kind>[] {
  const facts = messages.map((message): Facts<Kind> => ({
    message,
    ...factsOf(
      shapes,
      message.payload === undefined ? undefined : dereferencedShape(shapes, message.payload),
    ),
  }));
  const best = discriminator ?? mostCommon(facts);
  const matched = facts.map((each) => {
    const { message } = each;
    const conditions = message.discriminator?.conditions;
    const outcome =
      conditions === undefined ? distinguish(each, best, facts) : { match: conditions, round: 0 };
    return {
      message,
      match: outcome.match,
      round: outcome.match.length > 0 ? outcome.round : Infinity,
    };
  });
  return matched
    .sort((left, right) => (left.round === right.round ? 0 : left.round - right.round))
    .map(({ message, match }) => ({ message, match }));
}

/**
 * Conditions of a message. `round` counts how often messages with a value at the best pointer were
 * excluded. Other messages may contain such values too, so messages of later rounds come later.
 */
interface RoundMatch {
  readonly match: readonly MessageCondition[];
  readonly round: number;
}

function distinguish(
  facts: PayloadFacts,
  best: string | undefined,
  all: readonly PayloadFacts[],
  round = 0,
): RoundMatch {
  const values = best === undefined ? undefined : facts.values.get(best);
  const others = all.filter((each) => each !== facts);
  if (best !== undefined && values !== undefined) {
    const isShared = others.some((each) =>
      (each.values.get(best) ?? []).some((value) => values.includes(value)),
    );
    const main = condition(best, values);
    if (!isShared) return { match: [main], round };
    const rest = [...facts.values].filter(([pointer]) => pointer !== best);
    return { match: [main, ...rest.map(([pointer, each]) => condition(pointer, each))], round };
  }
  const rest = best === undefined ? all : all.filter((each) => !each.values.has(best));
  // Messages without a value at the best pointer are distinguished among themselves.
  if (rest.length < all.length) return distinguish(facts, mostCommon(rest), rest, round + 1);
  if (facts.values.size > 0)
    return { match: [...facts.values].map(([pointer, each]) => condition(pointer, each)), round };
  const distinctive = facts.required.find((name) =>
    others.every((each) => !each.required.includes(name)),
  );
  return {
    match: distinctive === undefined ? [] : [{ pointer: distinctive, present: true }],
    round,
  };
}

/** Constants and required properties of a payload. Returns `undefined` if it is not an object. */
export function payloadFacts(shapes: Shapes, payload: SchemaId): PayloadFacts | undefined {
  const shape = dereferencedShape(shapes, payload);
  return shape.kind === 'object' || shape.kind === 'intersection'
    ? factsOf(shapes, shape)
    : undefined;
}

function condition(pointer: string, values: readonly Value[]): MessageCondition {
  const [distinctive] = values;
  return values.length === 1 && distinctive !== undefined
    ? { pointer, const: distinctive }
    : { pointer, enum: values };
}

function mostCommon(facts: readonly PayloadFacts[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { values } of facts) {
    for (const pointer of values.keys()) counts.set(pointer, (counts.get(pointer) ?? 0) + 1);
  }
  return [...counts].reduce<readonly [string, number] | undefined>(
    (best, each) => (best === undefined || each[1] > best[1] ? each : best),
    undefined,
  )?.[0];
}

function factsOf(shapes: Shapes, shape: Shape | undefined, depth = 0): PayloadFacts {
  if (shape?.kind === 'union' && depth < maxUnionDepth)
    return sharedFacts(
      shape.members.map((member) => factsOf(shapes, dereference(shapes, member), depth + 1)),
    );
  const values = new Map<string, readonly Value[]>();
  const required: string[] = [];
  if (shape?.kind === 'tuple') {
    shape.items.forEach((item, index) => addValues(values, `/${index}`, valuesOf(shapes, item)));
  }
  for (const member of shape === undefined ? [] : membersOf(shapes, shape)) {
    const pointer = `/${escapeToken(member.name)}`;
    if (!member.optional) required.push(pointer);
    addValues(values, pointer, valuesOf(shapes, member.shape));
  }
  return { values, required };
}

/** Maximum depth of nested unions. A union may contain itself. */
const maxUnionDepth = 8;

/**
 * Facts that hold for every branch of a union: all possible values, and properties that every
 * branch requires.
 */
function sharedFacts([first, ...others]: readonly PayloadFacts[]): PayloadFacts {
  if (first === undefined) return { values: new Map(), required: [] };
  const values = new Map<string, readonly Value[]>();
  for (const [pointer, facts] of first.values) {
    const rest = others.map((other) => other.values.get(pointer));
    if (rest.some((each) => each === undefined)) continue;
    values.set(pointer, [...new Set([facts, ...rest.map((each) => each ?? [])].flat())]);
  }
  const required = first.required.filter((name) =>
    others.every((other) => other.required.includes(name)),
  );
  return { values, required };
}

function addValues(
  values: Map<string, readonly Value[]>,
  pointer: string,
  outcome: readonly Value[] | undefined,
): void {
  if (outcome !== undefined) values.set(pointer, outcome);
}

type ObjectMember = Extract<Shape, { readonly kind: 'object' }>['members'][number];

function membersOf(shapes: Shapes, shape: Shape): readonly ObjectMember[] {
  if (shape.kind === 'intersection')
    return shape.members.flatMap((part) => membersOf(shapes, dereference(shapes, part)));
  if (shape.kind !== 'object') return [];
  return [
    ...shape.extends.flatMap((base) => membersOf(shapes, dereferencedShape(shapes, base))),
    ...shape.members,
  ];
}

/** Values of a closed shape. Returns `undefined` if other values are possible. */
function valuesOf(shapes: Shapes, start: Shape): readonly Value[] | undefined {
  const shape = dereference(shapes, start);
  if (shape.kind === 'literal') return typeof shape.value === 'bigint' ? undefined : [shape.value];
  if (shape.kind !== 'union') return undefined;
  const listed = shape.members.map((member) => valuesOf(shapes, member));
  return listed.some((values) => values === undefined)
    ? undefined
    : listed.flatMap((values) => values ?? []);
}

function dereference(shapes: Shapes, shape: Shape): Shape {
  return shape.kind === 'reference' ? dereferencedShape(shapes, shape.target) : shape;
}
