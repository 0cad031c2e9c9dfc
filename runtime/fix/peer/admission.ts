import type { Timers } from '../../core/clock.js';
import { boundedTable, fullBucket, refill, timeTo } from '../../core/token-bucket.js';
import type { FixPolicy } from '../policy.js';
import { textOf } from '../session/texts.js';
import type { FixAcceptorOptions, PresentedLogon } from './client.js';
import type { FixTypes } from './descriptor.js';

/** What became of a Logon: who it is and with whom its connections are counted, or the words for the peer. */
export type Admission<Principal> =
  | { readonly refusal: string; readonly reason?: string }
  | {
      readonly refusal: undefined;
      readonly principal: Principal | undefined;
      readonly group: string;
    };

/** Looks at Logons. */
export type Admit<Types extends FixTypes, Principal> = (
  presented: PresentedLogon<Types>,
) => Promise<Admission<Principal>>;

/** Names whose Logons are counted, of those who were verified and of those who were not; strangers choose them. */
const countedNames = 20_000;

/** Decides who may log on: not too often, by the program's verifier. How many may be there at a time is for who seats them. */
export function createAdmission<Types extends FixTypes, Principal>(
  policy: FixPolicy,
  timers: Timers,
  { verify, groupOf }: Pick<FixAcceptorOptions<Types, Principal>, 'verify' | 'groupOf'>,
): Admit<Types, Principal> {
  const isTooOften = logonCounter(policy, timers);
  return async (presented) => {
    const { identity, peer } = presented;
    const name = identity.senderCompId;
    const tooOften = { refusal: textOf(policy, 'rate') };
    if (verify === undefined) {
      if (isTooOften(name)) return tooOften;
      return { refusal: undefined, principal: undefined, group: name };
    }
    // Anybody can say a name: who is not known yet uses up what the address may do, and not what the owner of the name may.
    if (isTooOften(JSON.stringify([name, peer?.address]))) return tooOften;
    const verdict = await verify(presented);
    if (!verdict.ok) {
      const { reason, message = textOf(policy, 'credential') } = verdict;
      return { refusal: message, reason };
    }
    if (isTooOften(name)) return tooOften;
    const { principal, caller = JSON.stringify(principal) } = verdict;
    return { refusal: undefined, principal, group: groupOf?.(principal, identity) ?? caller };
  };
}

/** Counts the Logons under each name against the description's rate. */
function logonCounter({ rate }: FixPolicy, timers: Timers): (name: string) => boolean {
  const logons = rate?.logons;
  if (logons === undefined) return () => false;
  const size = { rate: logons.perSecond, burst: logons.burst ?? logons.perSecond };
  const bucketOf = boundedTable<ReturnType<typeof fullBucket>>(countedNames);
  return (name) => {
    const now = timers.now();
    const bucket = bucketOf(name, () => fullBucket(size, now));
    // After a clock was put back nobody knows how much time has passed.
    if (now < bucket.at) Object.assign(bucket, fullBucket(size, now));
    refill(bucket, size, now);
    if (timeTo(bucket, size, 1) > 0) return true;
    bucket.tokens--;
    return false;
  };
}
