import type { HmacDescriptor } from '../../core/descriptor.js';
import { headerValues } from '../../core/headers.js';
import type { Presented, SecurityContext, Verdict, Verifier } from '../../core/security.js';
import type { WireRequest } from '../../core/wire.js';
import { AuthError } from '../error.js';
import { type ReplayCache, replayMemory } from '../replay.js';
import {
  createSignatureChecker,
  type AnyHmacOptions,
  type PendingCheck,
  type Finished,
  type HmacPrincipal,
} from './check-signature.js';
import { refuse } from './refusal.js';
import {
  bufferedBody,
  coversBody,
  onlyHeader,
  requestValues,
  type ValueOf,
} from './request-values.js';
import type { SignedHeaders } from './create-signature.js';

/** A verifier for a server, or for direct use. */
export interface HmacVerifier<Scope extends string = string> extends Verifier<
  HmacPrincipal<Scope>
> {
  /**
   * Verifies a request outside a generated server, such as a delivery: method, target, headers and body bytes as received. A streamed
   * body must be buffered first.
   *
   * @throws {AuthError} `body-unbindable` for a stream
   */
  verify(
    request: Pick<WireRequest, 'method' | 'target' | 'otherTargets' | 'headers' | 'body' | 'peer'>,
    context?: Partial<SecurityContext>,
  ): Promise<Verdict<HmacPrincipal<Scope>>>;
}

/** Maximum number of headers that a signature may cover. */
const maxCovered = 64;

/**
 * Creates a verifier of request signatures, as described by `x-hmac`. It uses the request target and the body bytes as received, before
 * anything is parsed. Comparisons take constant time, and the scopes of a key are only revealed to the owner of its secret.
 *
 * @throws {AuthError} `description` if the description or an option is invalid
 */
export function hmacVerifier<Scope extends string = string>(
  descriptor: HmacDescriptor,
  options: AnyHmacOptions<Scope>,
): HmacVerifier<Scope> {
  return rememberingVerifier(descriptor, options, undefined);
}

/** {@link hmacVerifier} with a replay memory, used for callers that do not remember deliveries themselves. */
function rememberingVerifier<Scope extends string>(
  descriptor: HmacDescriptor,
  options: AnyHmacOptions<Scope>,
  memory: ReplayCache | undefined,
): HmacVerifier<Scope> {
  const examine = createSignatureChecker<Scope>(descriptor, 'headers', options, memory);
  const { judge: checker, begin, finish } = examine;
  const pending = new WeakMap<HmacPrincipal<Scope>, PendingCheck<Scope>>();
  type Request = Pick<WireRequest, 'method' | 'target' | 'otherTargets' | 'headers'>;

  const start = (
    request: Request & Pick<WireRequest, 'peer'>,
    scopes: readonly string[],
    presented?: Presented,
  ): Promise<PendingCheck<Scope>> => {
    const { peer } = request;
    return begin((name) => headerValues(request.headers, name), scopes, {
      ...(peer === undefined ? {} : { peer }),
      ...(presented === undefined ? {} : { operation: presented.operation.id, presented }),
    });
  };
  const end = async (
    begun: PendingCheck<Scope>,
    request: Request,
    bytes: string | Uint8Array,
    context: SecurityContext & Pick<Presented, 'remembersDeliveries'>,
  ): Promise<Finished<Scope>> => {
    const covered = coveredHeaders(descriptor, begun, request);
    const valueOf = await requestValues(begun.form.prehash, request, bytes);
    const otherValues = (request.otherTargets ?? []).map(
      (target): ValueOf =>
        (name) =>
          name === 'target' ? target : valueOf(name),
    );
    const { names } = begun.form.prehash;
    return finish(begun, {
      ...(covered === undefined ? {} : { covered }),
      ...(context.remembersDeliveries === true ? { remembersDeliveries: true } : {}),
      context,
      valueOf,
      ...(names.has('target') ? { otherValues } : {}),
    });
  };
  const verify: HmacVerifier<Scope>['verify'] = (request, context = {}) => {
    const { variables = {} } = context;
    return checker(async () =>
      end(await start(request, []), request, bufferedBody(request.body), { variables }),
    );
  };

  if (!examine.forms.some(({ prehash }) => coversBody(prehash))) {
    const head = (presented: Presented): Promise<Verdict<HmacPrincipal<Scope>>> =>
      checker(async () => {
        const begun = await start(presented.request, presented.scopes, presented);
        return end(begun, presented.request, new Uint8Array(0), presented);
      });
    return { head, verify };
  }
  return {
    async head(presented) {
      const verdict = await checker(async () => {
        const begun = await start(presented.request, presented.scopes, presented);
        pending.set(begun.principal, begun);
        return begun;
      });
      if (!verdict.ok) return verdict;
      // The scopes of the key are only checked after the signature.
      return { ...verdict, scopes: [presented.scopes, ...(presented.scopeSets ?? [])].flat() };
    },
    body: (presented, bytes, principal) =>
      checker(async () => {
        const begun = pending.get(principal);
        if (begun === undefined)
          throw new AuthError(
            'description',
            'The head of this request must be verified before its body',
          );
        pending.delete(principal);
        return end(begun, presented.request, bytes, presented);
      }),
    verify,
  };
}

/** Returns the headers that the request declares as covered, or the fixed ones of the scheme. */
function coveredHeaders<Scope extends string>(
  { signedHeaders = [] }: HmacDescriptor,
  { form, texts }: PendingCheck<Scope>,
  request: Pick<WireRequest, 'headers'>,
): SignedHeaders | undefined {
  if (!form.prehash.names.has('headers') && !form.prehash.names.has('headers.values'))
    return undefined;
  const names = texts.headers === undefined ? signedHeaders : headerNames(texts.headers);
  return {
    names,
    values: names.map(
      (name) =>
        onlyHeader(request, name) ??
        refuse('signature', 'header-missing', 'a covered header does not occur exactly once'),
    ),
  };
}

/** Splits header names: single spaces, lower case. Any other form could be interpreted in two ways. */
function headerNames(text: string): readonly string[] {
  const names = text === '' ? [] : text.split(' ');
  if (names.length > maxCovered)
    refuse('credential', 'headers-too-many', 'too many headers are covered');
  if (!names.every((name) => /^[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(name)))
    refuse('credential', 'headers-format', 'the list of covered headers is malformed');
  if (new Set(names).size !== names.length)
    refuse('credential', 'headers-format', 'a covered header is named twice');
  return names;
}

/**
 * Creates a verifier of deliveries, like `hmacVerifier` for requests.
 *
 * A webhook receiver remembers handled deliveries itself; for it, the verifier returns the identity of each delivery. Otherwise, a
 * signature that was seen before is rejected for as long as its timestamp is accepted, and is remembered in this process.
 * `replay: false` disables both. Signatures without a timestamp are not remembered, because they would never expire.
 *
 * @throws {AuthError} `description` if the description or an option is invalid
 */
export function hmacDeliveryVerifier<Scope extends string = string>(
  descriptor: HmacDescriptor,
  options: AnyHmacOptions<Scope>,
): HmacVerifier<Scope> {
  const { replay, onWarning } = options;
  if (replay !== undefined || descriptor.timestamp === undefined)
    return rememberingVerifier(descriptor, options, undefined);
  const memory = replayMemory(onWarning === undefined ? {} : { onWarning });
  return rememberingVerifier(descriptor, options, memory);
}
