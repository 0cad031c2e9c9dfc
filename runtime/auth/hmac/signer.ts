import { systemTimers } from '../../core/clock.js';
import type { HmacDescriptor } from '../../core/descriptor.js';
import { headerValues, withHeader } from '../../core/headers.js';
import { keepSecrets } from '../../core/hidden-secrets.js';
import type { SecurityContext, Signer } from '../../core/security.js';
import type { WireRequest } from '../../core/wire.js';
import { AuthError } from '../error.js';
import {
  holdCredentials,
  type Given,
  type Held,
  type HmacCredentialOptions,
} from './credentials.js';
import { chosenForm, type Form } from './form.js';
import type { Later } from './later.js';
import { bodyAtHand, coversBody, requestValues } from './request-values.js';
import { signForm, type Covered } from './sign-form.js';

/**
 * Signs requests as `x-hmac` describes: each attempt anew, over the method, target and body bytes that are sent. The secret
 * appears in nothing that this object says about itself.
 *
 * @param credentials the parts that the scheme sends, and the secret; or a function that gives them for every attempt
 * @throws {AuthError} if a part is missing, the secret is not in its spelling, or the description is wrong
 */
export function hmacSigner(
  descriptor: HmacDescriptor,
  credentials: Given | ((request: WireRequest) => Later<Given>),
  options: HmacCredentialOptions = {},
): Signer {
  const { alternative, clock = systemTimers } = options;
  const form = chosenForm(descriptor, 'headers', alternative);
  const needs = coversBody(form.prehash) ? 'bytes' : 'head';
  const hold = holdCredentials<[WireRequest]>(descriptor, form, credentials);
  let latest: Held | undefined;
  const sign = async (request: WireRequest, context: SecurityContext): Promise<WireRequest> => {
    const held = await hold(request);
    latest = held;
    const body = bodyAtHand(needs === 'bytes' ? request.body : undefined);
    const covered = coveredHeaders(descriptor, form, request);
    const pairs = await signForm(descriptor, form, {
      held,
      now: clock.now(),
      ...(covered === undefined ? {} : { covered }),
      context,
      valueOf: await requestValues(form.prehash, request, body),
    });
    return {
      ...request,
      headers: pairs.reduce(
        (headers, [name, text]) => withHeader(headers, name, text),
        request.headers,
      ),
    };
  };
  const signer = Object.freeze({ needs, sign });
  const { secretPrefix = '' } = descriptor;
  keepSecrets(signer, () => [
    ...(latest?.secrets ?? []).flatMap((secret) =>
      secret.startsWith(secretPrefix) ? [secret, secret.slice(secretPrefix.length)] : [secret],
    ),
    latest?.passphrase,
  ]);
  return signer;
}

/**
 * The described headers and their values. One that the request does not have is left out where the names are sent, so that
 * the verifier knows.
 *
 * @throws {AuthError} for a header that is repeated, or missing where its absence could not be told
 */
function coveredHeaders(
  { signedHeaders = [], eventId }: HmacDescriptor,
  form: Form,
  request: WireRequest,
): Covered | undefined {
  if (!form.prehash.names.has('headers') && !form.prehash.names.has('headers.values'))
    return undefined;
  // The event's id is covered wherever the names of the covered headers are sent.
  const names =
    eventId === undefined || signedHeaders.includes(eventId) || !form.sends('headers')
      ? signedHeaders
      : [...signedHeaders, eventId];
  const found = names.flatMap((name) => {
    const [value, ...others] = headerValues(request.headers, name);
    if (others.length > 0)
      throw new AuthError(
        'parameter-format',
        `The header ${name} is repeated, so nobody can sign it`,
      );
    if (value !== undefined) return [[name, value] as const];
    if (form.sends('headers')) return [];
    throw new AuthError(
      'parameter-missing',
      `The header ${name} has to be signed, but is not sent`,
    );
  });
  return { names: found.map(([name]) => name), values: found.map(([, value]) => value) };
}
