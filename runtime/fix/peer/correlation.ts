import type { FixMessage } from '../message/codec.js';
import type { FixRequestDescriptor } from './descriptor.js';
import { FixError } from './errors.js';

/** Requests by what their answers will carry. */
export interface RequestTable<Pending> {
  add(pending: Pending, keys: readonly string[]): void;
  remove(pending: Pending, keys: readonly string[]): void;
  /** The oldest request that this message answers. */
  find(answer: FixMessage): Pending | undefined;
  all(): readonly Pending[];
}

/** A request, and the keys under which its answers are looked for. */
export interface KeyedRequest {
  readonly descriptor: FixRequestDescriptor;
  /** What it is called, for people. */
  readonly correlation: string;
  readonly keys: readonly string[];
}

/**
 * Where a request stands in the table: under what it is called, and of a batch under what its entries are called, for the answers that are to
 * single ones.
 *
 * @throws {FixError} `usage` for a message that is not answered, or does not say what it is called
 */
export function keysOf(
  descriptors: Readonly<Record<string, FixRequestDescriptor>>,
  message: FixMessage,
): KeyedRequest {
  const descriptor = Object.hasOwn(descriptors, message.type)
    ? descriptors[message.type]
    : undefined;
  if (descriptor === undefined) throw new FixError('usage', `${message.type} is not answered`);
  const correlation = textOf(message, descriptor.correlation);
  if (correlation === undefined) {
    throw new FixError('usage', `${message.type} has no ${descriptor.correlation}`);
  }
  const keys = new Set<string>();
  for (const [answer, member] of Object.entries(descriptor.replies)) {
    const [group, name] = descriptor.entries?.[answer] ?? [];
    if (group === undefined || name === undefined) keys.add(keyOf(answer, member, correlation));
    else for (const text of textsOf(message, group, name)) keys.add(keyOf(answer, member, text));
  }
  return { descriptor, correlation, keys: [...keys] };
}

/** An empty table for requests of these kinds. */
export function requestTable<Pending>(
  descriptors: Readonly<Record<string, FixRequestDescriptor>>,
): RequestTable<Pending> {
  const members = answerMembers(descriptors);
  const byKey = new Map<string, Set<Pending>>();
  return {
    add(pending, keys) {
      for (const key of keys) {
        const others = byKey.get(key);
        if (others === undefined) byKey.set(key, new Set([pending]));
        else others.add(pending);
      }
    },
    remove(pending, keys) {
      for (const key of keys) {
        const others = byKey.get(key);
        others?.delete(pending);
        if (others?.size === 0) byKey.delete(key);
      }
    },
    find(answer) {
      if (byKey.size === 0) return undefined;
      for (const member of members.get(answer.type) ?? []) {
        const text = textOf(answer, member);
        if (text === undefined) continue;
        for (const pending of byKey.get(keyOf(answer.type, member, text)) ?? []) return pending;
      }
      return undefined;
    },
    all: () => [...new Set([...byKey.values()].flatMap((some) => [...some]))],
  };
}

/** Types and members are names of programs, in which there are no spaces. */
function keyOf(answer: string, member: string, text: string): string {
  return `${answer} ${member} ${text}`;
}

/** Which members of an answer may say what it answers, by its name. */
function answerMembers(
  descriptors: Readonly<Record<string, FixRequestDescriptor>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const members = new Map<string, Set<string>>();
  for (const { replies } of Object.values(descriptors)) {
    for (const [type, member] of Object.entries(replies)) {
      const known = members.get(type);
      if (known === undefined) members.set(type, new Set([member]));
      else known.add(member);
    }
  }
  return members;
}

function textsOf(message: FixMessage, group: string, member: string): readonly string[] {
  const entries: unknown = valueOf(message, group);
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) =>
    typeof entry === 'object' && entry !== null ? (textOf(entry, member) ?? []) : [],
  );
}

function textOf(message: object, member: string): string | undefined {
  const value = valueOf(message, member);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function valueOf(message: object, member: string): unknown {
  return Object.getOwnPropertyDescriptor(message, member)?.value;
}
