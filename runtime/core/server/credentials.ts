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
 * The values that a scheme has to answer for. A line of `Authorization` belongs to the scheme whose word it begins with, and its value is
 * what follows that word (RFC 9110, section 11.4); one whose word no scheme of the operation has is left to a key that stands in this header.
 */
export function presentedValues(
  place: CredentialPlace,
  all: readonly CredentialPlace[],
  sight: Sight,
): readonly string[] {
  const texts = place.read(sight);
  const { word } = place;
  if (word !== undefined)
    return texts.filter((text) => wordOf(text) === word).map((text) => valueAfter(word, text));
  if (place.key !== authorizationKey) return texts;
  const words = new Set(all.map((each) => each.word));
  return texts.filter((text) => !words.has(wordOf(text)));
}

/**
 * Whether a line of `Authorization` is there that no scheme of the operation reads: with another word than theirs, or none. It is refused,
 * though the operation may do without it, since every credential that is presented has to be good.
 */
export function presentsOtherScheme(all: readonly CredentialPlace[], sight: Sight): boolean {
  const words = new Set(all.flatMap(({ word }) => (word === undefined ? [] : [word])));
  if (words.size === 0 || all.some(({ key }) => key === authorizationKey)) return false;
  return headerValues(sight.request.headers, 'authorization').some(
    (text) => !words.has(wordOf(text)),
  );
}

function valueAfter(word: string, text: string): string {
  return text.trimStart().slice(word.length).replace(/^ +/, '');
}

/** The key of an `apiKey` scheme whose header is `Authorization`. */
const authorizationKey = 'header authorization';

function wordOf(text: string): string {
  return (/^\S*/.exec(text.trimStart())?.[0] ?? '').toLowerCase();
}
