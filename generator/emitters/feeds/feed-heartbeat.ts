import { parsePointer } from '../../core/pointer.js';
import type { Channel, Message } from '../../model/message.js';
import type { Json } from '../../model/schema.js';
import { withoutBrand } from '../../model/shape/algebra.js';
import type { Shapes } from '../../model/shape/shape.js';
import { payloadFacts } from '../../plan/message-conditions.js';
import { memberSchema, dereferencedShape } from '../../plan/schemas/pointer-schema.js';
import type { HeartbeatPlan } from './plan.js';

/** Plans the heartbeat message of a channel, with the values that the description fixes. */
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
  // A payload that is not an object has no properties to fill in.
  if (facts === undefined) return { message, interval, filled: [], isPartial: true };
  const ownPointer = new Map(subscription?.messageKeys).get(key);
  const keyPointer =
    ownPointer === undefined ? subscription?.keys?.pointer : (ownPointer ?? undefined);
  const members = [
    ...[...facts.values].flatMap(([pointer, [constant, ...others]]) =>
      constant === undefined || others.length > 0 ? [] : [[pointer, literal(constant)] as const],
    ),
    ...(keyPointer !== undefined && isText(shapes, message, keyPointer)
      ? [[keyPointer, '{key}'] as const]
      : []),
  ].flatMap(([pointer, value]) => {
    const [name, ...rest] = parsePointer(pointer) ?? [];
    const isRequired = pointer === keyPointer || facts.required.includes(pointer);
    return name === undefined || rest.length > 0 || !isRequired ? [] : [[name, value] as const];
  });
  const template: { readonly [name: string]: Json } = Object.fromEntries(members);
  const filled = Object.keys(template);
  const isPartial = facts.required.some((pointer) => {
    const [name = ''] = parsePointer(pointer) ?? [];
    return !Object.hasOwn(template, name);
  });
  return { message, interval, template, filled, isPartial };
}

/** Encodes a constant for a template: braces are doubled. */
function literal(value: null | boolean | number | string): Json {
  return typeof value === 'string' ? value.replace(/[{}]/g, '$&$&') : value;
}

/** True if a string fits at `pointer`. Keys are strings, so they cannot fill a numeric property. */
function isText(shapes: Shapes, { payload }: Message, pointer: string): boolean {
  const path = parsePointer(pointer);
  const schema =
    path === undefined || payload === undefined ? undefined : memberSchema(shapes, payload, path);
  if (schema === undefined) return false;
  const shape = dereferencedShape(shapes, schema);
  const isOpen = shape.kind === 'open-enum' && shape.of === 'string';
  return withoutBrand(shape).kind === 'string' || isOpen || shape.kind === 'union';
}
