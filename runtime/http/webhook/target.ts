import type { OperationDescriptor } from '../../core/descriptor.js';
import { asInvalidRequest, invalidRequest } from '../../core/client/invalid-request.js';
import type { WireRequest } from '../../core/wire.js';
import type { WebhookDescriptor } from './descriptor.js';
import { type CallbackSource, resolveAddress } from './expression.js';

/** Where a webhook goes: its address, or the address with credentials of its own, such as the secret that its receiver knows. */
export type WebhookTarget<Credentials extends object = object> =
  | string
  | URL
  | (TargetCredentials<Credentials> & { readonly url: string | URL });

/** Where a callback goes: an address, or the request that set it up, with its answer where the address needs that. */
export type CallbackTarget<Source, Credentials extends object = object> =
  | WebhookTarget<Credentials>
  | (TargetCredentials<Credentials> & { readonly from: Source });

/** Credentials that are used for one address, in place of the sender's own or beside them. */
export interface TargetCredentials<Credentials extends object = object> {
  readonly credentials?: Credentials;
}

/** A target that was read. */
export interface Addressed {
  readonly url: URL;
  readonly credentials: object;
}

/**
 * Reads where a delivery goes.
 *
 * @throws {ApiError} `invalid-request` for what is no address of HTTP, or where a callback's source does not hold one
 */
export function readTarget(
  descriptor: WebhookDescriptor,
  target: CallbackTarget<CallbackSource>,
): Addressed {
  if (typeof target === 'string' || target instanceof URL)
    return { url: readAddress(descriptor, String(target)), credentials: {} };
  const { credentials = {} } = target;
  if ('url' in target) return { url: readAddress(descriptor, String(target.url)), credentials };
  return { url: readAddress(descriptor, found(descriptor, target.from)), credentials };
}

function found(descriptor: WebhookDescriptor, source: CallbackSource): string {
  let text: string | undefined;
  try {
    text = resolveAddress(descriptor.address ?? [], source);
  } catch (error) {
    throw asInvalidRequest(descriptor, error);
  }
  if (text !== undefined) return text;
  throw invalidRequest(descriptor, 'what set this callback up does not hold its address');
}

/** The message says nothing of the address, which may be a secret of whoever gave it. */
function readAddress(descriptor: OperationDescriptor, text: string): URL {
  const fault = (what: string): Error => invalidRequest(descriptor, `the address ${what}`);
  if (!URL.canParse(text)) throw fault('is no absolute URL');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw fault('is neither http nor https');
  if (url.username !== '' || url.password !== '') throw fault('holds a user or a password');
  url.hash = '';
  return url;
}

/** A request made for no particular place, sent to an address: its own query follows the one that the address has. */
export function sentTo(url: URL, request: WireRequest): WireRequest {
  const [, own = ''] = request.target.split('?', 2);
  const query = [url.search.slice(1), own].filter((text) => text !== '').join('&');
  return {
    ...request,
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    authority: url.host,
    target: query === '' ? url.pathname : `${url.pathname}?${query}`,
  };
}
