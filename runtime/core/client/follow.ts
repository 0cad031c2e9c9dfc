import type { OperationDescriptor } from '../descriptor.js';
import type { WireRequest } from '../wire.js';
import type { ClientConfig } from './client-config.js';
import { encodeComponent } from '../target.js';
import type { CallArguments } from './operation-call.js';

/** Location of the next page as a chain of URL references, each relative to the preceding one; the first to the first page. */
export interface Following {
  readonly references: readonly string[];
  /** Creates the error for a reference that is not followed. */
  readonly refuse: (reason: string) => Error;
}

/** Appends a reference to the chain and drops references that no longer have an effect. */
export function appendReference(references: readonly string[], next: string): readonly string[] {
  // A URL or an absolute path is sufficient by itself, because all pages have the same origin.
  if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(next)) return [next];
  return [...references.filter((reference) => !reference.startsWith('?')), next];
}

/**
 * Returns the request for a page that the server names by URL. It goes only to the origin of the list, with the list's headers
 * and credentials. Credentials in the query are removed from the URL and added again.
 *
 * @throws {Error} for an invalid URL or another origin.
 */
export function followTo(
  config: ClientConfig,
  operation: OperationDescriptor,
  request: WireRequest,
  { follow }: CallArguments,
): WireRequest {
  if (follow === undefined) return request;
  const { scheme, authority } = request;
  const first = new URL(`${scheme}://${authority}${request.target}`);
  let url = first;
  for (const reference of follow.references) {
    if (!URL.canParse(reference, url.href))
      throw follow.refuse('the reference to the next page is not a valid URL');
    url = new URL(reference, url);
  }
  if (url.origin !== first.origin || url.username !== '' || url.password !== '')
    throw follow.refuse(
      `the next page is at ${url.origin === 'null' ? url.protocol : url.origin}, but the list is at ${first.origin}`,
    );
  return { ...request, target: url.pathname + withoutCredentials(config, operation, url) };
}

function withoutCredentials(
  { description }: ClientConfig,
  { security = [] }: OperationDescriptor,
  { search }: URL,
): string {
  const used = security.flatMap((alternative) => Object.keys(alternative));
  const names = Object.entries(description.security).flatMap(([key, scheme]) =>
    used.includes(key) && scheme.kind === 'apiKey' && scheme.in === 'query'
      ? [encodeComponent(scheme.name)]
      : [],
  );
  const members = search.slice(1).split('&');
  const kept = members.filter((member) => !names.includes(member.split('=', 1)[0] ?? ''));
  return search === '' || kept.length === 0 ? '' : `?${kept.join('&')}`;
}
