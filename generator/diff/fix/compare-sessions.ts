import type { FixApi, FixSession } from '../../model/fix.js';
import type { Json } from '../../model/schema.js';
import { sidesOfFlow } from '../change.js';
import type { ChangeCollector, SideVerdicts } from '../collect-changes.js';
import { serverSides } from '../messages/sides.js';
import { plainText } from '../plain-text.js';
import { fixReplyRule, fixSessionRule, fixVersionRule } from '../rules/fix.js';

const breaking: SideVerdicts = { requester: 'breaking', answerer: 'breaking' };
const risky: SideVerdicts = { requester: 'risky', answerer: 'risky' };

/** Compares the versions of FIX, and the rules of sessions of the same name. */
export function compareSessions(old: FixApi, next: FixApi, collector: ChangeCollector): void {
  for (const before of old.sessions) {
    const after = next.sessions.find(({ name }) => name === before.name);
    if (after === undefined) continue;
    compareVersion(old, next, [before, after], collector);
    comparePolicy(
      { ...before.policy, unknownFields: old.unknownFields },
      { ...after.policy, unknownFields: next.unknownFields },
      [before, after],
      collector,
    );
    compareReplies(before, after, collector);
  }
}

function compareVersion(
  old: FixApi,
  next: FixApi,
  [before, after]: readonly [FixSession, FixSession],
  { report }: ChangeCollector,
): void {
  const parts = [
    ['BeginString', old.beginString, next.beginString],
    ['DefaultApplVerID', old.applVerId, next.applVerId],
  ] as const;
  for (const [name, from, to] of parts)
    if (from !== to)
      report({
        rule: fixVersionRule,
        message: `${name} changed from ${shown(from)} to ${shown(to)}`,
        subject: `session ${after.name}`,
        sides: serverSides,
        verdicts: breaking,
        old: before.origin,
        next: after.origin,
      });
}

/** Members of a policy that say the version, which is compared on its own. */
const versions: ReadonlySet<string> = new Set(['beginString', 'applVerId']);

function comparePolicy(
  old: FixSession['policy'],
  next: FixSession['policy'],
  [before, after]: readonly [FixSession, FixSession],
  { report }: ChangeCollector,
): void {
  for (const name of new Set([...Object.keys(old), ...Object.keys(next)])) {
    if (versions.has(name)) continue;
    const [from, to] = [membersOf(name, old[name]), membersOf(name, next[name])];
    for (const path of new Set([...from.keys(), ...to.keys()])) {
      const [left, right] = [from.get(path), to.get(path)];
      if (plainText(left) === plainText(right)) continue;
      report({
        rule: fixSessionRule,
        message: `"${path}" changed from ${shown(left)} to ${shown(right)}`,
        subject: `session ${after.name}`,
        sides: serverSides,
        verdicts: policyVerdicts(path, right),
        old: { parent: { parent: before.origin, key: 'x-fix-session' }, key: name },
        next: { parent: { parent: after.origin, key: 'x-fix-session' }, key: name },
      });
    }
  }
}

/** A member of a policy, or the members of that member. */
function membersOf(name: string, value: Json | undefined): ReadonlyMap<string, Json> {
  if (value === undefined || value === null) return new Map();
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([[name, value]]);
  return new Map(Object.entries(value).map(([key, member]) => [`${name}.${key}`, member]));
}

function policyVerdicts(path: string, next: Json | undefined): SideVerdicts {
  if (path === 'compIds.server') return breaking;
  const isRefusal =
    (path === 'resetSeqNumFlag' || path === 'msgSeqNum.leadingZeros' || path === 'checksum') &&
    (next === 'refuse' || next === 'reject');
  if (isRefusal || (path === 'msgSeqNum.logonMustBeOne' && next === true))
    return { requester: 'breaking', answerer: 'compatible' };
  return path.startsWith('texts.') ? { requester: 'compatible', answerer: 'compatible' } : risky;
}

function shown(value: Json | undefined): string {
  if (value === undefined) return 'none';
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : 'another value';
}

function compareReplies(before: FixSession, after: FixSession, { report }: ChangeCollector): void {
  for (const old of before.requests) {
    const next = after.requests.find(
      ({ message, sentBy }) => message === old.message && sentBy === old.sentBy,
    );
    if (next === undefined || next.within === old.within) continue;
    const isLonger = (next.within ?? Infinity) > (old.within ?? Infinity);
    report({
      rule: fixReplyRule,
      message: `the time for the first reply changed from ${timeOf(old.within)} to ${timeOf(next.within)}`,
      subject: `message ${old.message}`,
      sides: sidesOfFlow(old.sentBy === 'client' ? 'server' : 'client'),
      verdicts: isLonger
        ? { requester: 'risky', answerer: 'compatible' }
        : { requester: 'compatible', answerer: 'risky' },
      old: before.origin,
      next: after.origin,
      use: `session ${after.name}`,
    });
  }
}

function timeOf(milliseconds: number | undefined): string {
  return milliseconds === undefined ? 'any' : `${milliseconds} ms`;
}
