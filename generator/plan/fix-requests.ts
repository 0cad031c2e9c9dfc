import type { FixSession } from '../model/fix.js';
import type { FixFieldPlan, FixRecordPlan } from './fix.js';
import type { IdentifierName } from './plan.js';

/** A message that is answered, and the members by which answers are known. */
export interface FixRequestPlan {
  readonly request: FixRecordPlan;
  /** Which side asks, where both may send it and only one of them is answered. */
  readonly from?: 'client' | 'server';
  readonly correlation: IdentifierName;
  readonly replies: readonly FixReplyPlan[];
  readonly within?: number;
}

export interface FixReplyPlan {
  readonly reply: FixRecordPlan;
  /** The member that says what it answers. */
  readonly correlation: IdentifierName;
  /** A group of the request, and the member of its entries, where an answer is to one entry and not to the whole. */
  readonly entries?: readonly [group: string, member: string];
}

/** Messages that are answered, where both sides say by which field. */
export function requestsOf(
  session: FixSession,
  plans: readonly FixRecordPlan[],
): readonly FixRequestPlan[] {
  const correlationOf = (name: string): readonly [FixRecordPlan, FixFieldPlan] | undefined => {
    const plan = plans.find(({ message }) => message?.name === name);
    const field = plan?.fields.find((each) => each.field.name === plan.message?.correlation);
    return plan === undefined || field === undefined ? undefined : [plan, field];
  };
  return session.requests.flatMap(({ message, replies, within }): readonly FixRequestPlan[] => {
    const request = correlationOf(message);
    if (request === undefined) return [];
    const answers = replies.flatMap((name): readonly FixReplyPlan[] => {
      const found = correlationOf(name);
      if (found === undefined) return [];
      const [reply, { field, member }] = found;
      const entries = entriesOf(request, field.tag);
      return [{ reply, correlation: member, ...(entries === undefined ? {} : { entries }) }];
    });
    if (answers.length === 0) return [];
    const [plan, { member }] = request;
    return [
      {
        request: plan,
        ...fromOf(message, session),
        correlation: member,
        replies: answers,
        ...(within === undefined ? {} : { within }),
      },
    ];
  });
}

/** Which side asks with a message, where that can not be seen from who sends it. */
function fromOf(
  message: string,
  { requests, fromClient, fromServer }: FixSession,
): { readonly from?: 'client' | 'server' } {
  const sides = new Set(
    requests.flatMap((each) => (each.message === message ? [each.sentBy] : [])),
  );
  const [from, other] = [...sides];
  const isSentByBoth = fromClient.includes(message) && fromServer.includes(message);
  return from === undefined || other !== undefined || !isSentByBoth ? {} : { from };
}

/** Where a batch says by this field what its entries are called; nothing where the message itself is called by it. */
function entriesOf(
  [{ fields }, correlation]: readonly [FixRecordPlan, FixFieldPlan],
  tag: number,
): readonly [group: string, member: string] | undefined {
  if (correlation.field.tag === tag) return undefined;
  for (const { member, entry } of fields) {
    const found = entry?.fields.find(({ field }) => field.tag === tag);
    if (found !== undefined) return [member, found.member];
  }
  return undefined;
}
