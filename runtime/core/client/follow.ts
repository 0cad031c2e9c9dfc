import type { OperationDescriptor } from '../descriptor.js';
import type { WireRequest } from '../wire.js';
import type { Connection } from './connection.js';
import { encodeComponent } from '../target.js';
import type { CallArguments } from './operation-call.js';

/** Where a page says that the next one is, seen from the first page: references, each of which is resolved against the one before. */
export interface Following {
  readonly references: readonly string[];
  /** The error of a place that is not gone to. */
  readonly refuse: (why: string) => Error;
}

/** Adds a reference to those that led to a page, and leaves out what no longer matters. */
export function followed(references: readonly string[], next: string): readonly string[] {
  // A URL or an absolute path says everything that counts, since all of it is at one origin.
  if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(next)) return [next];
  return [...references.filter((each) => !each.startsWith('?')), next];
}

/**
 * The request of a page that is followed to by a URL of the server's. It goes to the origin of the list and nowhere else, with the list's
 * headers and credentials; credentials that travel in the query are left out of the URL and put there again.
 *
 * @throws {Error} where the URL is none, or at another origin.
 */
export function followTo(
  connection: Connection,
  operation: OperationDescriptor,
  request: WireRequest,
  { follow }: CallArguments,
): WireRequest {
  if (follow === undefined) return request;
  const { scheme, authority } = request;
  const first = new URL(`${scheme}://${authority}${request.target}`);
  let url = first;
  for (const reference of follow.references) {
    if (!URL.canParse(reference, url.href)) throw follow.refuse('the next page is at no URL');
    url = new URL(reference, url);
  }
  if (url.origin !== first.origin || url.username !== '' || url.password !== '')
    throw follow.refuse(
      `the next page is at ${url.origin === 'null' ? url.protocol : url.origin}, and not at ${first.origin}`,
    );
  return { ...request, target: url.pathname + withoutCredentials(connection, operation, url) };
}

function withoutCredentials(
  { description }: Connection,
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
