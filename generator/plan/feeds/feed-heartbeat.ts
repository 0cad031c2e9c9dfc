import { parsePointer } from '../../core/pointer.js';
import type { Channel, Message } from '../../model/message.js';
import type { Json } from '../../model/schema.js';
import type { Shapes } from '../../model/shape.js';
import { payloadFacts } from '../message-match.js';
import { memberSchema } from '../pointer-schema.js';
import type { HeartbeatPlan } from './plan.js';

/** The message that shows that a channel lives, and as much of it as the description fixes. */
export function planHeartbeat(
  { feed: { heartbeat, subscription } }: Channel,
  messages: readonly Message[],
  shapes: Shapes,
): HeartbeatPlan | undefined {
  if (heartbeat === undefined || !('message' in heartbeat)) return undefined;
  const { interval, message: key } = heartbeat;
  const message = messages.find((each) => each.key === key);
  if (message === undefined) return undefined;
  const facts = message.payload === undefined ? undefined : payloadFacts(shapes, message.payload);
  // What is no object has no members to be filled in.
  if (facts === undefined) return { message, interval, filled: [], isPartial: true };
  const own = new Map(subscription?.messageKeys).get(key);
  const place = own === undefined ? subscription?.keys?.pointer : (own ?? undefined);
  const members = [
    ...[...facts.values].flatMap(([pointer, [only, ...others]]) =>
      only === undefined || others.length > 0 ? [] : [[pointer, literal(only)] as const],
    ),
    ...(place !== undefined && isText(shapes, message, place) ? [[place, '{key}'] as const] : []),
  ].flatMap(([pointer, value]) => {
    const [name, ...deeper] = parsePointer(pointer) ?? [];
    const isDemanded = pointer === place || facts.required.includes(pointer);
    return name === undefined || deeper.length > 0 || !isDemanded ? [] : [[name, value] as const];
  });
  const template: { readonly [name: string]: Json } = Object.fromEntries(members);
  const filled = Object.keys(template);
  const isPartial = facts.required.some((pointer) => {
    const [name = ''] = parsePointer(pointer) ?? [];
    return !Object.hasOwn(template, name);
  });
  return { message, interval, template, filled, isPartial };
}

/** A constant as a template has it: braces are doubled. */
function literal(value: null | boolean | number | string): Json {
  return typeof value === 'string' ? value.replace(/[{}]/g, '$&$&') : value;
}

/** Keys are texts; a member that is a number is not filled with one. */
function isText(shapes: Shapes, { payload }: Message, pointer: string): boolean {
  const path = parsePointer(pointer);
  const schema =
    path === undefined || payload === undefined ? undefined : memberSchema(shapes, payload, path);
  if (schema === undefined) return false;
  let shape = shapes.of(schema, { direction: 'both', representation: 'wire' });
  for (const seen = new Set([schema]); shape.kind === 'reference' && !seen.has(shape.target);) {
    seen.add(shape.target);
    shape = shapes.of(shape.target, { direction: 'both', representation: 'wire' });
  }
  const isOpen = shape.kind === 'open-enum' && shape.of === 'string';
  return shape.kind === 'string' || isOpen || shape.kind === 'union';
}
