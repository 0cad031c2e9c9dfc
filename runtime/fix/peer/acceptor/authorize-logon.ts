import type { Timers } from '../../../core/clock.js';
import { type RevocationOptions, revocableKey } from '../../../core/server/revocations.js';
import { boundedTable, fullBucket, refill, timeTo } from '../../../core/token-bucket.js';
import type { FixPolicy } from '../../policy.js';
import { textOf } from '../../session/texts.js';
import type { FixAcceptorOptions, PresentedLogon } from '../client.js';
import type { FixTypes } from '../descriptor.js';

/** Decision about a Logon (A): the principal and the group in which its connections are counted, or the text of the refusal. */
export type LogonDecision<Principal> =
  | { readonly refusal: string; readonly reason?: string }
  | {
      readonly refusal: undefined;
      readonly principal: Principal | undefined;
      readonly group: string;
    };

/** Decides about Logons (A). */
export type AuthorizeLogon<Types extends FixTypes, Principal> = (
  presented: PresentedLogon<Types>,
) => Promise<LogonDecision<Principal>>;

/**
 * Maximum number of names whose Logons are counted, whether verified or not. Unauthenticated peers choose these names.
 */
const maxCountedNames = 20_000;

/** Creates the decision about Logons (A): by rate, and by the program's verifier. The acceptor limits simultaneous connections. */
export function createLogonAuthorizer<Types extends FixTypes, Principal>(
  policy: FixPolicy,
  timers: Timers,
  options: Pick<FixAcceptorOptions<Types, Principal>, 'verify' | 'groupOf'> & RevocationOptions,
): AuthorizeLogon<Types, Principal> {
  const { verify, groupOf, revocations } = options;
  const exceedsRate = logonCounter(policy, timers);
  return async (presented) => {
    const { identity, peer } = presented;
    const name = identity.senderCompId;
    const rateRefusal = { refusal: textOf(policy, 'rate') };
    if (verify === undefined) {
      if (exceedsRate(name)) return rateRefusal;
      return { refusal: undefined, principal: undefined, group: name };
    }
    // Any peer can use any name. Before verification, a Logon counts against the address rather than the owner of the
    // name.
    if (exceedsRate(JSON.stringify([name, peer?.address]))) return rateRefusal;
    const start = revocations?.now() ?? 0;
    const verdict = await verify(presented);
    if (!verdict.ok) {
      const { reason, message = textOf(policy, 'credential') } = verdict;
      return { refusal: message, reason };
    }
    const key = revocableKey(verdict.principal, options);
    if (key !== undefined && revocations?.isRevokedSince(key, start) === true)
      return { refusal: textOf(policy, 'credential'), reason: 'key-revoked' };
    if (exceedsRate(name)) return rateRefusal;
    const { principal, caller = JSON.stringify(principal) } = verdict;
    return { refusal: undefined, principal, group: groupOf?.(principal, identity) ?? caller };
  };
}

/** Counts the Logons (A) of each name against the rate of the description. */
function logonCounter({ rate }: FixPolicy, timers: Timers): (name: string) => boolean {
  const logons = rate?.logons;
  if (logons === undefined) return () => false;
  const size = { rate: logons.perSecond, burst: logons.burst ?? logons.perSecond };
  const bucketOf = boundedTable<ReturnType<typeof fullBucket>>(maxCountedNames);
  return (name) => {
    const now = timers.now();
    const bucket = bucketOf(name, () => fullBucket(size, now));
    // After the clock was set back, the elapsed time is unknown.
    if (now < bucket.at) Object.assign(bucket, fullBucket(size, now));
    refill(bucket, size, now);
    if (timeTo(bucket, size, 1) > 0) return true;
    bucket.tokens--;
    return false;
  };
}
