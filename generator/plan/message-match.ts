import { escapeToken } from '../core/pointer.js';
import type { SchemaId } from '../model/schema.js';
import type { Shape, Shapes } from '../model/shape.js';

/** Something that holds of a message and, where it can be, of no other. */
export type MatchPlan =
  | { readonly pointer: string; readonly const: null | boolean | number | string }
  | { readonly pointer: string; readonly enum: readonly (null | boolean | number | string)[] }
  | { readonly pointer: string; readonly present: boolean };

/** Anything that is told by what it carries. */
export interface Carrier {
  readonly payload?: SchemaId;
  /** What its description says tells it from others. */
  readonly discriminator?: { readonly conditions: readonly MatchPlan[] };
}

/** What a message is told by, beside the message. */
export interface MatchedMessage<Kind extends Carrier> {
  readonly message: Kind;
  readonly match: readonly MatchPlan[];
}

type Value = null | boolean | number | string;

/** What one payload fixes: possible values by pointer, and members that are always there. */
interface Facts<Kind> extends PayloadFacts {
  readonly message: Kind;
}

/** Pointers into a payload. */
interface PayloadFacts {
  readonly values: ReadonlyMap<string, readonly Value[]>;
  readonly required: readonly string[];
}

/**
 * How messages that go one way over one connection, or whatever else comes to one place, are told apart: by what `x-discriminator`
 * says; by the place that most of them fix to a value, or that `place` names; where that is not enough, by all that
 * a message fixes; where nothing is fixed, by a member that only this message demands. Those that nothing tells come last, because they
 * take what is left.
 */
export function matchMessages<Kind extends Carrier>(
  messages: readonly Kind[],
  shapes: Shapes,
  place?: string,
): readonly MatchedMessage<Kind>[] {
  const facts = messages.map((message): Facts<Kind> => ({
    message,
    ...factsOf(
      shapes,
      message.payload === undefined ? undefined : resolved(shapes, message.payload),
    ),
  }));
  const best = place ?? mostCommon(facts);
  const told = facts.map((each) => {
    const { message } = each;
    const conditions = message.discriminator?.conditions;
    const found =
      conditions === undefined ? tell(each, best, facts) : { match: conditions, round: 0 };
    return { message, match: found.match, round: found.match.length > 0 ? found.round : Infinity };
  });
  return told
    .sort((left, right) => (left.round === right.round ? 0 : left.round - right.round))
    .map(({ message, match }) => ({ message, match }));
}

/** `round`: how often those were set aside that have what tells the others. What they have, the others may have too, so they come later. */
interface Told {
  readonly match: readonly MatchPlan[];
  readonly round: number;
}

function tell(
  own: PayloadFacts,
  best: string | undefined,
  all: readonly PayloadFacts[],
  round = 0,
): Told {
  const values = best === undefined ? undefined : own.values.get(best);
  const others = all.filter((each) => each !== own);
  if (best !== undefined && values !== undefined) {
    const isShared = others.some((each) =>
      (each.values.get(best) ?? []).some((value) => values.includes(value)),
    );
    const main = condition(best, values);
    if (!isShared) return { match: [main], round };
    const rest = [...own.values].filter(([pointer]) => pointer !== best);
    return { match: [main, ...rest.map(([pointer, each]) => condition(pointer, each))], round };
  }
  const rest = best === undefined ? all : all.filter((each) => !each.values.has(best));
  // Those that have nothing at the usual place are told apart among themselves.
  if (rest.length < all.length) return tell(own, mostCommon(rest), rest, round + 1);
  if (own.values.size > 0)
    return { match: [...own.values].map(([pointer, each]) => condition(pointer, each)), round };
  const only = own.required.find((name) => others.every((each) => !each.required.includes(name)));
  return { match: only === undefined ? [] : [{ pointer: only, present: true }], round };
}

/** What a payload fixes and demands; `undefined` for one that is no object. */
export function payloadFacts(shapes: Shapes, payload: SchemaId): PayloadFacts | undefined {
  const shape = resolved(shapes, payload);
  return shape.kind === 'object' || shape.kind === 'intersection'
    ? factsOf(shapes, shape)
    : undefined;
}

function condition(pointer: string, values: readonly Value[]): MatchPlan {
  const [only] = values;
  return values.length === 1 && only !== undefined
    ? { pointer, const: only }
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
  if (shape?.kind === 'union' && depth < deepest)
    return sharedFacts(
      shape.members.map((member) => factsOf(shapes, behind(shapes, member), depth + 1)),
    );
  const values = new Map<string, readonly Value[]>();
  const required: string[] = [];
  if (shape?.kind === 'tuple') {
    shape.items.forEach((item, index) => note(values, `/${index}`, valuesOf(shapes, item)));
  }
  for (const member of shape === undefined ? [] : membersOf(shapes, shape)) {
    const pointer = `/${escapeToken(member.name)}`;
    if (!member.optional) required.push(pointer);
    note(values, pointer, valuesOf(shapes, member.shape));
  }
  return { values, required };
}

/** Unions in unions that are looked into; one may be a member of itself. */
const deepest = 8;

/** What holds of every branch of a union: the values that any of them has, and what all of them demand. */
function sharedFacts([first, ...others]: readonly PayloadFacts[]): PayloadFacts {
  if (first === undefined) return { values: new Map(), required: [] };
  const values = new Map<string, readonly Value[]>();
  for (const [pointer, own] of first.values) {
    const rest = others.map((other) => other.values.get(pointer));
    if (rest.some((each) => each === undefined)) continue;
    values.set(pointer, [...new Set([own, ...rest.map((each) => each ?? [])].flat())]);
  }
  const required = first.required.filter((name) =>
    others.every((other) => other.required.includes(name)),
  );
  return { values, required };
}

function note(
  values: Map<string, readonly Value[]>,
  pointer: string,
  found: readonly Value[] | undefined,
): void {
  if (found !== undefined) values.set(pointer, found);
}

type ObjectMember = Extract<Shape, { readonly kind: 'object' }>['members'][number];

function membersOf(shapes: Shapes, shape: Shape): readonly ObjectMember[] {
  if (shape.kind === 'intersection')
    return shape.members.flatMap((part) => membersOf(shapes, behind(shapes, part)));
  if (shape.kind !== 'object') return [];
  return [
    ...shape.extends.flatMap((base) => membersOf(shapes, resolved(shapes, base))),
    ...shape.members,
  ];
}

/** The values that a shape is closed to; `undefined` where others are possible. */
function valuesOf(shapes: Shapes, start: Shape): readonly Value[] | undefined {
  const shape = behind(shapes, start);
  if (shape.kind === 'literal') return typeof shape.value === 'bigint' ? undefined : [shape.value];
  if (shape.kind !== 'union') return undefined;
  const listed = shape.members.map((member) => valuesOf(shapes, member));
  return listed.some((values) => values === undefined)
    ? undefined
    : listed.flatMap((values) => values ?? []);
}

function behind(shapes: Shapes, shape: Shape): Shape {
  return shape.kind === 'reference' ? resolved(shapes, shape.target) : shape;
}

function resolved(shapes: Shapes, id: Parameters<Shapes['of']>[0]): Shape {
  let shape = shapes.of(id, { direction: 'both', representation: 'wire' });
  for (const seen = new Set([id]); shape.kind === 'reference' && !seen.has(shape.target);) {
    seen.add(shape.target);
    shape = shapes.of(shape.target, { direction: 'both', representation: 'wire' });
  }
  return shape;
}
