import type { AddressTemplate, Channel, ChannelParameter } from '../../model/message.js';
import type { ChangedNodes, ChangeRule, Sides } from '../change.js';
import type { ChangeCollector, Report, SideVerdicts } from '../collect-changes.js';
import { plainText, textOf } from '../plain-text.js';
import {
  bindingRule,
  channelAdded,
  channelAddress,
  channelParameter,
  channelProtocol,
  channelRemoved,
  channelRenamed,
  messageDocumentation,
} from '../rules/message-rules.js';
import { cosmetic } from '../rules/operation-rule.js';
import { verdictOf, type Role, type Verdict } from '../verdict.js';
import { compareBindings } from './compare-bindings.js';
import { addressForm, type Pairing } from './pair-nodes.js';
import { sidesOfChannel, sidesOfServer } from './sides.js';

/** Compares channels: their addresses, and what is agreed about them beside their messages. */
export function compareChannels(
  { pairs, removed, added }: Pairing<Channel>,
  collector: ChangeCollector,
): void {
  const { old, next } = collector;
  for (const [before, after] of pairs) compareChannel(before, after, collector);
  for (const before of removed)
    for (const sides of sidesOfChannel(collector, { before }))
      collector.report({
        rule: channelRemoved,
        message: 'the channel was removed',
        subject: `channel ${before.name}`,
        sides,
        verdicts: { requester: 'breaking', answerer: 'breaking' },
        old: before.origin,
        next: next.origin,
        nodes: { oldMessaging: { channel: before.key } },
      });
  for (const after of added)
    for (const sides of sidesOfChannel(collector, { after }))
      collector.report({
        rule: channelAdded,
        message: 'the channel was added',
        subject: `channel ${after.name}`,
        sides,
        verdicts: { requester: 'compatible', answerer: 'breaking' },
        old: old.origin,
        next: after.origin,
        nodes: { nextMessaging: { channel: after.key } },
      });
}

const both = (verdict: Verdict): SideVerdicts => ({ requester: verdict, answerer: verdict });

/** Reports a change of a channel for each direction of its messages. */
type ReportChannel = (
  rule: ChangeRule,
  message: string,
  verdicts: SideVerdicts | ByRole,
  places?: Partial<Pick<Report, 'old' | 'next'>>,
) => void;

type ByRole = { readonly [Name in Extract<Role, 'publisher' | 'subscriber'>]: Verdict };

/** Verdicts of the sides, from those of a publisher and a subscriber. */
export function verdictsOfSides(byRole: ByRole, { requester, answerer }: Sides): SideVerdicts {
  const of = ({ role }: Sides['requester']): Verdict =>
    role === 'publisher' ? byRole.publisher : byRole.subscriber;
  return { requester: of(requester), answerer: of(answerer) };
}

function compareChannel(old: Channel, next: Channel, collector: ChangeCollector): void {
  const subject = `channel ${next.name}`;
  const nodes: ChangedNodes = {
    oldMessaging: { channel: old.key },
    nextMessaging: { channel: next.key },
  };
  const around = { old: old.origin, next: next.origin };
  const allSides = sidesOfChannel(collector, { before: old, after: next });
  const report: ReportChannel = (rule, message, verdicts, places) => {
    for (const sides of allSides)
      collector.report({
        rule,
        message,
        subject,
        sides,
        verdicts: 'publisher' in verdicts ? verdictsOfSides(verdicts, sides) : verdicts,
        ...around,
        ...places,
        nodes,
      });
  };
  if (nameOnWire(old) !== nameOnWire(next))
    report(
      channelAddress,
      `programs subscribe to "${nameOnWire(next)}" instead of "${nameOnWire(old)}"`,
      both('breaking'),
    );
  if (old.name !== next.name)
    report(channelRenamed, `the channel "${old.name}" is called "${next.name}"`, both('risky'));
  if (addressForm(old.address) !== addressForm(next.address))
    report(
      channelAddress,
      `the address changed from ${quoted(old.address)} to ${quoted(next.address)}`,
      both('breaking'),
    );
  else compareParameters(old, next, collector, report);
  if (old.handshake?.method !== next.handshake?.method)
    report(channelProtocol, 'the method of the opening request changed', both('undecided'));
  if (feedText(old) !== feedText(next))
    report(channelProtocol, 'the rules of the feed changed', both('undecided'));
  for (const { message, verdicts } of compareBindings(old.bindings, next.bindings, 'channel'))
    report(bindingRule, message, verdicts);
  compareServersOf(old, next, collector, nodes);
  if (wordsOf(old) !== wordsOf(next))
    report(messageDocumentation, 'the words about the channel changed', cosmetic);
  const [sides] = allSides;
  for (const name of ['query', 'headers'] as const)
    if (
      sides !== undefined &&
      (old.handshake?.[name] !== undefined || next.handshake?.[name] !== undefined)
    )
      collector.compareSchemas({
        old: old.handshake?.[name],
        next: next.handshake?.[name],
        way: 'request',
        isText: true,
        sender: sides.requester.of === 'clients' ? 'requester' : 'answerer',
        sides,
        use: `${name} of the opening request of ${subject}`,
        around,
        nodes,
      });
}

/** Name by which programs subscribe, if the channel has subscriptions. */
function nameOnWire({ name, feed: { subscription } }: Channel): string | undefined {
  return subscription && (subscription.name ?? name);
}

/** The rules of a feed. Names by which programs subscribe are compared on their own. */
function feedText({ feed }: Channel): string {
  const { subscription, ...rest } = feed;
  const { name: _name, ...others } = subscription ?? {};
  return plainText([rest, subscription && others]);
}

function quoted(address: AddressTemplate | null): string {
  return address === null ? 'none' : `"${address.text}"`;
}

/** Text of what people read about a node. */
export function wordsOf({
  title,
  summary,
  description,
}: Pick<Channel, 'title' | 'summary' | 'description'>): string {
  return [title, summary, description].map(textOf).join('\n');
}

/** Compares the parameters of addresses of the same form. They are the same if they are at the same place. */
function compareParameters(
  old: Channel,
  next: Channel,
  { old: { schemas: before }, next: { schemas: after } }: ChangeCollector,
  report: ReportChannel,
): void {
  const names = [old, next].map(({ address }) =>
    (address?.parts ?? []).flatMap((part) => (typeof part === 'string' ? [] : [part.parameter])),
  );
  const find = ({ parameters }: Channel, name: string | undefined): ChannelParameter | undefined =>
    parameters.find((each) => each.name === name);
  const seen = new Set<string>();
  for (const [index, name] of (names[0] ?? []).entries()) {
    const [left, right] = [find(old, name), find(next, names[1]?.[index])];
    if (left === undefined || right === undefined || seen.has(name)) continue;
    seen.add(name);
    const places = { old: left.origin, next: right.origin };
    const what = `the parameter "${right.name}" of the address`;
    if (left.name !== right.name)
      report(channelParameter, `${what} was called "${left.name}" before`, both('risky'), places);
    const [values, others] = [valuesOf(left, before), valuesOf(right, after)];
    if (values !== undefined || others !== undefined) {
      const oldInNew =
        others === undefined || (values?.every((each) => others.includes(each)) ?? false);
      const newInOld =
        values === undefined || (others?.every((each) => values.includes(each)) ?? false);
      if (!oldInNew || !newInOld)
        report(
          channelParameter,
          `${what} has other values: ${listOf(others)} instead of ${listOf(values)}`,
          {
            publisher: verdictOf(oldInNew ? 'yes' : 'no'),
            subscriber: oldInNew && newInOld ? 'compatible' : 'risky',
          },
          places,
        );
    }
    if (locationText(left) !== locationText(right))
      report(channelParameter, `${what} is elsewhere in the message`, both('undecided'), places);
  }
}

/** Values of a parameter; `undefined` for any text. AsyncAPI 2 lists them in a schema. */
function valuesOf(
  { enum: values, schema }: ChannelParameter,
  schemas: ChangeCollector['old']['schemas'],
): readonly string[] | undefined {
  if (values !== undefined && values.length > 0) return values;
  const node = schema === undefined ? undefined : schemas.get(schema);
  if (node?.kind !== 'keywords') return undefined;
  const { enum: listed, const: only } = node.keywords;
  return (listed ?? (only === undefined ? undefined : [only]))?.map(String);
}

function listOf(values: readonly string[] | undefined): string {
  return values === undefined ? 'any' : values.map((each) => `"${each}"`).join(', ');
}

function locationText({ location }: ChannelParameter): string {
  return plainText([location?.source, location?.pointer]);
}

/** Compares the servers of a channel. Those that only one description has are reported on their own. */
function compareServersOf(
  old: Channel,
  next: Channel,
  collector: ChangeCollector,
  nodes: ChangedNodes,
): void {
  const [olds, nexts] = [collector.old, collector.next].map(
    ({ messageServers }) => new Set(messageServers.map(({ name }) => name)),
  );
  const gone = old.servers.filter((name) => !next.servers.includes(name) && nexts?.has(name));
  const fresh = next.servers.filter((name) => !old.servers.includes(name) && olds?.has(name));
  const concerned = collector.old.messageServers.filter(({ name }) =>
    [...gone, ...fresh].includes(name),
  );
  const list = (names: readonly string[]): string => names.map((each) => `"${each}"`).join(', ');
  for (const server of concerned)
    for (const sides of sidesOfServer(server))
      collector.report({
        rule: channelProtocol,
        message: [
          ...(gone.length > 0 ? [`the channel is no longer on ${list(gone)}`] : []),
          ...(fresh.length > 0 ? [`the channel is also on ${list(fresh)}`] : []),
        ].join(', and '),
        subject: `channel ${next.name}`,
        sides,
        verdicts: { requester: gone.length > 0 ? 'risky' : 'compatible', answerer: 'compatible' },
        old: old.origin,
        next: next.origin,
        nodes,
      });
}
