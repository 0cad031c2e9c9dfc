import type { Api } from '../../model/api.js';
import type { Message } from '../../model/message.js';
import type { Json, SchemaId, SchemaTable, TypeName } from '../../model/schema.js';
import type { Reporter } from '../../core/diagnostic.js';
import type { Rule } from '../rule.js';
import {
  memberNames,
  memberSchemas,
  partsOf,
  requiredMembers,
  typesOf,
  valuesOf,
} from '../schema-facts.js';

/**
 * Messages that travel one way over one channel can be told apart: by type, by a member (or an element of an array) with
 * constants of its own in each, by a member that only one of them demands, or by a discriminator in their headers.
 */
export const indistinguishableMessages: Rule = (api, reporter) => {
  const facts = new Map<string, Facts>();
  for (const { key, channel, messages } of streamsOf(api)) {
    const described = messages.flatMap((message) => {
      const known = facts.get(message.key) ?? factsOf(api.schemas, message);
      if (known === undefined) return [];
      facts.set(message.key, known);
      return [known];
    });
    if (described.length < 2 || haveMember(described)) continue;
    report(api, reporter, key, channel, described);
  }
};

interface Stream {
  readonly key: string;
  readonly channel: string;
  readonly messages: readonly Message[];
}

/** What comes over each channel one way, replies included, each way once. */
function streamsOf(api: Api): readonly Stream[] {
  // Those of FIX have a type in their header.
  const told = new Set(api.fix?.messages.map(({ message }) => message));
  const messages = new Map(
    api.messages.filter(({ key }) => !told.has(key)).map((message) => [message.key, message]),
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

/** What a payload says that can tell it from others. */
interface Facts {
  readonly message: Message;
  readonly types: readonly TypeName[] | undefined;
  /** Members by name, elements by index: the values that are possible, where they are listed. */
  readonly constants: ReadonlyMap<string, ReadonlySet<Json>>;
  readonly required: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

function factsOf(table: SchemaTable, message: Message): Facts | undefined {
  const { payload, discriminator } = message;
  if (payload === undefined) return undefined;
  // Whoever says that a member has to be there, or not, knows what for.
  if (discriminator?.conditions.some((condition) => 'present' in condition) === true)
    return undefined;
  const required = new Set(requiredMembers(table, payload));
  const names = new Set(memberNames(table, payload));
  const constants = new Map<string, ReadonlySet<Json>>();
  // Listed values tell messages apart even where a member may be missing: it hardly ever is where it is so described.
  for (const name of names) note(constants, table, name, memberSchemas(table, payload, name));
  for (const { keywords } of partsOf(table, payload)) {
    (keywords.prefixItems ?? []).forEach((id, index) =>
      note(constants, table, String(index), [id]),
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
    note(constants, table, `header ${name}`, schemas);
  }
  return { message, types: typesOf(table, payload), constants, required, names };
}

function note(
  constants: Map<string, ReadonlySet<Json>>,
  table: SchemaTable,
  name: string,
  [schema]: readonly SchemaId[],
): void {
  const listed = schema === undefined ? undefined : valuesOf(table, schema);
  if (listed !== undefined && !listed.open) constants.set(name, new Set(listed.values));
}

/** Whether one place has a value of its own in each: the usual case, found without looking at pairs. */
function haveMember([first, ...rest]: readonly Facts[]): boolean {
  if (first === undefined) return true;
  return [...first.constants].some(([name, values]) => {
    const taken = new Set(values);
    return rest.every((each) => {
      const own = each.constants.get(name);
      if (own === undefined || [...own].some((value) => taken.has(value))) return false;
      for (const value of own) taken.add(value);
      return true;
    });
  });
}

function report(
  api: Api,
  reporter: Reporter,
  key: string,
  channel: string,
  described: readonly Facts[],
): void {
  const rivals = rivalsOf(described);
  const places = new Map(described.map((each, index) => [each, index]));
  described.forEach((later, index) => {
    const earlier = rivals(later).find(
      (each) => (places.get(each) ?? 0) < index && !areApart(each, later),
    );
    if (earlier === undefined) return;
    const name = api.channels.find((each) => each.key === channel)?.name ?? channel;
    const way = key.startsWith('client ') ? 'client' : 'server';
    reporter.warning(
      'indistinguishable-messages',
      later.message.origin,
      `nothing tells "${later.message.name}" from "${earlier.message.name}" when it comes to the ${way} over "${name}"`,
      {
        part: 'key',
        hint: 'give each a required member with a "const" of its own',
        related: [{ message: `"${earlier.message.name}"`, origin: earlier.message.origin }],
      },
    );
  });
}

/** Those that a message may be taken for, as far as the member says that most of them have listed values for. */
function rivalsOf(described: readonly Facts[]): (one: Facts) => readonly Facts[] {
  const counts = new Map<string, number>();
  for (const { constants } of described) {
    for (const name of constants.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, left], [, right]) => right - left);
  if (best === undefined) return () => described;
  const [name] = best;
  const loose = described.filter(({ constants }) => !constants.has(name));
  const byValue = new Map<Json, Facts[]>();
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
    return [...loose, ...[...values].flatMap((value) => byValue.get(value) ?? [])];
  };
}

function areApart(left: Facts, right: Facts): boolean {
  if (left.types !== undefined && right.types !== undefined && !overlap(left.types, right.types))
    return true;
  for (const [name, values] of left.constants) {
    const others = right.constants.get(name);
    if (others !== undefined && ![...others].some((value) => values.has(value))) return true;
  }
  const demands = (one: Facts, other: Facts): boolean =>
    [...one.required].some((name) => !other.names.has(name));
  return demands(left, right) || demands(right, left);
}

function overlap(left: readonly TypeName[], right: readonly TypeName[]): boolean {
  return left.some(
    (type) =>
      right.includes(type) ||
      (type === 'integer' && right.includes('number')) ||
      (type === 'number' && right.includes('integer')),
  );
}
