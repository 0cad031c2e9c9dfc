import { systemTimers, type Clock } from '../../core/clock.js';
import type { HmacDescriptor } from '../../core/descriptor.js';
import type { DeliveryIdentity, SecurityContext, Verdict } from '../../core/security.js';
import { AuthError } from '../error.js';
import { grantedScopes } from '../scopes.js';
import type { ReplayCache, ReplayMemoryWarning } from '../replay.js';
import { formsOf, type Form, type Place } from './form.js';
import {
  findByName,
  findSecrets,
  type Candidate,
  type FindKeys,
  type HmacKeyLookup,
  type HmacSecretLookup,
} from './key-lookup.js';
import { readParts } from './read-parts.js';
import { refuse, SignatureRefusal, type HmacRefusalKind } from './refusal.js';
import { bytesOf } from './hmac.js';
import { coveredEvent } from './covered-event.js';
import { checkPassphrase } from './passphrase.js';
import { coversBody, type ValueOf } from './request-values.js';
import { prehashBytes, type Covered, type Texts } from './sign-form.js';
import { parseTimestamp } from './timestamp.js';

/** Who made a signature. */
export interface HmacPrincipal<Scope extends string = string> {
  /** What the key is called; absent where signatures name none. */
  readonly keyName?: string;
  readonly project?: string;
  readonly caller?: string;
  /** What the key is allowed. */
  readonly scopes: readonly Scope[];
}

/** Settings that every verifier has. */
export interface HmacVerifierSettings {
  readonly clock?: Clock;
  /** Seconds that a timestamp may lie in the past or the future, in place of the description's. */
  readonly tolerance?: number;
  /**
   * Refuses a signature that was seen before, as long as its timestamp would let it pass. Off if absent: two equal requests of
   * the same moment have the same signature, so this is for clients whose timestamps have fractions.
   */
  readonly replay?: ReplayCache | false;
  /** Told when the memory that a verifier makes by itself is at its bound. */
  readonly onWarning?: (warning: ReplayMemoryWarning) => void;
  /** What the caller is told, in place of the description's words or beside them. */
  readonly refusals?: { readonly [Kind in HmacRefusalKind]?: string };
  /** Told why a signature was refused; for the log. Nothing of it may reach the caller. */
  readonly onReason?: (finding: HmacFinding) => void;
}

/** Settings of a verifier of signatures that name their key. */
export interface HmacVerifierOptions<Scope extends string = string> extends HmacVerifierSettings {
  readonly keys: HmacKeyLookup<Scope>;
}

/** Settings of a verifier of signatures that name no key. */
export interface HmacSecretOptions extends HmacVerifierSettings {
  readonly secrets: HmacSecretLookup;
}

/** Settings of a verifier of signatures that are made with a private key and name none. */
export interface HmacPublicKeyOptions extends HmacVerifierSettings {
  readonly publicKeys: HmacSecretLookup;
}

/** Settings of a verifier of any scheme. */
export type AnyHmacOptions<Scope extends string> =
  | HmacVerifierOptions<Scope>
  | HmacSecretOptions
  | HmacPublicKeyOptions;

/** Why a signature was refused: a stable code, and a sentence that quotes nothing of the request. */
export interface HmacFinding {
  readonly scheme: string;
  readonly kind: HmacRefusalKind;
  readonly reason: string;
  readonly detail: string;
}

/** A verifier of one scheme, prepared. */
export interface Examiner<Scope extends string> {
  readonly forms: readonly Form[];
  /** Everything that can be known before what is signed is. */
  begin(
    textsOf: (name: string) => readonly string[],
    scopes: readonly string[],
  ): Promise<Begun<Scope>>;
  /** The rest: signature, passphrase, permissions, and whether it was seen before. Returns what a delivery is known by. */
  finish(begun: Begun<Scope>, signed: Signed): Promise<Finished<Scope>>;
  /** Says what came of it; what is no refusal is a fault of the setting and thrown on. */
  judge(run: () => Promise<Finished<Scope>>): Promise<Verdict<HmacPrincipal<Scope>>>;
}

/** A signature whose key is known, and whether it is that key's is not. */
export interface Begun<Scope extends string> {
  readonly form: Form;
  readonly texts: Texts;
  readonly signatures: readonly string[];
  readonly candidates: readonly Candidate<Scope>[];
  readonly scopes: readonly string[];
  /** Unix seconds up to which it could be accepted. */
  readonly until: number;
  readonly principal: HmacPrincipal<Scope>;
}

/** Who signed, and what the delivery is known by if its receiver remembers deliveries. */
export interface Finished<Scope extends string> {
  readonly principal: HmacPrincipal<Scope>;
  readonly delivery?: DeliveryIdentity;
}

/** What a signature was made over. */
export interface Signed {
  readonly covered?: Covered;
  readonly context: SecurityContext;
  readonly valueOf: ValueOf;
  /** The same under each other spelling that the request may have had. */
  readonly otherValues?: readonly ValueOf[];
  /** True if who asks remembers deliveries, once they were handled. */
  readonly remembersDeliveries?: true;
}

/**
 * Prepares the verification of a scheme's signatures in one kind of place.
 *
 * @param memory where signatures are remembered unless the options name a memory, or whoever asks remembers deliveries itself
 * @throws {AuthError} `description` if the description or a setting is wrong
 */
export function examiner<Scope extends string>(
  descriptor: HmacDescriptor,
  place: Place,
  options: AnyHmacOptions<Scope>,
  memory?: ReplayCache,
): Examiner<Scope> {
  const forms = formsOf(descriptor, place);
  const { clock = systemTimers, onReason } = options;
  const replay = options.replay === false ? undefined : options.replay;
  const { timestamp, scheme } = descriptor;
  const tolerance = options.tolerance ?? timestamp?.tolerance ?? 0;
  if (!(Number.isFinite(tolerance) && tolerance >= 0))
    throw new AuthError('description', 'tolerance: a number that is not negative is needed');
  if (replay !== undefined && !forms.every((form) => form.sends('timestamp')))
    throw new AuthError('description', 'replay: signatures without a timestamp are good for ever');
  const find = finder(descriptor, forms, options);
  const refusals = { ...descriptor.refusals, ...options.refusals };

  const checkTime = (text: string | undefined): number => {
    if (text === undefined || timestamp === undefined) return 0;
    const seconds = parseTimestamp(text, timestamp);
    if (seconds === undefined)
      return refuse('timestamp-format', 'timestamp-format', 'the timestamp cannot be read');
    const now = secondsOf(clock);
    const skew = Math.abs(now - seconds);
    if (skew <= tolerance) return seconds + tolerance;
    const side = seconds < now ? 'past' : 'ahead';
    return refuse(
      'timestamp',
      `timestamp-${side}`,
      `the timestamp is ${Math.round(skew)} s off, and ${tolerance} s are allowed`,
    );
  };

  const remember = async (
    cache: ReplayCache,
    owner: string,
    signatures: readonly string[],
    until: number,
  ): Promise<void> => {
    for (const signature of signatures) {
      const answer = await cache.remember(owner, signature, until, secondsOf(clock));
      if (answer === 'expired')
        refuse(
          'timestamp',
          'timestamp-forgotten',
          'the timestamp is older than the oldest signature that is still remembered',
        );
      if (answer !== 'new') refuse('replay', 'signature-replayed', 'it was used before');
    }
  };

  return {
    forms,
    async begin(textsOf, scopes) {
      const { form, texts, signatures } = readParts(forms, textsOf);
      const until = checkTime(texts.timestamp);
      const candidates = await find(texts.key);
      const [first] = candidates;
      if (first === undefined) return refuse('key', 'key-unknown', 'there is no key');
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
      let found: Awaited<ReturnType<typeof matching<Scope>>>;
      for (const values of [valueOf, ...otherValues]) {
        const bytes = prehashBytes(
          form,
          texts,
          covered,
          context,
          (name) =>
            // What the request does not have cannot have been signed.
            values(name) ?? refuse('signature', 'value-missing', `there is no ${name}, or several`),
        );
        found = await matching(descriptor, begun, bytes);
        if (found !== undefined) break;
      }
      if (found === undefined)
        return refuse(
          'signature',
          'signature-wrong',
          'not made with this key, or over something else',
        );
      const { record } = found.candidate;
      // After the signature: nobody but the key's holder learns that it was revoked, or what it is allowed.
      if (record.revoked === true) refuse('key', 'key-revoked', 'the key was revoked');
      await checkPassphrase(found.candidate.record, form, texts.passphrase);
      const granted: readonly string[] = grantedScopes('keys', record);
      if (!begun.scopes.every((scope) => granted.includes(scope)))
        refuse('scope', 'key-scope', 'the key does not carry a scope that is demanded');
      const owner = JSON.stringify([scheme, principal.keyName ?? '']);
      const { signatures } = found;
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
        const { principal, delivery } = await run();
        const caller = principal.caller ?? principal.project ?? principal.keyName ?? '';
        return {
          ok: true,
          principal,
          caller,
          scopes: principal.scopes,
          ...(delivery === undefined ? {} : { delivery }),
        };
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
 * What a delivery is known by: its event's id, or its signature, if that covers the body and a moment. A signature that covers no moment
 * is good for ever, and the same for two events with equal bodies.
 */
function deliveryOf(
  form: Form,
  { owner, signatures, event, until }: Known,
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

interface Known {
  readonly owner: string;
  readonly signatures: readonly string[];
  readonly event: string | undefined;
  readonly until: number;
}

function finder<Scope extends string>(
  descriptor: HmacDescriptor,
  forms: readonly Form[],
  options: AnyHmacOptions<Scope>,
): FindKeys<Scope> {
  const named = forms.some((form) => form.sends('key'));
  if (descriptor.algorithm === 'ed25519') {
    if (!named && 'publicKeys' in options) return findSecrets(descriptor, options.publicKeys);
    throw new AuthError('description', 'These signatures need "publicKeys"');
  }
  if (named && 'keys' in options) return findByName(descriptor, options.keys);
  if (!named && 'secrets' in options) return findSecrets(descriptor, options.secrets);
  throw new AuthError(
    'description',
    named
      ? 'These signatures name their key: give "keys"'
      : 'These signatures name no key: give "secrets"',
  );
}

function secondsOf(clock: Clock): number {
  const now = clock.now() / 1000;
  if (Number.isFinite(now)) return now;
  throw new AuthError('description', 'The clock tells no time');
}

/**
 * The candidate that made one of the signatures, and all that are right: whoever sends the request again may leave out any but one. Every
 * pair is compared, each in constant time.
 */
async function matching<Scope extends string>(
  { encoding }: HmacDescriptor,
  { candidates, signatures, texts }: Begun<Scope>,
  bytes: Uint8Array,
): Promise<Match<Scope> | undefined> {
  const length = texts['signature.length'];
  let match: Match<Scope> | undefined;
  for (const candidate of candidates) {
    const right = await candidate.key.matching(bytes, signatures, encoding);
    const fitting = right.filter(
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
