import type { Channel, Flow, Reply } from '../../model/message.js';
import { sidesOfFlow, type ChangedNodes, type Sides } from '../change.js';
import type { ChangeCollector, SideVerdicts } from '../collect-changes.js';
import { plainText } from '../plain-text.js';
import {
  bindingRule,
  flowAdded,
  flowRemoved,
  flowRenamed,
  messageDocumentation,
  replyRule,
} from '../rules/message-rules.js';
import { cosmetic } from '../rules/operation-rule.js';
import { compareSecurity, securityRule } from '../rules/security.js';
import { compareBindings } from './compare-bindings.js';
import { verdictsOfSides, wordsOf } from './compare-channels.js';
import { compareMessagesOf, type MessagesPart } from './compare-payloads.js';
import { addressForm, pairFlows, type Pairing } from './pair-nodes.js';

/** Compares the flows of channels that both descriptions have. The end of a channel is reported as such. */
export function compareFlows(channels: Pairing<Channel>, collector: ChangeCollector): void {
  const { pairs, removed, added } = pairFlows(collector.old, collector.next, channels);
  const keys = {
    old: new Set(channels.pairs.map(([before]) => before.key)),
    next: new Set(channels.pairs.map(([, after]) => after.key)),
  };
  for (const [before, after] of pairs) compareFlow(before, after, collector);
  for (const flow of removed) if (keys.old.has(flow.channel)) reportFlow(flow, false, collector);
  for (const flow of added) if (keys.next.has(flow.channel)) reportFlow(flow, true, collector);
}

function reportFlow(flow: Flow, isAdded: boolean, { old, next, report }: ChangeCollector): void {
  const nodes = { channel: flow.channel, flow: flow.key };
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
    nodes: isAdded ? { nextMessaging: nodes } : { oldMessaging: nodes },
  });
}

function compareFlow(old: Flow, next: Flow, collector: ChangeCollector): void {
  const sides = sidesOfFlow(next.to);
  const part: MessagesPart = {
    subject: `flow ${next.name}`,
    sides,
    old: old.origin,
    next: next.origin,
    nodes: {
      oldMessaging: { channel: old.channel, flow: old.key },
      nextMessaging: { channel: next.channel, flow: next.key },
    },
  };
  if (wordsOf(old) !== wordsOf(next))
    collector.report({
      ...part,
      rule: messageDocumentation,
      message: 'the words about the flow changed',
      verdicts: cosmetic,
    });
  if (old.name !== next.name)
    collector.report({
      ...part,
      rule: flowRenamed,
      message: `the flow "${old.name}" is called "${next.name}"`,
      verdicts: { requester: 'risky', answerer: 'risky' },
    });
  for (const { message, verdicts } of compareBindings(old.bindings, next.bindings, 'flow'))
    collector.report({
      ...part,
      rule: bindingRule,
      message,
      verdicts: verdictsOfSides(verdicts, sides),
    });
  if (old.security !== undefined || next.security !== undefined) {
    const security = compareSecurity(old.security ?? [], next.security ?? [], collector);
    if (security !== undefined) collector.report({ ...part, rule: securityRule, ...security });
  }
  compareMessagesOf(old.messages, next.messages, part, collector);
  compareReplies(old, next, part, collector);
}

/** Compares replies. Whoever receives the messages of the flow sends them. */
function compareReplies(
  old: Flow,
  next: Flow,
  part: MessagesPart,
  collector: ChangeCollector,
): void {
  const [before, after] = [old.reply, next.reply];
  if (before === undefined && after === undefined) return;
  const report = (
    message: string,
    verdicts: SideVerdicts,
    nodes: ChangedNodes = part.nodes,
  ): void =>
    collector.report({
      ...part,
      rule: replyRule,
      message,
      verdicts,
      old: before?.origin ?? old.origin,
      next: after?.origin ?? next.origin,
      nodes,
    });
  if (before === undefined)
    return report('the messages have replies now', {
      requester: 'compatible',
      answerer: 'breaking',
    });
  if (after === undefined)
    return report('the messages have no replies any more', {
      requester: 'breaking',
      answerer: 'compatible',
    });
  const [from, to] = [
    replyPlace(before, old, collector.old.channels),
    replyPlace(after, next, collector.next.channels),
  ];
  if (from !== to)
    report('replies are sent elsewhere', { requester: 'breaking', answerer: 'breaking' });
  const sides: Sides = { requester: part.sides.answerer, answerer: part.sides.requester };
  compareMessagesOf(
    before.messages,
    after.messages,
    {
      ...part,
      subject: `reply of ${part.subject}`,
      sides,
      old: before.origin,
      next: after.origin,
    },
    collector,
  );
}

/** Where replies are sent: the address of their channel, or its location in the request. */
function replyPlace({ channel, address }: Reply, flow: Flow, channels: readonly Channel[]): string {
  const found = channels.find(({ key }) => key === (channel ?? flow.channel));
  const isOwn = found?.key === flow.channel;
  const form = isOwn ? 'own' : found && addressForm(found.address);
  return plainText([form, address?.source, address?.pointer]);
}
