import type { FixMessage } from '../message/codec.js';
import type { FixRequestDescriptor } from './descriptor.js';
import { FixError } from './errors.js';

/** Pending requests by the keys of their replies. */
export interface RequestTable<Pending> {
  add(pending: Pending, keys: readonly string[]): void;
  remove(pending: Pending, keys: readonly string[]): void;
  /** Returns the oldest request that this message answers. */
  findAnswered(answer: FixMessage): Pending | undefined;
  all(): readonly Pending[];
}

/** A request with the keys of its possible replies. */
export interface KeyedRequest {
  readonly descriptor: FixRequestDescriptor;
  /** Identifier of the request, for messages to users. */
  readonly correlation: string;
  readonly keys: readonly string[];
}

/**
 * Keys of a request: its identifier and, for a batch, the identifiers of its entries, which some replies refer to.
 *
 * @throws {FixError} `usage` for a message that has no replies, or does not contain its identifier.
 */
export function keysOf(
  descriptors: Readonly<Record<string, FixRequestDescriptor>>,
  message: FixMessage,
): KeyedRequest {
  const descriptor = Object.hasOwn(descriptors, message.type)
    ? descriptors[message.type]
    : undefined;
  if (descriptor === undefined) throw new FixError('usage', `${message.type} has no reply`);
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

/** Creates an empty table for requests of these types. */
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
    findAnswered(answer) {
      if (byKey.size === 0) return undefined;
      for (const member of members.get(answer.type) ?? []) {
        const text = textOf(answer, member);
        if (text === undefined) continue;
        for (const pending of byKey.get(keyOf(answer.type, member, text)) ?? []) return pending;
      }
      return undefined;
    },
    all: () => [...new Set([...byKey.values()].flatMap((group) => [...group]))],
  };
}

/** Builds a key. Types and members are identifiers of programs and contain no spaces. */
function keyOf(answer: string, member: string, text: string): string {
  return `${answer} ${member} ${text}`;
}

/** Members that may contain a request's identifier, by type of reply. */
function answerMembers(
  descriptors: Readonly<Record<string, FixRequestDescriptor>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const members = new Map<string, Set<string>>();
  for (const { replies } of Object.values(descriptors)) {
    for (const [type, member] of Object.entries(replies)) {
      const existing = members.get(type);
      if (existing === undefined) members.set(type, new Set([member]));
      else existing.add(member);
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
