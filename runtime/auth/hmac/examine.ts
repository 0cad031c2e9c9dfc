import { systemTimers, type Clock } from '../../core/clock.js';
import type { HmacDescriptor } from '../../core/descriptor.js';
import type { SecurityContext, Verdict } from '../../core/security.js';
import { AuthError } from '../error.js';
import type { ReplayCache } from '../replay.js';
import { timingSafeEqual } from '../timing-safe-equal.js';
import { formsOf, readSlot, type Form, type PartName, type Place } from './form.js';
import { bytesOf } from './hmac.js';
import {
  findByName,
  findSecrets,
  type Candidate,
  type FindKeys,
  type HmacKeyLookup,
  type HmacSecretLookup,
} from './key-lookup.js';
import { refuse, SignatureRefusal, type HmacRefusalKind } from './refusal.js';
import type { ValueOf } from './request-values.js';
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
  /** The rest: signature, passphrase, permissions, and whether it was seen before. */
  finish(begun: Begun<Scope>, signed: Signed): Promise<void>;
  /** Says what came of it; what is no refusal is a fault of the setting and thrown on. */
  judge(run: () => Promise<Begun<Scope>>): Promise<Verdict<HmacPrincipal<Scope>>>;
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

/** What a signature was made over. */
export interface Signed {
  readonly covered?: Covered;
  readonly context: SecurityContext;
  readonly valueOf: ValueOf;
  /** The same under each other spelling that the request may have had. */
  readonly otherValues?: readonly ValueOf[];
}

/** Signatures that one request may offer: more than one while a secret takes the place of another. */
const mostSignatures = 8;

/**
 * Prepares the verification of a scheme's signatures in one kind of place.
 *
 * @throws {AuthError} `description` if the description or a setting is wrong
 */
export function examiner<Scope extends string>(
  descriptor: HmacDescriptor,
  place: Place,
  options: HmacVerifierOptions<Scope> | HmacSecretOptions,
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

  return {
    forms,
    async begin(textsOf, scopes) {
      const { form, texts, signatures } = readParts(forms, textsOf);
      const until = checkTime(texts.timestamp);
      const candidates = await find(texts.key);
      const [first] = candidates;
      if (first === undefined) return refuse('key', 'key-unknown', 'there is no key');
      const { project, caller, scopes: granted = [] } = first.record;
      const principal: HmacPrincipal<Scope> = {
        ...(texts.key === undefined ? {} : { keyName: texts.key }),
        ...(project === undefined ? {} : { project }),
        ...(caller === undefined ? {} : { caller }),
        scopes: granted,
      };
      return { form, texts, signatures, candidates, scopes, until, principal };
    },
    async finish(begun, { covered, context, valueOf, otherValues = [] }) {
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
        refuse('signature', 'signature-wrong', 'not made with this key, or over something else');
      const { record } = found.candidate;
      // After the signature: nobody but the key's holder learns that it was revoked, or what it is allowed.
      if (record.revoked === true) refuse('key', 'key-revoked', 'the key was revoked');
      await checkPassphrase(found.candidate, form, texts.passphrase);
      const granted: readonly string[] = record.scopes ?? [];
      if (!begun.scopes.every((scope) => granted.includes(scope)))
        refuse('scope', 'key-scope', 'the key does not carry a scope that is demanded');
      if (replay === undefined) return;
      const owner = JSON.stringify([scheme, principal.keyName ?? '']);
      const answer = await replay.remember(owner, found.signature, until, secondsOf(clock));
      if (answer === 'full')
        refuse('replay', 'replay-memory-full', 'no more signatures can be remembered');
      if (answer !== 'new') refuse('replay', 'signature-replayed', 'it was used before');
    },
    async judge(run) {
      try {
        const { principal } = await run();
        const caller = principal.caller ?? principal.project ?? principal.keyName ?? '';
        return { ok: true, principal, caller, scopes: principal.scopes };
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

function finder<Scope extends string>(
  descriptor: HmacDescriptor,
  forms: readonly Form[],
  options: HmacVerifierOptions<Scope> | HmacSecretOptions,
): FindKeys<Scope> {
  const named = forms.some((form) => form.sends('key'));
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

interface Read {
  readonly form: Form;
  readonly texts: Texts;
  readonly signatures: readonly string[];
}

/** The parts of the first form whose signature is there. */
function readParts(forms: readonly Form[], textsOf: (name: string) => readonly string[]): Read {
  for (const form of forms) {
    const found = form.slots.flatMap((slot) => {
      const [text, ...others] = textsOf(slot.name);
      if (others.length > 0)
        refuse('credential', 'credential-repeated', `${slot.name} is there more than once`);
      return text === undefined ? [] : readSlot(slot, text);
    });
    const signatures = found.flatMap(([part, text]) => (part === 'signature' ? [text] : []));
    if (signatures.length === 0) continue;
    if (signatures.length > mostSignatures)
      refuse('credential', 'credential-repeated', 'there are too many signatures');
    return { form, texts: readTexts(form, found), signatures };
  }
  return refuse('credential', 'credential-missing', 'there is no signature');
}

function readTexts(form: Form, found: readonly (readonly [part: PartName, text: string])[]): Texts {
  const texts: { [Part in PartName]?: string } = {};
  for (const [part, text] of found) {
    if (part === 'signature') continue;
    if (texts[part] !== undefined)
      refuse('credential', 'credential-repeated', `${part} is there more than once`);
    texts[part] = text;
  }
  for (const { elements } of form.slots) {
    for (const { part } of elements) {
      if (part !== 'signature' && texts[part] === undefined)
        refuse('credential', 'credential-missing', `there is no ${part}`);
    }
  }
  return texts;
}

/** The candidate that made one of the signatures. Every pair is compared, each in constant time. */
async function matching<Scope extends string>(
  { encoding }: HmacDescriptor,
  { candidates, signatures, texts }: Begun<Scope>,
  bytes: Uint8Array,
): Promise<{ readonly candidate: Candidate<Scope>; readonly signature: string } | undefined> {
  const given = signatures.map(bytesOf);
  for (const candidate of candidates) {
    const signature = await candidate.signing.sign(bytes, encoding);
    const expected = bytesOf(signature);
    const length = texts['signature.length'];
    if (length !== undefined && length !== String(expected.length)) continue;
    if (given.some((text) => timingSafeEqual(text, expected))) return { candidate, signature };
  }
  return undefined;
}

async function checkPassphrase<Scope extends string>(
  { record, signing }: Candidate<Scope>,
  form: Form,
  given: string | undefined,
): Promise<void> {
  if (!form.sends('passphrase')) return;
  const { passphrase: known } = record;
  const right =
    typeof known === 'function'
      ? (await known(given ?? '')) === true
      : known !== undefined &&
        // Digests have one length, so that not even the length of the passphrase shows.
        timingSafeEqual(await signing.digest(known), await signing.digest(given ?? ''));
  if (!right) refuse('passphrase', 'passphrase-wrong', 'the passphrase is not that of the key');
}
