import type { FixSession } from '../../model/fix.js';
import type { FixFieldPlan, FixRecordPlan } from './plan.js';
import type { IdentifierName } from '../../plan/plan.js';

/** A request, and the members by which its replies are matched. */
export interface FixRequestPlan {
  readonly request: FixRecordPlan;
  /**
   * Side that sends the request. Present if both may send the message but only one receives a
   * reply.
   */
  readonly from?: 'client' | 'server';
  readonly correlation: IdentifierName;
  readonly replies: readonly FixReplyPlan[];
  readonly within?: number;
}

export interface FixReplyPlan {
  readonly reply: FixRecordPlan;
  /** Member that identifies the request. */
  readonly correlation: IdentifierName;
  /**
   * A group of the request and a member of its entries, if a reply belongs to one entry rather than
   * to the whole request.
   */
  readonly entries?: readonly [group: string, member: string];
}

/** Plans the requests for which both messages define a correlation field. */
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
    const plannedReplies = replies.flatMap((name): readonly FixReplyPlan[] => {
      const correlated = correlationOf(name);
      if (correlated === undefined) return [];
      const [reply, { field, member }] = correlated;
      const entries = entriesOf(request, field.tag);
      return [{ reply, correlation: member, ...(entries === undefined ? {} : { entries }) }];
    });
    if (plannedReplies.length === 0) return [];
    const [plan, { member }] = request;
    return [
      {
        request: plan,
        ...fromOf(message, session),
        correlation: member,
        replies: plannedReplies,
        ...(within === undefined ? {} : { within }),
      },
    ];
  });
}

/** Side that sends a request, if the list of senders does not determine it. */
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

/**
 * Finds the group entry that contains this correlation field. Returns `undefined` if the message
 * itself is identified by it.
 */
function entriesOf(
  [{ fields }, correlation]: readonly [FixRecordPlan, FixFieldPlan],
  tag: number,
): readonly [group: string, member: string] | undefined {
  if (correlation.field.tag === tag) return undefined;
  for (const { member, entry } of fields) {
    const correlated = entry?.fields.find(({ field }) => field.tag === tag);
    if (correlated !== undefined) return [member, correlated.member];
  }
  return undefined;
}
