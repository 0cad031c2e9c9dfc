import { systemTimers, type Clock } from '../../core/clock.js';
import type { HmacDescriptor } from '../../core/descriptor.js';
import type { DeliveryIdentity, SecurityContext, Verdict } from '../../core/security.js';
import { AuthError } from '../error.js';
import { grantedScopes } from '../key-record.js';
import type { ReplayCache, ReplayMemoryWarning } from '../replay.js';
import { formsOf, type SignatureLayout, type SignatureLocation } from './signature-layout.js';
import {
  findByName,
  findSecrets,
  type Candidate,
  type FindKeys,
  type HmacKeyLookup,
  type HmacKeyUse,
  type HmacSecretLookup,
} from './key-lookup.js';
import { readParts } from './read-parts.js';
import { refuse, SignatureRefusal, type HmacRefusalKind } from './refusal.js';
import { bytesOf } from './hmac.js';
import { coveredEvent } from './covered-event.js';
import { checkPassphrase } from './passphrase.js';
import { coversBody, type ValueOf } from './request-values.js';
import { prehashBytes, type SignedHeaders, type Texts } from './create-signature.js';
import { parseTimestamp } from './timestamp.js';

/** Principal of a signature. */
export interface HmacPrincipal<Scope extends string = string> {
  /** Name of the key; absent if signatures do not name it. */
  readonly keyName?: string;
  readonly project?: string;
  readonly caller?: string;
  /** Scopes of the key. */
  readonly scopes: readonly Scope[];
}

/** Options of all HMAC verifiers. */
export interface HmacVerifierSettings {
  readonly clock?: Clock;
  /** Accepted deviation of a timestamp in seconds, in both directions. Default: as described. */
  readonly tolerance?: number;
  /**
   * Rejects a signature that was seen before, for as long as its timestamp is accepted. Default: off. Two equal requests with the
   * same timestamp have the same signature, so that this requires timestamps with fractions of a second.
   */
  readonly replay?: ReplayCache | false;
  /** Called when the verifier's own replay memory is full. */
  readonly onWarning?: (warning: ReplayMemoryWarning) => void;
  /** Messages for the caller by kind of refusal. They override those of the description. */
  readonly refusals?: { readonly [Kind in HmacRefusalKind]?: string };
  /** Called with the reason of a refusal, for the log. It must not be sent to the caller. */
  readonly onReason?: (finding: HmacFinding) => void;
}

/** Options of a verifier of signatures that name their key. */
export interface HmacVerifierOptions<Scope extends string = string> extends HmacVerifierSettings {
  readonly keys: HmacKeyLookup<Scope>;
}

/** Options of a verifier of signatures that do not name their key. */
export interface HmacSecretOptions extends HmacVerifierSettings {
  readonly secrets: HmacSecretLookup;
}

/** Options of a verifier of signatures with a private key that they do not name. */
export interface HmacPublicKeyOptions extends HmacVerifierSettings {
  readonly publicKeys: HmacSecretLookup;
}

/** Options of a verifier of any scheme. */
export type AnyHmacOptions<Scope extends string> =
  | HmacVerifierOptions<Scope>
  | HmacSecretOptions
  | HmacPublicKeyOptions;

/** Reason of a refusal: a stable code, and a sentence that quotes nothing from the request. */
export interface HmacFinding {
  readonly scheme: string;
  readonly kind: HmacRefusalKind;
  readonly reason: string;
  readonly detail: string;
}

/** A prepared verifier of one scheme. */
export interface SignatureChecker<Scope extends string> {
  readonly forms: readonly SignatureLayout[];
  /** Checks everything that does not depend on the signed data. */
  begin(
    textsOf: (name: string) => readonly string[],
    scopes: readonly string[],
    use: HmacKeyUse,
  ): Promise<PendingCheck<Scope>>;
  /** Checks the signature, passphrase, scopes and replays. Returns the identity of a delivery. */
  finish(begun: PendingCheck<Scope>, signed: Signed): Promise<Finished<Scope>>;
  /** Converts the result of a check to a verdict. Errors other than refusals are configuration errors and are rethrown. */
  judge(run: () => Promise<Finished<Scope>>): Promise<Verdict<HmacPrincipal<Scope>>>;
}

/** A signature whose key is known, but that has not been verified yet. */
export interface PendingCheck<Scope extends string> {
  readonly form: SignatureLayout;
  readonly texts: Texts;
  readonly signatures: readonly string[];
  readonly candidates: readonly Candidate<Scope>[];
  readonly scopes: readonly string[];
  /** Unix seconds until which the signature could be accepted. */
  readonly until: number;
  readonly principal: HmacPrincipal<Scope>;
}

/** The principal, and the identity of the delivery if its receiver remembers deliveries. */
export interface Finished<Scope extends string> {
  readonly principal: HmacPrincipal<Scope>;
  readonly delivery?: DeliveryIdentity;
}

/** The signed data. */
export interface Signed {
  readonly covered?: SignedHeaders;
  readonly context: SecurityContext;
  readonly valueOf: ValueOf;
  /** The same for each other possible form of the request target. */
  readonly otherValues?: readonly ValueOf[];
  /** True if the caller of the verifier remembers handled deliveries itself. */
  readonly remembersDeliveries?: true;
}

/**
 * Prepares the verification of a scheme's signatures at one kind of location.
 *
 * @param memory remembers signatures unless the options contain a replay cache or the caller remembers deliveries itself
 * @throws {AuthError} `description` if the description or an option is invalid
 */
export function createSignatureChecker<Scope extends string>(
  descriptor: HmacDescriptor,
  location: SignatureLocation,
  options: AnyHmacOptions<Scope>,
  memory?: ReplayCache,
): SignatureChecker<Scope> {
  const forms = formsOf(descriptor, location);
  const { clock = systemTimers, onReason } = options;
  const replay = options.replay === false ? undefined : options.replay;
  const { timestamp, scheme } = descriptor;
  const tolerance = options.tolerance ?? timestamp?.tolerance ?? 0;
  if (!(Number.isFinite(tolerance) && tolerance >= 0))
    throw new AuthError('description', 'tolerance: must be a non-negative number');
  if (replay !== undefined && !forms.every((form) => form.sends('timestamp')))
    throw new AuthError('description', 'replay: signatures without a timestamp never expire');
  const find = keyFinder(descriptor, forms, options);
  const refusals = { ...descriptor.refusals, ...options.refusals };

  const remember = async (
    cache: ReplayCache,
    owner: string,
    signatures: readonly string[],
    until: number,
  ): Promise<void> => {
    for (const signature of signatures) {
      const result = await cache.remember(owner, signature, until, secondsOf(clock));
      if (result === 'expired')
        refuse(
          'timestamp',
          'timestamp-forgotten',
          'the timestamp is older than the oldest remembered signature',
        );
      if (result !== 'new') refuse('replay', 'signature-replayed', 'the signature was used before');
    }
  };

  return {
    forms,
    async begin(textsOf, scopes, use) {
      const { form, texts, signatures } = readParts(forms, textsOf);
      const until = acceptableUntil(texts.timestamp, timestamp, tolerance, secondsOf(clock));
      const candidates = await find(texts.key, use);
      const [first] = candidates;
      if (first === undefined) return refuse('key', 'key-unknown', 'no key was found');
      const { project, caller } = first.record;
      const granted = grantedScopes('keys', first.record);
      const principal: HmacPrincipal<Scope> = {
        ...(texts.key === undefined ? {} : { keyName: texts.key }),
        ...(project === undefined ? {} : { project }),
        ...(caller === undefined ? {} : { caller }),
        scopes: granted,
      };
      return { form, texts, signatures, candidates, scopes, until, principal };
    },
    async finish(begun, { covered, context, valueOf, otherValues = [], remembersDeliveries }) {
      const { form, texts, principal, until } = begun;
      let match: Awaited<ReturnType<typeof findMatch<Scope>>>;
      for (const values of [valueOf, ...otherValues]) {
        const bytes = prehashBytes(
          form,
          texts,
          covered,
          context,
          (name) =>
            // A value that the request does not contain cannot have been signed.
            values(name) ??
            refuse(
              'signature',
              'value-missing',
              `the request does not contain exactly one ${name}`,
            ),
        );
        match = await findMatch(descriptor, begun, bytes);
        if (match !== undefined) break;
      }
      if (match === undefined)
        return refuse(
          'signature',
          'signature-wrong',
          'the signature was made with another key or over other data',
        );
      const { record } = match.candidate;
      // Checked after the signature: only the owner of the key may learn that it is revoked, or its scopes.
      if (record.revoked === true) refuse('key', 'key-revoked', 'the key was revoked');
      await checkPassphrase(match.candidate.record, form, texts.passphrase);
      const granted: readonly string[] = grantedScopes('keys', record);
      if (!begun.scopes.every((scope) => granted.includes(scope)))
        refuse('scope', 'key-scope', 'the key lacks a required scope');
      const owner = JSON.stringify([scheme, principal.keyName ?? '']);
      const { signatures } = match;
      const event = coveredEvent(descriptor, form, { covered, valueOf });
      const delivery =
        remembersDeliveries === true && options.replay !== false
          ? deliveryOf(form, { owner, signatures, event, until })
          : undefined;
      const cache = replay ?? (delivery === undefined ? memory : undefined);
      if (cache !== undefined) await remember(cache, owner, signatures, until);
      return { principal, ...(delivery === undefined ? {} : { delivery }) };
    },
    async judge(run) {
      try {
        return acceptance(await run());
      } catch (error) {
        if (!(error instanceof SignatureRefusal)) throw error;
        const { kind, reason, detail } = error;
        onReason?.({ scheme, kind, reason, detail });
        const message = Object.hasOwn(refusals, kind) ? refusals[kind] : undefined;
        return {
          ok: false,
          reason,
          ...(kind === 'scope' ? { status: 403 } : {}),
          ...(message === undefined ? {} : { message }),
        };
      }
    },
  };
}

/**
 * Verifies that a timestamp differs from the clock by no more than the tolerance. Returns the Unix seconds until which a
 * signature with it is acceptable, or 0 if there is no timestamp.
 */
function acceptableUntil(
  text: string | undefined,
  timestamp: HmacDescriptor['timestamp'],
  tolerance: number,
  now: number,
): number {
  if (text === undefined || timestamp === undefined) return 0;
  const seconds = parseTimestamp(text, timestamp);
  if (seconds === undefined)
    return refuse('timestamp-format', 'timestamp-format', 'the timestamp cannot be read');
  const skew = Math.abs(now - seconds);
  if (skew <= tolerance) return seconds + tolerance;
  const side = seconds < now ? 'past' : 'ahead';
  return refuse(
    'timestamp',
    `timestamp-${side}`,
    `the timestamp differs by ${Math.round(skew)} s, and only ${tolerance} s are allowed`,
  );
}

/** Verdict on a request whose signature was accepted. */
function acceptance<Scope extends string>({
  principal,
  delivery,
}: Finished<Scope>): Verdict<HmacPrincipal<Scope>> {
  const caller = principal.caller ?? principal.project ?? principal.keyName ?? '';
  return {
    ok: true,
    principal,
    caller,
    scopes: principal.scopes,
    ...(delivery === undefined ? {} : { delivery }),
  };
}

/**
 * Returns the identity of a delivery: the id of its event, or its signature if that covers the body and a timestamp. Without a
 * timestamp, a signature is valid forever and equal for two events with equal bodies.
 */
function deliveryOf(
  form: SignatureLayout,
  { owner, signatures, event, until }: VerifiedDelivery,
): DeliveryIdentity | undefined {
  const isTimed = form.sends('timestamp');
  if (event === undefined && !(isTimed && coversBody(form.prehash))) return undefined;
  return {
    owner,
    signatures,
    ...(event === undefined ? {} : { event }),
    ...(isTimed ? { until } : {}),
  };
}

interface VerifiedDelivery {
  readonly owner: string;
  readonly signatures: readonly string[];
  readonly event: string | undefined;
  readonly until: number;
}

function keyFinder<Scope extends string>(
  descriptor: HmacDescriptor,
  forms: readonly SignatureLayout[],
  options: AnyHmacOptions<Scope>,
): FindKeys<Scope> {
  const named = forms.some((form) => form.sends('key'));
  if (descriptor.algorithm === 'ed25519') {
    if (!named && 'publicKeys' in options) return findSecrets(descriptor, options.publicKeys);
    throw new AuthError('description', 'The option "publicKeys" is required for these signatures');
  }
  if (named && 'keys' in options) return findByName(descriptor, options.keys);
  if (!named && 'secrets' in options) return findSecrets(descriptor, options.secrets);
  throw new AuthError(
    'description',
    named
      ? 'These signatures name their key: the option "keys" is required'
      : 'These signatures do not name their key: the option "secrets" is required',
  );
}

function secondsOf(clock: Clock): number {
  const now = clock.now() / 1000;
  if (Number.isFinite(now)) return now;
  throw new AuthError('description', 'The clock does not return a number');
}

/**
 * Returns the candidate that made one of the signatures, and all valid signatures, because a repetition may omit all but one. Every
 * pair is compared, each in constant time.
 */
async function findMatch<Scope extends string>(
  { encoding }: HmacDescriptor,
  { candidates, signatures, texts }: PendingCheck<Scope>,
  bytes: Uint8Array,
): Promise<Match<Scope> | undefined> {
  const length = texts['signature.length'];
  let match: Match<Scope> | undefined;
  for (const candidate of candidates) {
    const valid = await candidate.key.matching(bytes, signatures, encoding);
    const fitting = valid.filter(
      (signature) => length === undefined || length === String(bytesOf(signature).length),
    );
    if (fitting.length === 0) continue;
    match = {
      candidate: match?.candidate ?? candidate,
      signatures: [...(match?.signatures ?? []), ...fitting],
    };
    if (signatures.length === 1) break;
  }
  return match;
}

interface Match<Scope extends string> {
  readonly candidate: Candidate<Scope>;
  readonly signatures: readonly string[];
}
