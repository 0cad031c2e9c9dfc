import type { OperationDescriptor } from '../core/descriptor.js';
import { asInvalidRequest, invalidRequest } from '../core/client/invalid-request.js';
import type { WireRequest } from '../core/wire.js';
import type { WebhookDescriptor } from './descriptor.js';
import { type CallbackSource, resolveAddress } from './expression.js';

/** Address of a webhook's receiver, optionally with its credentials, such as a secret shared with that receiver. */
export type WebhookTarget<Credentials extends object = object> =
  | string
  | URL
  | (TargetCredentials<Credentials> & { readonly url: string | URL });

/** Address of a callback, or the request that registered it, with its response if the address expression needs that. */
export type CallbackTarget<Source, Credentials extends object = object> =
  | WebhookTarget<Credentials>
  | (TargetCredentials<Credentials> & { readonly from: Source });

/** Credentials for one address. They override those of the sender. */
export interface TargetCredentials<Credentials extends object = object> {
  readonly credentials?: Credentials;
}

/** A parsed target. */
export interface ResolvedTarget {
  readonly url: URL;
  readonly credentials: object;
}

/**
 * Reads the target of a delivery.
 *
 * @throws {ApiError} `invalid-request` for anything but an HTTP
 * URL, or if a callback's source does not contain the address.
 */
export function readTarget(
  descriptor: WebhookDescriptor,
  target: CallbackTarget<CallbackSource>,
): ResolvedTarget {
  if (typeof target === 'string' || target instanceof URL)
    return { url: readAddress(descriptor, String(target)), credentials: {} };
  const { credentials = {} } = target;
  if ('url' in target) return { url: readAddress(descriptor, String(target.url)), credentials };
  return { url: readAddress(descriptor, addressFrom(descriptor, target.from)), credentials };
}

function addressFrom(descriptor: WebhookDescriptor, source: CallbackSource): string {
  let text: string | undefined;
  try {
    text = resolveAddress(descriptor.address ?? [], source);
  } catch (error) {
    throw asInvalidRequest(descriptor, error);
  }
  if (text !== undefined) return text;
  throw invalidRequest(
    descriptor,
    'the request that registered this callback does not contain its address',
  );
}

/** Parses an address. Error messages do not contain it, because it may be a secret. */
function readAddress(descriptor: OperationDescriptor, text: string): URL {
  const fault = (reason: string): Error => invalidRequest(descriptor, `the address ${reason}`);
  if (!URL.canParse(text)) throw fault('is not an absolute URL');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw fault('is neither http nor https');
  if (url.username !== '' || url.password !== '') throw fault('contains a user name or a password');
  url.hash = '';
  return url;
}

/** Directs a request to an address. The query of the request follows that of the address. */
export function directTo(url: URL, request: WireRequest): WireRequest {
  const [, requestQuery = ''] = request.target.split('?', 2);
  const query = [url.search.slice(1), requestQuery].filter((text) => text !== '').join('&');
  return {
    ...request,
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    authority: url.host,
    target: query === '' ? url.pathname : `${url.pathname}?${query}`,
  };
}
