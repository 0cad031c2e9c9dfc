import { systemTimers, type Clock } from '../../core/clock.js';
import type { JwtDescriptor } from '../../core/descriptor.js';
import type { Presented, Verdict, Verifier } from '../../core/security.js';
import { AuthError } from '../error.js';
import { grantedScopes } from '../key-record.js';
import { checkBody } from './body-binding.js';
import { parseCompact, parseObject, type CompactToken, type JsonObject } from './compact.js';
import { findKeys, type Candidate, type KeyLookup } from './key-lookup.js';
import { checkAtLeastOne, checkMembers, type CheckedMembers } from './members.js';
import { refuse, TokenRefusal } from './refusal.js';
import { replayMemory, type ReplayCache, type ReplayMemoryWarning } from '../replay.js';
import { requestExpression, requestFacts } from './request-scope.js';
import { readRules, type VerifyRules } from './rules.js';
import { checkSignature } from './signature.js';
import { checkTimes } from './times.js';
import { verificationKey } from './verification-key.js';

/** Principal of a token, with its claims. */
export interface JwtPrincipal<Scope extends string = string> {
  /** Name of the key, from the token or from the list that contains it. */
  readonly keyName?: string;
  readonly project?: string;
  readonly caller?: string;
  /** Scopes of the key. */
  readonly scopes: readonly Scope[];
  readonly claims: JsonObject;
}

/** Options of {@link jwtVerifier}. The requirements for tokens are part of the description. */
export interface JwtVerifierOptions<Scope extends string = string> {
  readonly keys: KeyLookup<Scope>;
  /** The only project whose keys are accepted. Default: any. */
  readonly project?: string;
  readonly clock?: Clock;
  /** Remembers single-use values. Default: a memory in this process. */
  readonly replay?: ReplayCache;
  /** Called when the default memory is full. */
  readonly onWarning?: (warning: ReplayMemoryWarning) => void;
  /** Seconds that `nbf` and `iat` may be in the future. Default: as described. */
  readonly skew?: number;
  /** Maximum length of a token in characters. Default: as described. */
  readonly maxTokenLength?: number;
  /** Called with the reason of a refusal, for the log. It must not be sent to the caller. */
  readonly onReason?: (finding: JwtFinding) => void;
}

/** Reason of a refusal: a stable code, and a sentence that quotes nothing from the token. */
export interface JwtFinding {
  readonly scheme: string;
  readonly reason: string;
  readonly detail: string;
}

/**
 * Creates a verifier of tokens that `x-jwt` describes.
 *
 * It applies the description's rules and those that apply to every token (`docs/guide/extensions.md`). It ignores everything that the
 * token says about its own verification, and accepts single-use values only once, regardless of the token's encoding.
 *
 * @throws {AuthError} `description` if the rules are invalid, or a limit is not a number
 */
export function jwtVerifier<Scope extends string = string>(
  jwt: JwtDescriptor,
  options: JwtVerifierOptions<Scope>,
): Verifier<JwtPrincipal<Scope>> {
  const described = readRules(jwt);
  const rules: VerifyRules = {
    ...described,
    clockSkew: limit('skew', options.skew) ?? described.clockSkew,
    maxBytes: limit('maxTokenLength', options.maxTokenLength) ?? described.maxBytes,
  };
  const setting: Setting<Scope> = {
    jwt,
    rules,
    options,
    scheme: jwt.scheme ?? 'jwt',
    now: secondsOf(options.clock ?? systemTimers),
    replay: options.replay ?? ownMemory(options),
  };
  const pending = new WeakMap<JwtPrincipal<Scope>, Pending<Scope>>();

  const head = (presented: Presented): Promise<Verdict<JwtPrincipal<Scope>>> =>
    toVerdict(setting, async () => {
      const examined = await checkToken(setting, presented);
      if (rules.body === undefined) await remember(setting, examined);
      else pending.set(examined.principal, examined);
      return examined;
    });
  const { body: bodyRule } = rules;
  if (bodyRule === undefined) return { head };
  return {
    head,
    body: (presented, bytes, principal) =>
      toVerdict(setting, async () => {
        const examined = pending.get(principal);
        if (examined === undefined)
          throw new AuthError(
            'description',
            'The head of this request must be verified before its body',
          );
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

interface Setting<Scope extends string> {
  readonly jwt: JwtDescriptor;
  readonly rules: VerifyRules;
  readonly options: JwtVerifierOptions<Scope>;
  readonly scheme: string;
  /** Unix seconds and fractions. */
  readonly now: () => number;
  readonly replay: ReplayCache;
}

/** A token that passed every check except those of the body and of replays. */
interface Pending<Scope extends string> {
  readonly token: CompactToken;
  readonly principal: JwtPrincipal<Scope>;
  readonly owner: string;
  /** Scopes of the key. */
  readonly scopes: readonly Scope[];
  /** Single-use values. */
  readonly once: readonly string[];
  /** Unix seconds until which the token could be accepted. */
  readonly until: number;
}

function ownMemory({ onWarning }: JwtVerifierOptions): ReplayCache {
  return replayMemory(onWarning === undefined ? {} : { onWarning });
}

/** Validates a limit. NaN would compare false with everything, and so impose no limit. */
function limit(name: string, value: number | undefined): number | undefined {
  if (value === undefined || (Number.isFinite(value) && value >= 0)) return value;
  throw new AuthError('description', `${name}: must be a non-negative number`);
}

function secondsOf(clock: Clock): () => number {
  return () => {
    const now = clock.now() / 1000;
    if (Number.isFinite(now)) return now;
    throw new AuthError('description', 'The clock does not return a number');
  };
}

async function toVerdict<Scope extends string>(
  setting: Setting<Scope>,
  run: () => Promise<Pending<Scope>>,
): Promise<Verdict<JwtPrincipal<Scope>>> {
  try {
    const { principal, scopes } = await run();
    // An unnamed key was found through the principal of another scheme, which then identifies the caller. Claims must not identify
    // the caller: they differ between tokens, and responses are stored per caller.
    const caller = principal.caller ?? principal.project ?? principal.keyName ?? '';
    return { ok: true, principal, caller, scopes };
  } catch (error) {
    // Any other error is a configuration error or one of a store, which the server handles.
    if (!(error instanceof TokenRefusal)) throw error;
    const { reason, detail } = error;
    setting.options.onReason?.({ scheme: setting.scheme, reason, detail });
    return reason === 'key-scope' ? { ok: false, reason, status: 403 } : { ok: false, reason };
  }
}

async function checkToken<Scope extends string>(
  setting: Setting<Scope>,
  presented: Presented,
): Promise<Pending<Scope>> {
  const { jwt, rules, options, now, scheme } = setting;
  const token = parseCompact(credentialText(presented), rules.maxBytes);
  const algorithm = acceptedAlgorithm(token.header, jwt.algorithms);
  const candidates = await findKeys(rules.key, options.keys, token.header, presented);
  const { key, name } = await checkKeys(candidates, token, algorithm);
  if (options.project !== undefined && key.project !== options.project) {
    refuse('key-project', 'the key belongs to another project');
  }
  const scopes = grantedScopes<Scope>('keys', key);
  const held: readonly string[] = scopes;
  if (!presented.scopes.every((scope) => held.includes(scope))) {
    refuse('key-scope', 'the key lacks a scope that the operation requires');
  }
  const claims = parseObject('claims', token.payload);
  const shared = scopeOf(token.header, presented);
  const once = [
    ...checkMembers({ part: 'header', members: token.header, ...shared }, rules.header),
    ...checkMembers({ part: 'claim', members: claims, ...shared }, rules.claims),
  ];
  checkAtLeastOne(claims, rules.atLeastOne);
  const until = checkTimes(claims, rules, now());
  const principal: JwtPrincipal<Scope> = {
    ...(name === undefined ? {} : { keyName: name }),
    ...(key.project === undefined ? {} : { project: key.project }),
    ...(key.caller === undefined ? {} : { caller: key.caller }),
    scopes,
    claims,
  };
  const owner = JSON.stringify([scheme, key.project ?? '', name ?? key.caller ?? '']);
  return { token, principal, owner, scopes, once, until };
}

/** Returns the only token at the location that the scheme declares. */
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
  return known ?? refuse('algorithm-not-accepted', 'the description does not allow this algorithm');
}

/** Returns the first candidate that verifies the signature. */
async function checkKeys<Scope extends string>(
  candidates: readonly Candidate<Scope>[],
  token: CompactToken,
  algorithm: 'ES256' | 'EdDSA',
): Promise<Candidate<Scope>> {
  let first: TokenRefusal | undefined;
  for (const candidate of candidates) {
    try {
      const ready = await verificationKey(candidate.key);
      if (ready.algorithm !== algorithm)
        refuse('algorithm-mismatch', 'the algorithm is not that of the key');
      await checkSignature(token, algorithm, ready.key);
      // Checked after the signature: only the owner of the key may learn that it is revoked.
      if (candidate.key.revoked === true) refuse('key-revoked', 'the key was revoked');
      return candidate;
    } catch (error) {
      if (!(error instanceof TokenRefusal)) throw error;
      first ??= error;
    }
  }
  throw first ?? new TokenRefusal('key-unknown', 'no key was found');
}

function scopeOf(
  header: JsonObject,
  presented: Presented,
): Pick<CheckedMembers, 'scope' | 'facts'> {
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

async function remember<Scope extends string>(
  { replay, now }: Setting<Scope>,
  { owner, once, until }: Pending<Scope>,
): Promise<void> {
  for (const value of once) {
    const answer = await replay.remember(owner, value, until, now());
    if (answer === 'new') continue;
    if (answer === 'expired')
      refuse('token-forgotten', 'the token is older than the oldest remembered token');
    // Any other answer of a store means that the value is not known to be new.
    refuse(`${value.slice(0, value.indexOf(':'))}-replayed`, 'the token was used before');
  }
}
