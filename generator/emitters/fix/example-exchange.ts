import { type FixExample, fixExampleOf } from './example.js';
import type { FixPlan, FixRecordPlan, FixSessionPlan } from './plan.js';
import type { Plan } from '../../plan/plan.js';

/** A message and its reply in an example. */
export interface Exchange {
  readonly request: FixRecordPlan;
  readonly requestExample: FixExample;
  readonly reply?: FixRecordPlan;
  readonly replyExample?: FixExample;
}

/**
 * The first request that has a reply and can be shown, otherwise the first message that a client
 * sends.
 */
export function exchangeOf(
  { api: { schemas } }: Plan,
  { records }: FixPlan,
  { requests, session }: FixSessionPlan,
): Exchange | undefined {
  for (const { request, correlation, replies } of requests) {
    if (!session.fromClient.includes(request.message?.name ?? '')) continue;
    const requestExample = fixExampleOf(request, schemas, { include: [correlation] });
    if (requestExample === undefined) continue;
    for (const { reply, correlation: replyCorrelation, entries } of replies) {
      if (entries !== undefined) continue;
      const replyExample = fixExampleOf(reply, schemas, {
        include: [replyCorrelation],
        request: requestExample,
      });
      if (replyExample !== undefined) return { request, requestExample, reply, replyExample };
    }
  }
  for (const name of session.fromClient) {
    const request = records.find(({ message }) => message?.name === name);
    const requestExample = request && fixExampleOf(request, schemas);
    if (request !== undefined && requestExample !== undefined) return { request, requestExample };
  }
  return undefined;
}
