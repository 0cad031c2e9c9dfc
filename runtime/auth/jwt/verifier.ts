import { systemTimers, type Clock } from '../../core/clock.js';
import type { JwtDescriptor } from '../../core/descriptor.js';
import type { Presented, Verdict, Verifier } from '../../core/security.js';
import { AuthError } from '../error.js';
import { grantedScopes } from '../scopes.js';
import { checkBody } from './body-binding.js';
import { parseCompact, parseObject, type CompactToken, type JsonObject } from './compact.js';
import { findKeys, type Candidate, type KeyLookup } from './key-lookup.js';
import { checkAtLeastOne, checkMembers, type Examined } from './members.js';
import { refuse, TokenRefusal } from './refusal.js';
import { replayMemory, type ReplayCache, type ReplayMemoryWarning } from '../replay.js';
import { requestExpression, requestFacts } from './request-scope.js';
import { readRules, type VerifyRules } from './rules.js';
import { checkSignature } from './signature.js';
import { checkTimes } from './times.js';
import { verificationKey } from './verification-key.js';

/** Who made a token, and what it says. */
export interface JwtPrincipal {
  /** What the key is called, by the token or by the list it was found in. */
  readonly keyName?: string;
  readonly project?: string;
  readonly caller?: string;
  readonly claims: JsonObject;
}

/** Settings of a verifier; what a token has to be is said by the description alone. */
export interface JwtVerifierOptions {
  readonly keys: KeyLookup;
  /** The only project whose keys are accepted here. */
  readonly project?: string;
  readonly clock?: Clock;
  /** Where values that are good once are remembered. A memory of this process, if absent. */
  readonly replay?: ReplayCache;
  /** Told when the memory of this process is at its bound. */
  readonly onWarning?: (warning: ReplayMemoryWarning) => void;
  /** Seconds that `nbf` and `iat` may lie ahead, in place of the description's. */
  readonly skew?: number;
  /** Characters of the longest token that is looked at, in place of the description's. */
  readonly maxTokenLength?: number;
  /** Told why a token was refused; for the log. Nothing of it may reach the caller. */
  readonly onReason?: (finding: JwtFinding) => void;
}

/** Why a token was refused: a stable code, and a sentence that quotes nothing of the token. */
export interface JwtFinding {
  readonly scheme: string;
  readonly reason: string;
  readonly detail: string;
}

/**
 * Verifies the tokens that `x-jwt` describes. It holds each one against the description's rules and against those
 * that hold for every token (`docs/guide/extensions.md`), trusts nothing that the token says about how it
 * wants to be verified, and accepts what may be used once a single time, whatever spelling the token has.
 *
 * @throws {AuthError} `description` if the rules are not ones of `x-jwt`, or a limit is no number
 */
export function jwtVerifier(
  jwt: JwtDescriptor,
  options: JwtVerifierOptions,
): Verifier<JwtPrincipal> {
  const described = readRules(jwt);
  const rules: VerifyRules = {
    ...described,
    clockSkew: limit('skew', options.skew) ?? described.clockSkew,
    maxBytes: limit('maxTokenLength', options.maxTokenLength) ?? described.maxBytes,
  };
  const setting: Setting = {
    jwt,
    rules,
    options,
    scheme: jwt.scheme ?? 'jwt',
    now: secondsOf(options.clock ?? systemTimers),
    replay: options.replay ?? ownMemory(options),
  };
  const pending = new WeakMap<JwtPrincipal, Pending>();

  const head = (presented: Presented): Promise<Verdict<JwtPrincipal>> =>
    judge(setting, async () => {
      const examined = await examine(setting, presented);
      if (rules.body === undefined) await remember(setting, examined);
      else pending.set(examined.principal, examined);
      return examined;
    });
  const { body: bodyRule } = rules;
  if (bodyRule === undefined) return { head };
  return {
    head,
    body: (presented, bytes, principal) =>
      judge(setting, async () => {
        const examined = pending.get(principal);
        if (examined === undefined)
          throw new AuthError('description', 'The head of this request was not verified first');
        pending.delete(principal);
        await checkBody(
          bodyRule,
          { claims: principal.claims, payload: examined.token.payload },
          presented.request,
          bytes,
        );
        await remember(setting, examined);
        return examined;
      }),
  };
}

interface Setting {
  readonly jwt: JwtDescriptor;
  readonly rules: VerifyRules;
  readonly options: JwtVerifierOptions;
  readonly scheme: string;
  /** Unix seconds and fractions. */
  readonly now: () => number;
  readonly replay: ReplayCache;
}

/** A token that passed every check but those of the body and of having been seen. */
interface Pending {
  readonly token: CompactToken;
  readonly principal: JwtPrincipal;
  readonly owner: string;
  /** Scopes of the key. */
  readonly scopes: readonly string[];
  /** Values that are good once. */
  readonly once: readonly string[];
  /** Unix seconds up to which the token could be accepted. */
  readonly until: number;
}

function ownMemory({ onWarning }: JwtVerifierOptions): ReplayCache {
  return replayMemory(onWarning === undefined ? {} : { onWarning });
}

/** A limit that is no number would compare false with everything, and so hold nothing back. */
function limit(name: string, value: number | undefined): number | undefined {
  if (value === undefined || (Number.isFinite(value) && value >= 0)) return value;
  throw new AuthError('description', `${name}: a number that is not negative is needed`);
}

function secondsOf(clock: Clock): () => number {
  return () => {
    const now = clock.now() / 1000;
    if (Number.isFinite(now)) return now;
    throw new AuthError('description', 'The clock tells no time');
  };
}

async function judge(
  setting: Setting,
  run: () => Promise<Pending>,
): Promise<Verdict<JwtPrincipal>> {
  try {
    const { principal, scopes } = await run();
    // A key without any name was found by the principal of another scheme, and that one says who calls. The claims must
    // not: they differ from token to token, and answers are remembered under the caller.
    const caller = principal.caller ?? principal.project ?? principal.keyName ?? '';
    return { ok: true, principal, caller, scopes };
  } catch (error) {
    // Anything else is a fault of the setting or of a store, and the server's business.
    if (!(error instanceof TokenRefusal)) throw error;
    const { reason, detail } = error;
    setting.options.onReason?.({ scheme: setting.scheme, reason, detail });
    return reason === 'key-scope' ? { ok: false, reason, status: 403 } : { ok: false, reason };
  }
}

async function examine(setting: Setting, presented: Presented): Promise<Pending> {
  const { jwt, rules, options, now, scheme } = setting;
  const token = parseCompact(credentialText(presented), rules.maxBytes);
  const algorithm = acceptedAlgorithm(token.header, jwt.algorithms);
  const candidates = await findKeys(rules.key, options.keys, token.header, presented);
  const { key, name } = await checkKeys(candidates, token, algorithm);
  if (options.project !== undefined && key.project !== options.project) {
    refuse('key-project', 'the key belongs to another project');
  }
  const scopes = grantedScopes('keys', key);
  if (!presented.scopes.every((wanted) => scopes.includes(wanted))) {
    refuse('key-scope', 'the key does not carry a scope that the operation demands');
  }
  const claims = parseObject('claims', token.payload);
  const shared = scopeOf(token.header, presented);
  const once = [
    ...checkMembers({ part: 'header', members: token.header, ...shared }, rules.header),
    ...checkMembers({ part: 'claim', members: claims, ...shared }, rules.claims),
  ];
  checkAtLeastOne(claims, rules.atLeastOne);
  const until = checkTimes(claims, rules, now());
  const principal: JwtPrincipal = {
    ...(name === undefined ? {} : { keyName: name }),
    ...(key.project === undefined ? {} : { project: key.project }),
    ...(key.caller === undefined ? {} : { caller: key.caller }),
    claims,
  };
  const owner = JSON.stringify([scheme, key.project ?? '', name ?? key.caller ?? '']);
  return { token, principal, owner, scopes, once, until };
}

/** The one token that stands where the scheme says. */
function credentialText({ credentials }: Presented): string {
  const [text, ...others] = credentials;
  if (text === undefined || text.trim() === '')
    return refuse('credential-missing', 'there is no credential');
  if (others.length > 0) return refuse('credential-repeated', 'there are several credentials');
  return text;
}

function acceptedAlgorithm(
  header: JsonObject,
  accepted: JwtDescriptor['algorithms'],
): 'ES256' | 'EdDSA' {
  const algorithm = Object.hasOwn(header, 'alg') ? header['alg'] : undefined;
  if (typeof algorithm !== 'string')
    return refuse('algorithm-missing', 'the header names no algorithm');
  if (algorithm.toLowerCase() === 'none')
    return refuse('algorithm-none', 'the token is not signed');
  const known = accepted.find((each) => each === algorithm);
  return known ?? refuse('algorithm-not-accepted', 'the algorithm is not one of the description');
}

/** The first candidate whose signature it is. */
async function checkKeys(
  candidates: readonly Candidate[],
  token: CompactToken,
  algorithm: 'ES256' | 'EdDSA',
): Promise<Candidate> {
  let first: TokenRefusal | undefined;
  for (const candidate of candidates) {
    try {
      const ready = await verificationKey(candidate.key);
      if (ready.algorithm !== algorithm)
        refuse('algorithm-mismatch', 'the algorithm is not the one of the key');
      await checkSignature(token, algorithm, ready.key);
      // After the signature: nobody but the key's holder learns that it was revoked.
      if (candidate.key.revoked === true) refuse('key-revoked', 'the key was revoked');
      return candidate;
    } catch (error) {
      if (!(error instanceof TokenRefusal)) throw error;
      first ??= error;
    }
  }
  throw first ?? new TokenRefusal('key-unknown', 'there is no key');
}

function scopeOf(header: JsonObject, presented: Presented): Pick<Examined, 'scope' | 'facts'> {
  const facts = requestFacts(presented.request, presented.authority);
  return {
    facts,
    scope: (expression) => {
      if (expression.kind !== 'header')
        return requestExpression(expression, facts, presented.variables);
      return Object.hasOwn(header, expression.name) ? header[expression.name] : undefined;
    },
  };
}

async function remember({ replay, now }: Setting, { owner, once, until }: Pending): Promise<void> {
  for (const value of once) {
    const answer = await replay.remember(owner, value, until, now());
    if (answer === 'new') continue;
    if (answer === 'expired')
      refuse('token-forgotten', 'the token is older than the oldest one that is still remembered');
    // Whatever else a store may answer, the value is not known to be new.
    refuse(`${value.slice(0, value.indexOf(':'))}-replayed`, 'the token was used before');
  }
}
