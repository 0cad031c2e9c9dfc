import type { Origin } from '../core/origin.js';
import type { NameKey } from '../model/api.js';
import type { Channel, Flow, Message } from '../model/message.js';
import { sidesOfFlow, type ChangeRule, type Sides } from './change.js';
import type { ChangeCollector, SideVerdicts } from './collect-changes.js';
import { channelSides, compareMessageServers } from './compare-message-servers.js';
import { fixMessageKeys } from './fix/compare-fix.js';
import { plainText, textOf } from './plain-text.js';
import {
  channelAdded,
  channelAddress,
  channelProtocol,
  channelRemoved,
  flowAdded,
  flowRemoved,
  messageAdded,
  messageDocumentation,
  messageEncoding,
  messageIdentity,
  messageRemoved,
} from './rules/message-rules.js';
import { cosmetic } from './rules/operation-rule.js';
import { compareSecurity, securityRule } from './rules/security.js';

/** Compares servers, channels, flows and messages. */
export function compareMessages(collector: ChangeCollector): void {
  compareMessageServers(collector);
  compareChannels(collector);
  compareFlows(collector);
  compareUndirected(collector);
}

/** Compares the messages of channels without operations: a client receives them, as far as anybody can tell. */
function compareUndirected(collector: ChangeCollector): void {
  const { old, next } = collector;
  const directed = new Set([...old.flows, ...next.flows].map(({ channel }) => channel));
  for (const before of old.channels) {
    const after = next.channels.find(({ key }) => key === before.key);
    if (after === undefined || directed.has(before.key)) continue;
    compareMessagesOf(
      before.messages.map(({ message }) => message),
      after.messages.map(({ message }) => message),
      {
        subject: `channel ${after.name}`,
        sides: sidesOfFlow('client'),
        old: before.origin,
        next: after.origin,
      },
      collector,
    );
  }
}

function compareChannels(collector: ChangeCollector): void {
  const { old, next, report } = collector;
  const nexts = new Map(next.channels.map((channel) => [channel.name, channel]));
  for (const before of old.channels) {
    const after = nexts.get(before.name);
    nexts.delete(before.name);
    if (after !== undefined) compareChannel(before, after, collector);
    else
      report({
        rule: channelRemoved,
        message: 'the channel was removed',
        subject: `channel ${before.name}`,
        sides: channelSides,
        verdicts: { requester: 'breaking', answerer: 'breaking' },
        old: before.origin,
        next: next.origin,
      });
  }
  for (const after of nexts.values())
    report({
      rule: channelAdded,
      message: 'the channel was added',
      subject: `channel ${after.name}`,
      sides: channelSides,
      verdicts: { requester: 'compatible', answerer: 'breaking' },
      old: old.origin,
      next: after.origin,
    });
}

function compareChannel(old: Channel, next: Channel, collector: ChangeCollector): void {
  const subject = `channel ${next.name}`;
  const report = (rule: ChangeRule, message: string, verdicts: SideVerdicts): void =>
    collector.report({
      rule,
      message,
      subject,
      sides: channelSides,
      verdicts,
      old: old.origin,
      next: next.origin,
    });
  const unclear: SideVerdicts = { requester: 'undecided', answerer: 'undecided' };
  if (old.address?.text !== next.address?.text)
    report(
      channelAddress,
      `the address changed from ${quoted(old.address?.text)} to ${quoted(next.address?.text)}`,
      { requester: 'breaking', answerer: 'breaking' },
    );
  const parametersOf = ({ parameters }: Channel): string =>
    plainText(
      parameters.map(({ name, enum: values, location }) => [
        name,
        values,
        location?.source,
        location?.pointer,
      ]),
    );
  if (parametersOf(old) !== parametersOf(next))
    report(channelAddress, 'the parameters of the address changed', unclear);
  if (old.handshake?.method !== next.handshake?.method)
    report(channelProtocol, 'the method of the opening request changed', unclear);
  if (plainText([old.feed, old.bindings]) !== plainText([next.feed, next.bindings]))
    report(channelProtocol, 'the bindings or the rules of the feed changed', unclear);
  if (plainText([...old.servers].sort()) !== plainText([...next.servers].sort()))
    report(channelProtocol, 'the channel is on other servers', {
      requester: 'risky',
      answerer: 'compatible',
    });
  if (wordsOf(old) !== wordsOf(next))
    report(messageDocumentation, 'the words about the channel changed', cosmetic);
  for (const name of ['query', 'headers'] as const)
    if (old.handshake?.[name] !== undefined || next.handshake?.[name] !== undefined)
      collector.compareSchemas({
        old: old.handshake?.[name],
        next: next.handshake?.[name],
        way: 'request',
        isText: true,
        sender: 'requester',
        sides: channelSides,
        use: `${name} of the opening request of ${subject}`,
        around: { old: old.origin, next: next.origin },
      });
}

function quoted(address: string | undefined): string {
  return address === undefined ? 'none' : `"${address}"`;
}

function wordsOf({
  title,
  summary,
  description,
}: Pick<Channel, 'title' | 'summary' | 'description'>): string {
  return [title, summary, description].map(textOf).join('\n');
}

/** Compares flows over channels of the same name in the same direction: by their names, or because there is only one. */
function compareFlows(collector: ChangeCollector): void {
  const { old, next } = collector;
  const rest = new Set(next.flows);
  const removed: Flow[] = [];
  const pairs: (readonly [Flow, Flow])[] = [];
  const match = (flow: Flow, fits: (other: Flow) => boolean): boolean => {
    const found = [...rest].find((other) => isAlike(flow, other) && fits(other));
    if (found === undefined) return false;
    rest.delete(found);
    pairs.push([flow, found]);
    return true;
  };
  const unnamed = old.flows.filter((flow) => !match(flow, ({ name }) => name === flow.name));
  for (const flow of unnamed) if (!match(flow, () => true)) removed.push(flow);
  for (const [before, after] of pairs) compareFlow(before, after, collector);
  // The end of a channel is reported as such.
  const channels = {
    old: new Set(old.channels.map(({ key }) => key)),
    next: new Set(next.channels.map(({ key }) => key)),
  };
  for (const flow of removed)
    if (channels.next.has(flow.channel)) reportFlow(flow, false, collector);
  for (const flow of rest) if (channels.old.has(flow.channel)) reportFlow(flow, true, collector);
}

function isAlike(left: Flow, right: Flow): boolean {
  return left.channel === right.channel && left.to === right.to;
}

function reportFlow(flow: Flow, isAdded: boolean, { old, next, report }: ChangeCollector): void {
  report({
    rule: isAdded ? flowAdded : flowRemoved,
    message: `the flow to the ${flow.to} was ${isAdded ? 'added' : 'removed'}`,
    subject: `flow ${flow.name}`,
    sides: sidesOfFlow(flow.to),
    verdicts: isAdded
      ? { requester: 'compatible', answerer: 'risky' }
      : { requester: 'breaking', answerer: 'breaking' },
    old: isAdded ? old.origin : flow.origin,
    next: isAdded ? flow.origin : next.origin,
  });
}

function compareFlow(old: Flow, next: Flow, collector: ChangeCollector): void {
  const sides = sidesOfFlow(next.to);
  const part = {
    subject: `flow ${next.name}`,
    sides,
    old: old.origin,
    next: next.origin,
  };
  if (wordsOf(old) !== wordsOf(next))
    collector.report({
      ...part,
      rule: messageDocumentation,
      message: 'the words about the flow changed',
      verdicts: cosmetic,
    });
  if (plainText(old.bindings) !== plainText(next.bindings))
    collector.report({
      ...part,
      rule: channelProtocol,
      message: 'the bindings of the flow changed',
      verdicts: { requester: 'undecided', answerer: 'undecided' },
    });
  if (old.security !== undefined || next.security !== undefined) {
    const security = compareSecurity(old.security ?? [], next.security ?? []);
    if (security !== undefined) collector.report({ ...part, rule: securityRule, ...security });
  }
  compareMessagesOf(old.messages, next.messages, part, collector);
  if (old.reply !== undefined || next.reply !== undefined)
    compareMessagesOf(
      old.reply?.messages ?? [],
      next.reply?.messages ?? [],
      {
        subject: `reply of flow ${next.name}`,
        // Whoever receives the message sends the reply.
        sides: { requester: sides.answerer, answerer: sides.requester },
        old: old.reply?.origin ?? old.origin,
        next: next.reply?.origin ?? next.origin,
      },
      collector,
    );
}

interface Part {
  readonly subject: string;
  readonly sides: Sides;
  readonly old: Origin;
  readonly next: Origin;
}

function compareMessagesOf(
  olds: readonly NameKey[],
  nexts: readonly NameKey[],
  part: Part,
  collector: ChangeCollector,
): void {
  for (const key of olds) {
    const before = collector.old.messages.find((each) => each.key === key);
    if (before === undefined) continue;
    const after = nexts.includes(key)
      ? collector.next.messages.find((each) => each.key === key)
      : undefined;
    if (after !== undefined) compareMessage(before, after, part, collector);
    else
      collector.report({
        ...part,
        rule: messageRemoved,
        message: `the message "${before.name}" was removed`,
        verdicts: { requester: 'breaking', answerer: 'risky' },
        old: before.origin,
      });
  }
  for (const key of nexts) {
    const after = collector.next.messages.find((each) => each.key === key);
    if (after === undefined || olds.includes(key)) continue;
    collector.report({
      ...part,
      rule: messageAdded,
      message: `the message "${after.name}" was added`,
      verdicts: { requester: 'compatible', answerer: 'risky' },
      next: after.origin,
    });
  }
}

function compareMessage(
  old: Message,
  next: Message,
  { sides, subject: flow }: Part,
  collector: ChangeCollector,
): void {
  const subject = `message ${next.name}`;
  const around = { old: old.origin, next: next.origin };
  const use = `${subject} of ${flow}`;
  const report = (rule: ChangeRule, message: string, verdicts: SideVerdicts): void =>
    collector.report({ rule, message, subject, sides, verdicts, ...around, use });
  if (old.contentType !== next.contentType || old.payloadFormat !== next.payloadFormat)
    report(messageEncoding, 'the content type or the format of the payload changed', {
      requester: 'breaking',
      answerer: 'breaking',
    });
  else if (next.payloadFormat !== undefined)
    report(messageIdentity, `the payload in the format "${next.payloadFormat}" is not compared`, {
      requester: 'undecided',
      answerer: 'undecided',
    });
  if (identityOf(old) !== identityOf(next))
    report(messageIdentity, 'the discriminator, the correlation or the bindings changed', {
      requester: 'undecided',
      answerer: 'undecided',
    });
  if (
    wordsOf(old) !== wordsOf(next) ||
    plainText([old.examples, old.tags.map(({ name }) => name)]) !==
      plainText([next.examples, next.tags.map(({ name }) => name)])
  )
    report(messageDocumentation, 'the words about the message or its examples changed', cosmetic);
  const isFix =
    fixMessageKeys(collector.old).has(old.key) && fixMessageKeys(collector.next).has(next.key);
  for (const name of isFix ? [] : (['payload', 'headers'] as const))
    if (old[name] !== undefined || next[name] !== undefined)
      collector.compareSchemas({
        old: old[name],
        next: next[name],
        way: 'message',
        sender: 'requester',
        sides,
        use: `${name} of ${use}`,
        around,
      });
}

function identityOf({ correlation, discriminator, bindings }: Message): string {
  return plainText([
    correlation?.source,
    correlation?.pointer,
    discriminator?.conditions,
    bindings,
  ]);
}
