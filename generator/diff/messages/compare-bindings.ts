import type { Bindings } from '../../model/message.js';
import type { Json } from '../../model/schema.js';
import type { Role, Verdict } from '../verdict.js';
import { bindingEffect, type BindingPlace } from './binding-effects.js';

/** A member of a binding that differs, with the verdicts of the roles that it concerns. */
export interface BindingChange {
  readonly message: string;
  readonly verdicts: { readonly [Name in Extract<Role, 'publisher' | 'subscriber'>]: Verdict };
}

/** Compares the bindings of a channel, a flow, a message or a server member by member. */
export function compareBindings(
  old: Bindings,
  next: Bindings,
  place: BindingPlace,
): readonly BindingChange[] {
  const protocols = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  return protocols.flatMap((protocol) => {
    const [before, after] = [membersOf(old[protocol]), membersOf(next[protocol])];
    const isQueue = [old, next].every((each) => addressesQueue(each[protocol]));
    return [...new Set([...before.keys(), ...after.keys()])].flatMap(
      (name): readonly BindingChange[] => {
        const [left, right] = [before.get(name)?.text, after.get(name)?.text];
        const path = (after.get(name) ?? before.get(name))?.path ?? [];
        const effect = bindingEffect(place, protocol, path);
        if (left === right || effect === undefined) return [];
        // Publishers send to the queue by its name if there is no exchange.
        const isAddress = protocol === 'amqp' && isQueue && name === 'queue.name';
        const verdicts = isAddress
          ? ({ publisher: 'breaking', subscriber: 'breaking' } as const)
          : effect;
        const message = `"${name}" of the binding for "${protocol}" changed from ${textOf(left)} to ${textOf(right)}`;
        return [{ message, verdicts }];
      },
    );
  });
}

/** Longest value in a sentence. */
const maxLength = 60;

function textOf(value: string | undefined): string {
  if (value === undefined) return 'none';
  return value.length > maxLength ? `${value.slice(0, maxLength)}…` : value;
}

interface Member {
  readonly path: readonly string[];
  /** The value as JSON with sorted names. */
  readonly text: string;
}

/** Members of a binding by their paths. Lists and schemas are values as a whole. */
function membersOf(binding: Json | undefined): ReadonlyMap<string, Member> {
  const found = new Map<string, Member>();
  const visit = (value: Json, path: readonly string[]): void => {
    if (isObject(value) && path.length < 2)
      for (const [name, member] of Object.entries(value)) visit(member, [...path, name]);
    else found.set(path.join('.'), { path, text: sortedText(value) });
  };
  if (binding !== undefined) visit(binding, []);
  return found;
}

function sortedText(value: Json): string {
  return JSON.stringify(value, (_, each: Json) =>
    isObject(each)
      ? Object.fromEntries(Object.entries(each).sort(([left], [right]) => (left < right ? -1 : 1)))
      : typeof each === 'bigint'
        ? String(each)
        : each,
  );
}

/** True for an AMQP channel that is a queue, to which messages are sent without an exchange. */
function addressesQueue(binding: Json | undefined): boolean {
  return isObject(binding) && (binding['is'] === 'queue' || binding['exchange'] === undefined);
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
