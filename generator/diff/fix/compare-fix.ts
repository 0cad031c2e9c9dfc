import type { FixApi, FixMessage } from '../../model/fix.js';
import type { Api, NameKey } from '../../model/api.js';
import { sidesOfFlow, type Sides } from '../change.js';
import type { ChangeCollector } from '../collect-changes.js';
import { fixMsgTypeRule } from '../rules/fix.js';
import { createRecordComparer, type RecordComparer } from './compare-records.js';
import { compareSessions } from './compare-sessions.js';

type Direction = 'client' | 'server';

/** Compares FIX messages and sessions. Descriptions of which only one has FIX differ in the protocols of their servers. */
export function compareFix(collector: ChangeCollector): void {
  const { old, next } = collector;
  if (old.fix === undefined || next.fix === undefined) return;
  compareSessions(old.fix, next.fix, collector);
  const records = createRecordComparer(old.fix, next.fix, collector);
  for (const [before, after] of messagePairs(old.fix, next.fix)) {
    const directions = directionsOf(before, old.fix, after, next.fix);
    for (const to of directions)
      compareFixMessage([before, after], sidesOfFlow(to), collector, records);
  }
  for (const part of ['header', 'trailer'] as const)
    for (const to of ['client', 'server'] as const)
      records(old.fix[part], next.fix[part], {
        subject: part,
        sides: sidesOfFlow(to),
        use: `the ${part} of every message`,
      });
}

/** Messages of FIX, whose payloads are compared as records of fields and not as schemas. */
export function fixMessageKeys({ fix }: Pick<Api, 'fix'>): ReadonlySet<NameKey> {
  return new Set(fix?.messages.flatMap(({ message }) => message ?? []));
}

/** Application messages of the same name, and session messages of the same MsgType. */
function messagePairs(old: FixApi, next: FixApi): readonly (readonly [FixMessage, FixMessage])[] {
  const byName = new Map(next.messages.map((message) => [message.name, message]));
  const byType = new Map(next.messages.map((message) => [message.msgType, message]));
  return old.messages.flatMap((before) => {
    const after = before.isSession ? byType.get(before.msgType) : byName.get(before.name);
    return after === undefined ? [] : [[before, after] as const];
  });
}

/** Receivers of a message in both descriptions. Both sides send session messages. */
function directionsOf(
  before: FixMessage,
  old: FixApi,
  after: FixMessage,
  next: FixApi,
): readonly Direction[] {
  if (before.isSession || after.isSession) return ['client', 'server'];
  const found = (['client', 'server'] as const).filter(
    (to) => isSent(before, to, old) && isSent(after, to, next),
  );
  // A flow that changed its direction is reported as such.
  return found.length === 0 ? ['client'] : found;
}

function isSent({ name }: FixMessage, to: Direction, { sessions }: FixApi): boolean {
  return sessions.some(({ fromClient, fromServer }) =>
    (to === 'server' ? fromClient : fromServer).includes(name),
  );
}

function compareFixMessage(
  [before, after]: readonly [FixMessage, FixMessage],
  sides: Sides,
  collector: ChangeCollector,
  records: RecordComparer,
): void {
  const subject = `message ${after.name}`;
  if (before.msgType !== after.msgType)
    collector.report({
      rule: fixMsgTypeRule,
      message: `the MsgType changed from "${before.msgType}" to "${after.msgType}"`,
      subject,
      sides,
      verdicts: { requester: 'breaking', answerer: 'breaking' },
      old: originOf(before, collector.old),
      next: originOf(after, collector.next),
    });
  records(before.record, after.record, { subject: after.name, sides, use: subject });
}

function originOf({ message }: FixMessage, api: Api): Api['origin'] {
  const origin = api.messages.find(({ key }) => key === message)?.origin;
  return origin === undefined ? api.origin : { parent: origin, key: 'x-fix-msg-type' };
}
