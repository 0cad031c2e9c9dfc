import type { SchemeDescriptor } from '../descriptor.js';
import { hasHeader, headerValues } from '../headers.js';
import type { WireRequest } from '../wire.js';
import { decodeFormText, parseCookies, parsePairs } from './query.js';
import { decodeSegment } from './target.js';

/** Where one scheme's credential stands, and what a request shows there. */
export interface CredentialPlace {
  /** The same for schemes that read the same text. */
  readonly key: string;
  /** The scheme word of an `Authorization` header, in lower case; absent elsewhere. */
  readonly word?: string;
  /** Every text that stands there, as received. */
  read(sight: Sight): readonly string[];
  /** Whether the request shows a credential, where that is not a text. */
  shown?(sight: Sight): boolean;
}

/** What credentials are looked for in. */
export interface Sight {
  readonly request: WireRequest;
  readonly query: string | undefined;
  /** Raw text of a path parameter. */
  pathValue(name: string): string | undefined;
  readonly queryKeys: number;
}

/** The place of a scheme's credential. */
export function credentialPlace(scheme: SchemeDescriptor): CredentialPlace {
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
        shown: ({ request }) => request.peer?.certificate !== undefined,
      };
    case 'apiKey':
      return scheme.headers === undefined
        ? apiKeyPlace(scheme.in, scheme.name)
        : headersPlace(scheme.name, scheme.headers);
  }
}

function authorization(word: string): CredentialPlace {
  return {
    key: `authorization ${word}`,
    word,
    read: ({ request }) => headerValues(request.headers, 'authorization'),
  };
}

/** A credential whose parts stand in several headers is shown by any of them. */
function headersPlace(name: string, all: readonly string[]): CredentialPlace {
  return {
    key: `header ${name.toLowerCase()}`,
    read: ({ request }) => headerValues(request.headers, name),
    shown: ({ request }) => all.some((each) => hasHeader(request.headers, each)),
  };
}

function apiKeyPlace(where: 'header' | 'query' | 'cookie' | 'path', name: string): CredentialPlace {
  switch (where) {
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
        read: (sight) => {
          const raw = sight.pathValue(name);
          return raw === undefined ? [] : [decodeSegment(raw)];
        },
      };
  }
}

/** Clients encode what no cookie can carry; what is not so encoded stands for itself. */
function decodeCookie(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

/**
 * The texts that a scheme has to answer for. A line of `Authorization` belongs to the scheme whose word it
 * begins with; one whose word no scheme of the operation knows belongs to all of them, so that it is refused.
 */
export function presentedTexts(
  place: CredentialPlace,
  all: readonly CredentialPlace[],
  sight: Sight,
): readonly string[] {
  const texts = place.read(sight);
  if (place.word === undefined && place.key !== 'header authorization') return texts;
  const words = new Set(all.map(({ word }) => word));
  return texts.filter((text) => {
    const word = wordOf(text);
    return words.has(word) ? place.word === word : true;
  });
}

function wordOf(text: string): string {
  return (/^\S*/.exec(text.trimStart())?.[0] ?? '').toLowerCase();
}
