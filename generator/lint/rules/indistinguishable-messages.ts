import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../../core/diagnostic.js';
import type { Api } from '../../model/api.js';
import type { Message } from '../../model/message.js';
import type { Json, SchemaId, SchemaTable, TypeName } from '../../model/schema.js';
import type { Rule } from '../rule.js';
import {
  memberNames,
  memberSchemas,
  applicableSchemas,
  requiredMembers,
  typesOf,
  valuesOf,
} from '../applicable-schemas.js';

const indistinguishableMessages: DiagnosticType<{
  default: { name: string; other: string; receiver: 'client' | 'server'; channel: string };
}> = defineWarning('indistinguishable-messages', {
  default: ({ name, other, receiver, channel }) =>
    `"${name}" and "${other}" cannot be distinguished when the ${receiver} receives them over "${channel}"`,
});

/**
 * Messages in the same direction of a channel can be distinguished. They differ in type, in the listed values of a member or array element,
 * in a member that only one requires, or by a discriminator in their headers.
 */
export const indistinguishableMessagesRule: Rule = {
  diagnostics: [indistinguishableMessages],
  check(api, reporter) {
    const featuresByMessage = new Map<string, Features>();
    for (const { key, channel, messages } of streamsOf(api)) {
      const described = messages.flatMap((message) => {
        const known = featuresByMessage.get(message.key) ?? featuresOf(api.schemas, message);
        if (known === undefined) return [];
        featuresByMessage.set(message.key, known);
        return [known];
      });
      if (described.length < 2 || haveDistinctMember(described)) continue;
      report(api, reporter, key, channel, described);
    }
  },
};

interface Stream {
  readonly key: string;
  readonly channel: string;
  readonly messages: readonly Message[];
}

/** Returns the messages of each channel and direction, including replies. */
function streamsOf(api: Api): readonly Stream[] {
  // FIX messages are identified by the MsgType in their header.
  const fixMessages = new Set(api.fix?.messages.map(({ message }) => message));
  const messages = new Map(
    api.messages
      .filter(({ key }) => !fixMessages.has(key))
      .map((message) => [message.key, message]),
  );
  const streams = new Map<string, { channel: string; keys: Set<string> }>();
  const add = (channel: string, to: string, keys: readonly string[]): void => {
    const id = `${to} ${channel}`;
    const stream = streams.get(id) ?? { channel, keys: new Set<string>() };
    streams.set(id, stream);
    for (const key of keys) stream.keys.add(key);
  };
  for (const { channel, to, messages: sent, reply } of api.flows) {
    add(channel, to, sent);
    if (reply !== undefined)
      add(reply.channel ?? channel, to === 'client' ? 'server' : 'client', reply.messages);
  }
  return [...streams].map(([key, { channel, keys }]) => ({
    key,
    channel,
    messages: [...keys].flatMap((each) => messages.get(each as Message['key']) ?? []),
  }));
}

/** Properties of a payload that may distinguish it from others. */
interface Features {
  readonly message: Message;
  readonly types: readonly TypeName[] | undefined;
  /** Possible values of members (by name) and elements (by index), if they are listed. */
  readonly constants: ReadonlyMap<string, ReadonlySet<Json>>;
  readonly required: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

function featuresOf(table: SchemaTable, message: Message): Features | undefined {
  const { payload, discriminator } = message;
  if (payload === undefined) return undefined;
  // A condition on the presence of a member is assumed to be sufficient.
  if (discriminator?.conditions.some((condition) => 'present' in condition) === true)
    return undefined;
  const required = new Set(requiredMembers(table, payload));
  const names = new Set(memberNames(table, payload));
  const constants = new Map<string, ReadonlySet<Json>>();
  // Listed values count even if the member is optional, because such members are rarely absent.
  for (const name of names)
    addConstants(constants, table, name, memberSchemas(table, payload, name));
  for (const { keywords } of applicableSchemas(table, payload)) {
    (keywords.prefixItems ?? []).forEach((id, index) =>
      addConstants(constants, table, String(index), [id]),
    );
  }
  for (const condition of discriminator?.conditions ?? []) {
    if ('present' in condition) continue;
    const values = 'enum' in condition ? condition.enum : [condition.const];
    constants.set(condition.pointer.slice(1), new Set<Json>(values));
  }
  for (const name of message.headers === undefined ? [] : requiredMembers(table, message.headers)) {
    const schemas =
      message.headers === undefined ? [] : memberSchemas(table, message.headers, name);
    addConstants(constants, table, `header ${name}`, schemas);
  }
  return { message, types: typesOf(table, payload), constants, required, names };
}

function addConstants(
  constants: Map<string, ReadonlySet<Json>>,
  table: SchemaTable,
  name: string,
  [schema]: readonly SchemaId[],
): void {
  const listed = schema === undefined ? undefined : valuesOf(table, schema);
  if (listed !== undefined && !listed.open) constants.set(name, new Set(listed.values));
}

/** True if one member has distinct values in every message. This is the usual case and avoids comparing pairs. */
function haveDistinctMember([first, ...rest]: readonly Features[]): boolean {
  if (first === undefined) return true;
  return [...first.constants].some(([name, values]) => {
    const taken = new Set(values);
    return rest.every((each) => {
      const ownValues = each.constants.get(name);
      if (ownValues === undefined || [...ownValues].some((value) => taken.has(value))) return false;
      for (const value of ownValues) taken.add(value);
      return true;
    });
  });
}

function report(
  api: Api,
  reporter: Reporter,
  key: string,
  channel: string,
  described: readonly Features[],
): void {
  const rivals = rivalsOf(described);
  const indices = new Map(described.map((each, index) => [each, index]));
  described.forEach((later, index) => {
    const earlier = rivals(later).find(
      (each) => (indices.get(each) ?? 0) < index && !areDistinct(each, later),
    );
    if (earlier === undefined) return;
    const name = api.channels.find((each) => each.key === channel)?.name ?? channel;
    const direction = key.startsWith('client ') ? 'client' : 'server';
    reporter.report(
      indistinguishableMessages.default({
        name: later.message.name,
        other: earlier.message.name,
        receiver: direction,
        channel: name,
      }),
      later.message.origin,
      {
        part: 'key',
        hint: 'add to each a required member with a different "const"',
        related: [{ message: `"${earlier.message.name}"`, origin: earlier.message.origin }],
      },
    );
  });
}

/**
 * Returns a function that returns the messages that a given one may be confused with. Messages are grouped by the member that most of them
 * list values for.
 */
function rivalsOf(described: readonly Features[]): (one: Features) => readonly Features[] {
  const counts = new Map<string, number>();
  for (const { constants } of described) {
    for (const name of constants.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const [mostCommon] = [...counts].sort(([, left], [, right]) => right - left);
  if (mostCommon === undefined) return () => described;
  const [name] = mostCommon;
  const withoutValues = described.filter(({ constants }) => !constants.has(name));
  const byValue = new Map<Json, Features[]>();
  for (const each of described) {
    for (const value of each.constants.get(name) ?? []) {
      const known = byValue.get(value);
      if (known === undefined) byValue.set(value, [each]);
      else known.push(each);
    }
  }
  return ({ constants }) => {
    const values = constants.get(name);
    if (values === undefined) return described;
    return [...withoutValues, ...[...values].flatMap((value) => byValue.get(value) ?? [])];
  };
}

function areDistinct(left: Features, right: Features): boolean {
  if (left.types !== undefined && right.types !== undefined && !overlap(left.types, right.types))
    return true;
  for (const [name, values] of left.constants) {
    const others = right.constants.get(name);
    if (others !== undefined && ![...others].some((value) => values.has(value))) return true;
  }
  const requiresUnknown = (one: Features, other: Features): boolean =>
    [...one.required].some((name) => !other.names.has(name));
  return requiresUnknown(left, right) || requiresUnknown(right, left);
}

function overlap(left: readonly TypeName[], right: readonly TypeName[]): boolean {
  return left.some(
    (type) =>
      right.includes(type) ||
      (type === 'integer' && right.includes('number')) ||
      (type === 'number' && right.includes('integer')),
  );
}
