import { messagesWith } from '../../model/analysis/channel-flows.js';
import type { Origin } from '../../core/origin.js';
import type { NameKey } from '../../model/api.js';
import type { Message } from '../../model/message.js';
import type { ChangedMessaging, ChangeRule, Sides } from '../change.js';
import type { ChangeCollector, SideVerdicts } from '../collect-changes.js';
import { fixMessageKeys } from '../fix/compare-fix.js';
import { plainText } from '../plain-text.js';
import {
  bindingRule,
  messageAdded,
  messageDocumentation,
  messageEncoding,
  messageIdentity,
  messageRemoved,
  messageRenamed,
} from '../rules/message-rules.js';
import { cosmetic } from '../rules/operation-rule.js';
import { compareBindings } from './compare-bindings.js';
import { verdictsOfSides, wordsOf } from './compare-channels.js';
import { pairMessages } from './pair-nodes.js';

/** A part of the description that lists messages: a flow, its reply, or a channel without flows. */
export interface MessagesPart {
  readonly subject: string;
  /** The requester sends the messages. */
  readonly sides: Sides;
  readonly old: Origin;
  readonly next: Origin;
  readonly nodes: {
    readonly oldMessaging: ChangedMessaging;
    readonly nextMessaging: ChangedMessaging;
  };
}

/** Compares the messages that one side sends to the other. */
export function compareMessagesOf(
  olds: readonly NameKey[],
  nexts: readonly NameKey[],
  part: MessagesPart,
  collector: ChangeCollector,
): void {
  const { pairs, removed, added } = pairMessages(
    messagesWith(collector.old, olds),
    messagesWith(collector.next, nexts),
  );
  const { oldMessaging, nextMessaging } = part.nodes;
  for (const [before, after] of pairs)
    compareMessage(
      before,
      after,
      {
        ...part,
        nodes: {
          oldMessaging: { ...oldMessaging, message: before.key },
          nextMessaging: { ...nextMessaging, message: after.key },
        },
      },
      collector,
    );
  for (const before of removed)
    collector.report({
      ...part,
      rule: messageRemoved,
      message: `the message "${before.name}" was removed`,
      verdicts: { requester: 'breaking', answerer: 'risky' },
      old: before.origin,
      nodes: { oldMessaging: { ...oldMessaging, message: before.key }, nextMessaging },
    });
  for (const after of added)
    collector.report({
      ...part,
      rule: messageAdded,
      message: `the message "${after.name}" was added`,
      verdicts: { requester: 'compatible', answerer: 'risky' },
      next: after.origin,
      nodes: { oldMessaging, nextMessaging: { ...nextMessaging, message: after.key } },
    });
}

const breaking: SideVerdicts = { requester: 'breaking', answerer: 'breaking' };
const undecided: SideVerdicts = { requester: 'undecided', answerer: 'undecided' };

function compareMessage(
  old: Message,
  next: Message,
  { sides, subject: flow, nodes }: MessagesPart,
  collector: ChangeCollector,
): void {
  const subject = `message ${next.name}`;
  const around = { old: old.origin, next: next.origin };
  const use = `${subject} of ${flow}`;
  const report = (rule: ChangeRule, message: string, verdicts: SideVerdicts): void =>
    collector.report({ rule, message, subject, sides, verdicts, ...around, use, nodes });
  if (old.name !== next.name)
    report(messageRenamed, `the message "${old.name}" is called "${next.name}"`, {
      requester: 'risky',
      answerer: 'risky',
    });
  if (mediaType(old) !== mediaType(next))
    report(
      messageEncoding,
      `the content type changed from "${old.contentType}" to "${next.contentType}"`,
      breaking,
    );
  if (old.payloadFormat !== next.payloadFormat || old.language?.name !== next.language?.name)
    report(messageEncoding, 'the format of the payload changed', breaking);
  else if (next.payloadFormat !== undefined)
    report(
      messageIdentity,
      `the payload in the format "${next.payloadFormat}" is not compared`,
      undecided,
    );
  if (plainText([old.discriminator?.conditions]) !== plainText([next.discriminator?.conditions]))
    report(messageIdentity, 'the discriminator changed', undecided);
  if (correlationOf(old) !== correlationOf(next))
    report(messageIdentity, 'the location of the correlation id changed', undecided);
  for (const { message, verdicts } of compareBindings(old.bindings, next.bindings, 'message'))
    report(bindingRule, message, verdictsOfSides(verdicts, sides));
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
        nodes,
      });
}

/** The content type with its parameters, in the letters that programs compare (RFC 9110 section 8.3.1). */
function mediaType({ contentType }: Message): string {
  return contentType
    .toLowerCase()
    .replaceAll(/\s*;\s*/g, ';')
    .trim();
}

function correlationOf({ correlation }: Message): string {
  return plainText([correlation?.source, correlation?.pointer]);
}
