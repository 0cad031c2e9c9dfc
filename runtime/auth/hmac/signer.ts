import { systemTimers } from '../../core/clock.js';
import type { HmacDescriptor } from '../../core/descriptor.js';
import { headerValues, withHeader } from '../../core/headers.js';
import { keepSecrets } from '../../core/hidden-secrets.js';
import type { SecurityContext, Signer } from '../../core/security.js';
import type { WireRequest } from '../../core/wire.js';
import { AuthError } from '../error.js';
import {
  prepareCredentials,
  type CredentialInput,
  type PreparedCredentials,
  type HmacCredentialOptions,
} from './credentials.js';
import { chosenForm, type SignatureLayout } from './signature-layout.js';
import type { Later } from './later.js';
import { bufferedBody, coversBody, requestValues } from './request-values.js';
import { createSignature, type SignedHeaders } from './create-signature.js';

/**
 * Creates a signer of requests, as described by `x-hmac`. Each attempt is signed separately, over the method, target and body bytes that
 * are sent. Printing the signer never shows the secret.
 *
 * @param credentials the secret and the other parts that the scheme sends, or a function that returns them for every attempt
 * @throws {AuthError} if a part is missing, the secret is malformed, or the description is invalid
 */
export function hmacSigner(
  descriptor: HmacDescriptor,
  credentials: CredentialInput | ((request: WireRequest) => Later<CredentialInput>),
  options: HmacCredentialOptions = {},
): Signer {
  const { alternative, clock = systemTimers } = options;
  const form = chosenForm(descriptor, 'headers', alternative);
  const needs = coversBody(form.prehash) ? 'bytes' : 'head';
  const prepare = prepareCredentials<[WireRequest]>(descriptor, form, credentials);
  let latest: PreparedCredentials | undefined;
  const sign = async (request: WireRequest, context: SecurityContext): Promise<WireRequest> => {
    const prepared = await prepare(request);
    latest = prepared;
    const body = bufferedBody(needs === 'bytes' ? request.body : undefined);
    const covered = coveredHeaders(descriptor, form, request);
    const pairs = await createSignature(descriptor, form, {
      credentials: prepared,
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
 * Returns the headers to sign with their values. A header that the request lacks is omitted if the names are sent, so that the
 * verifier knows about it.
 *
 * @throws {AuthError} for a repeated header, or a missing one whose absence the verifier could not know
 */
function coveredHeaders(
  { signedHeaders = [], eventId }: HmacDescriptor,
  form: SignatureLayout,
  request: WireRequest,
): SignedHeaders | undefined {
  if (!form.prehash.names.has('headers') && !form.prehash.names.has('headers.values'))
    return undefined;
  // The id of the event is always covered if the names of the covered headers are sent.
  const names =
    eventId === undefined || signedHeaders.includes(eventId) || !form.sends('headers')
      ? signedHeaders
      : [...signedHeaders, eventId];
  const found = names.flatMap((name) => {
    const [value, ...others] = headerValues(request.headers, name);
    if (others.length > 0)
      throw new AuthError(
        'parameter-format',
        `The header ${name} is repeated, so it cannot be signed`,
      );
    if (value !== undefined) return [[name, value] as const];
    if (form.sends('headers')) return [];
    throw new AuthError(
      'parameter-missing',
      `The header ${name} must be signed, but the request does not have it`,
    );
  });
  return { names: found.map(([name]) => name), values: found.map(([, value]) => value) };
}
