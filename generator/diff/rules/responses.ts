import type { Outcome, Parameter } from '../../model/api.js';
import type { ChangeRule } from '../change.js';
import { isSameProse } from '../plain-text.js';
import { direct, type Effect } from '../schemas/effect.js';
import { compareContents } from './contents.js';
import {
  compatible,
  cosmetic,
  type OperationContext,
  type OperationPair,
  type OperationRule,
} from './operation-rule.js';

const added: ChangeRule = {
  id: 'response-added',
  when: 'A response with another status was added.',
  advice:
    'A status of success that the old description does not declare is risky for callers, which may treat it as a failure. A status of failure is compatible, because every request may fail.',
};

const removed: ChangeRule = {
  id: 'response-removed',
  when: 'A response with a status was removed.',
  advice:
    'A status of success breaks callers that wait for it, and servers that send it. A status of failure is compatible for callers, and risky for servers that send it.',
};

const documentation: ChangeRule = {
  id: 'response-documentation',
  when: 'The description of a response changed.',
  advice: 'Only words change.',
};

const headerAdded: ChangeRule = {
  id: 'response-header-added',
  when: 'A header was added to a response.',
  advice: 'It is compatible for callers. A server breaks if the header is required.',
};

const headerRemoved: ChangeRule = {
  id: 'response-header-removed',
  when: 'A header was removed from a response.',
  advice: 'It breaks callers if it was required, and is risky otherwise, because it never arrives.',
};

const headerRequired: ChangeRule = {
  id: 'response-header-required',
  when: 'A header of a response is required now.',
  advice: 'It breaks servers that do not send it.',
};

const headerOptional: ChangeRule = {
  id: 'response-header-optional',
  when: 'A header of a response is no longer required.',
  advice: 'It breaks callers that rely on it.',
};

/** Responses by status. */
export const responses: OperationRule = {
  rules: [
    added,
    removed,
    documentation,
    headerAdded,
    headerRemoved,
    headerRequired,
    headerOptional,
  ],
  compare(pair, context) {
    for (const old of pair.old.outcomes) {
      const next = pair.next.outcomes.find((each) => keyOf(each) === keyOf(old));
      if (next === undefined) compareRemoved(old, pair, context);
      else compareOutcome(old, next, direct, context);
    }
    for (const next of pair.next.outcomes)
      if (!pair.old.outcomes.some((each) => keyOf(each) === keyOf(next)))
        compareAdded(next, pair, context);
  },
};

function compareRemoved(old: Outcome, { next }: OperationPair, context: OperationContext): void {
  const covering = next.outcomes.find((each) => covers(each, old));
  const places = { old: old.origin, next: covering?.origin ?? next.origin };
  const verdicts =
    covering !== undefined
      ? compatible
      : isSuccess(old)
        ? { requester: 'breaking' as const, answerer: 'breaking' as const }
        : { requester: 'compatible' as const, answerer: 'risky' as const };
  context.report(removed, `the response "${keyOf(old)}" was removed`, verdicts, places);
  if (covering !== undefined)
    compareOutcome(old, covering, { ...direct, needsNewInOld: false }, context);
}

function compareAdded(next: Outcome, { old }: OperationPair, context: OperationContext): void {
  const covering = old.outcomes.find((each) => covers(each, next));
  const places = { old: covering?.origin ?? old.origin, next: next.origin };
  const isRisky = covering === undefined && isSuccess(next);
  context.report(
    added,
    `the response "${keyOf(next)}" was added`,
    { requester: isRisky ? 'risky' : 'compatible', answerer: 'compatible' },
    places,
  );
  if (covering !== undefined)
    compareOutcome(covering, next, { ...direct, needsOldInNew: false }, context);
}

function compareOutcome(
  old: Outcome,
  next: Outcome,
  effect: Effect,
  context: OperationContext,
): void {
  const around = { old: old.origin, next: next.origin };
  const use = `response ${keyOf(next)} of ${context.subject}`;
  if (effect === direct && !isSameProse(old.description, next.description))
    context.report(
      documentation,
      `the description of the response "${keyOf(next)}" changed`,
      cosmetic,
      around,
    );
  compareContents(old.contents, next.contents, {
    use,
    way: 'response',
    sender: 'answerer',
    around,
    context,
    effect,
  });
  if (effect === direct) compareHeaders(old, next, context);
}

function compareHeaders(old: Outcome, next: Outcome, context: OperationContext): void {
  const find = (headers: readonly Parameter[], name: string): Parameter | undefined =>
    headers.find((each) => each.name.toLowerCase() === name.toLowerCase());
  const status = keyOf(next);
  for (const before of old.headers) {
    const after = find(next.headers, before.name);
    const name = `the header "${before.name}" of the response "${status}"`;
    if (after === undefined) {
      context.report(
        headerRemoved,
        `${name} was removed`,
        { requester: before.required ? 'breaking' : 'risky', answerer: 'compatible' },
        { old: before.origin, next: next.origin },
      );
      continue;
    }
    const places = { old: before.origin, next: after.origin };
    if (before.required !== after.required)
      context.report(
        after.required ? headerRequired : headerOptional,
        `${name} is ${after.required ? 'required now' : 'no longer required'}`,
        after.required
          ? { requester: 'compatible', answerer: 'breaking' }
          : { requester: 'breaking', answerer: 'compatible' },
        places,
      );
    context.compareSchemas({
      old: before.schema,
      next: after.schema,
      way: 'response',
      isText: true,
      sender: 'answerer',
      use: `header "${after.name}" of response ${status} of ${context.subject}`,
      around: places,
    });
  }
  for (const after of next.headers)
    if (find(old.headers, after.name) === undefined)
      context.report(
        headerAdded,
        `the header "${after.name}" was added to the response "${status}"`,
        { requester: 'compatible', answerer: after.required ? 'breaking' : 'compatible' },
        { old: old.origin, next: after.origin },
      );
}

function keyOf({ when }: Outcome): string {
  return 'status' in when ? String(when.status) : 'result';
}

function isSuccess(outcome: Outcome): boolean {
  const key = keyOf(outcome);
  return key === 'result' || key.startsWith('2') || key.startsWith('1');
}

/** True if a response applies to the status of another one that has none of its own. */
function covers(general: Outcome, special: Outcome): boolean {
  const [key, status] = [keyOf(general), keyOf(special)];
  if (status === 'default' || key === status) return false;
  return key === 'default' || (key.endsWith('XX') && key[0] === status[0] && status !== key);
}
