import type { HmacDescriptor } from '../../core/descriptor.js';
import { headerValues } from '../../core/headers.js';
import type { Presented, SecurityContext, Verdict, Verifier } from '../../core/security.js';
import type { WireRequest } from '../../core/wire.js';
import { AuthError } from '../error.js';
import type { ReplayCache } from '../replay.js';
import {
  examiner,
  type AnyHmacOptions,
  type Begun,
  type Finished,
  type HmacPrincipal,
} from './examine.js';
import { refuse } from './refusal.js';
import {
  bodyAtHand,
  coversBody,
  onlyHeader,
  requestValues,
  type ValueOf,
} from './request-values.js';
import type { Covered } from './sign-form.js';

/** A verifier that a server asks, or that is asked by itself. */
export interface HmacVerifier<Scope extends string = string> extends Verifier<
  HmacPrincipal<Scope>
> {
  /**
   * Verifies a request that no generated server receives, such as a delivery: method, target, headers and body bytes as they
   * came. A body that is a stream is to be read before.
   *
   * @throws {AuthError} `body-unbindable` for a stream
   */
  verify(
    request: Pick<WireRequest, 'method' | 'target' | 'otherTargets' | 'headers' | 'body'>,
    context?: Partial<SecurityContext>,
  ): Promise<Verdict<HmacPrincipal<Scope>>>;
}

/** Header names that one signature may cover. */
const mostCovered = 64;

/**
 * Verifies the signatures of requests as `x-hmac` describes: over the request target and the body's bytes as they came, before
 * anything is parsed. What is compared is compared in constant time, and what a caller may do is said only to
 * whoever holds the secret.
 *
 * @throws {AuthError} `description` if the description or a setting is wrong
 */
export function hmacVerifier<Scope extends string = string>(
  descriptor: HmacDescriptor,
  options: AnyHmacOptions<Scope>,
): HmacVerifier<Scope> {
  return rememberingVerifier(descriptor, options, undefined);
}

/** {@link hmacVerifier} with a memory for callers that do not remember deliveries themselves. */
export function rememberingVerifier<Scope extends string>(
  descriptor: HmacDescriptor,
  options: AnyHmacOptions<Scope>,
  memory: ReplayCache | undefined,
): HmacVerifier<Scope> {
  const examination = examiner<Scope>(descriptor, 'headers', options, memory);
  const { judge, begin, finish } = examination;
  const pending = new WeakMap<HmacPrincipal<Scope>, Begun<Scope>>();
  type Request = Pick<WireRequest, 'method' | 'target' | 'otherTargets' | 'headers'>;

  const start = (request: Request, scopes: readonly string[]): Promise<Begun<Scope>> =>
    begin((name) => headerValues(request.headers, name), scopes);
  const end = async (
    begun: Begun<Scope>,
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
    return judge(async () =>
      end(await start(request, []), request, bodyAtHand(request.body), { variables }),
    );
  };

  if (!examination.forms.some(({ prehash }) => coversBody(prehash))) {
    const head = (presented: Presented): Promise<Verdict<HmacPrincipal<Scope>>> =>
      judge(async () => {
        const begun = await start(presented.request, presented.scopes);
        return end(begun, presented.request, new Uint8Array(0), presented);
      });
    return { head, verify };
  }
  return {
    async head(presented) {
      const verdict = await judge(async () => {
        const begun = await start(presented.request, presented.scopes);
        pending.set(begun.principal, begun);
        return begun;
      });
      if (!verdict.ok) return verdict;
      // What the key is allowed is said once the signature was found good.
      return { ...verdict, scopes: [presented.scopes, ...(presented.scopeSets ?? [])].flat() };
    },
    body: (presented, bytes, principal) =>
      judge(async () => {
        const begun = pending.get(principal);
        if (begun === undefined)
          throw new AuthError('description', 'The head of this request was not verified first');
        pending.delete(principal);
        return end(begun, presented.request, bytes, presented);
      }),
    verify,
  };
}

/** The headers that the request says are covered, or those that always are. */
function coveredHeaders<Scope extends string>(
  { signedHeaders = [] }: HmacDescriptor,
  { form, texts }: Begun<Scope>,
  request: Pick<WireRequest, 'headers'>,
): Covered | undefined {
  if (!form.prehash.names.has('headers') && !form.prehash.names.has('headers.values'))
    return undefined;
  const names = texts.headers === undefined ? signedHeaders : listed(texts.headers);
  return {
    names,
    values: names.map(
      (name) =>
        onlyHeader(request, name) ??
        refuse('signature', 'header-missing', 'a covered header is not there once'),
    ),
  };
}

/** Names between single spaces, in lower case: whatever else would be signed as it stands, but read in two ways. */
function listed(text: string): readonly string[] {
  const names = text === '' ? [] : text.split(' ');
  if (names.length > mostCovered)
    refuse('credential', 'headers-too-many', 'too many headers are covered');
  if (!names.every((name) => /^[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(name)))
    refuse('credential', 'headers-format', 'the names of the covered headers are not spelt right');
  if (new Set(names).size !== names.length)
    refuse('credential', 'headers-format', 'a covered header is named twice');
  return names;
}
