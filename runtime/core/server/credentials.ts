import type { SchemeDescriptor } from '../descriptor.js';
import { hasHeader, headerValues } from '../headers.js';
import type { WireRequest } from '../wire.js';
import { decodeFormText, parseCookies, parsePairs } from './query.js';
import { decodeSegment } from './target.js';

/** Location of a scheme's credential in requests. */
export interface CredentialLocation {
  /** Identifies the location. Schemes that read the same text have the same key. */
  readonly key: string;
  /** Scheme name in the `Authorization` header, in lower case; absent for other locations. */
  readonly authScheme?: string;
  /** Reads all texts at this location, as received. */
  read(source: CredentialSource): readonly string[];
  /** True if the request has a credential here. Present only if the credential is not a single text. */
  isPresent?(source: CredentialSource): boolean;
}

/** Parts of a request that may contain credentials. */
export interface CredentialSource {
  readonly request: WireRequest;
  readonly query: string | undefined;
  /** Returns the raw text of a path parameter. */
  pathValue(name: string): string | undefined;
  readonly queryKeys: number;
}

/** Returns the location of a scheme's credential. */
export function credentialLocation(scheme: SchemeDescriptor): CredentialLocation {
  switch (scheme.kind) {
    case 'http':
      return authorization(scheme.scheme.toLowerCase());
    case 'oauth2':
    case 'openIdConnect':
      return authorization('bearer');
    case 'mutualTLS':
      return {
        key: 'certificate',
        read: () => [],
        isPresent: ({ request }) => request.peer?.certificate !== undefined,
      };
    case 'apiKey':
      return scheme.headers === undefined
        ? apiKeyLocation(scheme.in, scheme.name)
        : headersLocation(scheme.name, scheme.headers);
  }
}

function authorization(authScheme: string): CredentialLocation {
  return {
    key: `authorization ${authScheme}`,
    authScheme,
    read: ({ request }) => headerValues(request.headers, 'authorization'),
  };
}

/** Location of a credential with parts in several headers. Any of them counts as presenting it. */
function headersLocation(name: string, all: readonly string[]): CredentialLocation {
  return {
    key: `header ${name.toLowerCase()}`,
    read: ({ request }) => headerValues(request.headers, name),
    isPresent: ({ request }) => all.some((each) => hasHeader(request.headers, each)),
  };
}

function apiKeyLocation(
  location: 'header' | 'query' | 'cookie' | 'path',
  name: string,
): CredentialLocation {
  switch (location) {
    case 'header':
      return {
        key: `header ${name.toLowerCase()}`,
        read: ({ request }) => headerValues(request.headers, name),
      };
    case 'query':
      return {
        key: `query ${name}`,
        read: ({ query, queryKeys }) =>
          parsePairs(query, queryKeys, 'query')
            .filter((pair) => pair.name === name)
            .map((pair) => decodeFormText(pair.raw, 'query')),
      };
    case 'cookie':
      return {
        key: `cookie ${name}`,
        read: ({ request }) =>
          parseCookies(request.headers)
            .filter((pair) => pair.name === name)
            .map((pair) => decodeCookie(pair.raw)),
      };
    case 'path':
      return {
        key: `path ${name}`,
        read: (source) => {
          const raw = source.pathValue(name);
          return raw === undefined ? [] : [decodeSegment(raw)];
        },
      };
  }
}

/** Decodes a cookie value. Clients encode characters that a cookie cannot contain; a value that is not encoded is kept. */
function decodeCookie(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

/**
 * Returns the values that a scheme must verify. A line of `Authorization` belongs to the scheme that it starts with, and its
 * value is the text after the scheme name (RFC 9110 section 11.4). A line with a scheme that the operation does not use is left
 * to an API key in this header.
 */
export function presentedValues(
  location: CredentialLocation,
  all: readonly CredentialLocation[],
  source: CredentialSource,
): readonly string[] {
  const texts = location.read(source);
  const { authScheme } = location;
  if (authScheme !== undefined)
    return texts
      .filter((text) => authSchemeOf(text) === authScheme)
      .map((text) => valueAfterScheme(authScheme, text));
  if (location.key !== authorizationKey) return texts;
  const authSchemes = new Set(all.map((each) => each.authScheme));
  return texts.filter((text) => !authSchemes.has(authSchemeOf(text)));
}

/**
 * True if the request has an `Authorization` line with a scheme that the operation does not use, or without a scheme. Such a
 * request is rejected even if no credential is required, because every credential in a request must be valid.
 */
export function presentsOtherScheme(
  all: readonly CredentialLocation[],
  source: CredentialSource,
): boolean {
  const authSchemes = new Set(
    all.flatMap(({ authScheme }) => (authScheme === undefined ? [] : [authScheme])),
  );
  if (authSchemes.size === 0 || all.some(({ key }) => key === authorizationKey)) return false;
  return headerValues(source.request.headers, 'authorization').some(
    (text) => !authSchemes.has(authSchemeOf(text)),
  );
}

function valueAfterScheme(authScheme: string, text: string): string {
  return text.trimStart().slice(authScheme.length).replace(/^ +/, '');
}

/** Key of an `apiKey` scheme that uses the header `Authorization`. */
const authorizationKey = 'header authorization';

function authSchemeOf(text: string): string {
  return (/^\S*/.exec(text.trimStart())?.[0] ?? '').toLowerCase();
}
