import { encodeBase64 } from '../base64.js';
import { encodeComponent, isDotSegment } from '../target.js';
import { addCookie, hasCookie } from './cookie.js';
import { CredentialError } from './credential-error.js';
import type { Place } from './credentials.js';
import { pathPlaceholder } from './path-placeholder.js';
import { placeInHeader, withCredential } from './place-in-header.js';

/** Places a credential wherever its scheme says. */
export const placeAnywhere: Place = (key, scheme, text, request, redactor) => {
  if (scheme.kind === 'http' && scheme.scheme.toLowerCase() === 'basic') {
    const value = `Basic ${encodeBase64(new TextEncoder().encode(text))}`;
    return withCredential(key, 'Authorization', value, request, redactor);
  }
  if (scheme.kind !== 'apiKey') return placeInHeader(key, scheme, text, request, redactor);
  switch (scheme.in) {
    case 'header':
      return placeInHeader(key, scheme, text, request, redactor);
    case 'cookie': {
      const { headers } = request;
      if (hasCookie(headers, scheme.name)) throw taken(key, 'cookie');
      const value = component(key, text).replace(cookieOctets, decodeURIComponent);
      return { ...request, headers: addCookie(headers, [`${scheme.name}=${value}`]) };
    }
    case 'query': {
      const start = `${encodeComponent(scheme.name)}=`;
      const [, query] = request.target.split('?', 2);
      if (query?.split('&').some((each) => `${each}=`.startsWith(start)) === true)
        throw taken(key, 'member of the query');
      const pair = start + component(key, text);
      const mark = query === undefined ? '?' : '&';
      return { ...request, target: request.target + mark + pair };
    }
    case 'path':
      return { ...request, target: fillPath(key, scheme.name, text, request.target) };
  }
};

/**
 * What a cookie's value carries as it is (RFC 6265 section 4.1.1), but for the percent sign: keys in Base64 are not changed, since not everybody
 * decodes a cookie.
 */
const cookieOctets = /%(?:2[134689AaBbDdEeFf]|3[AaDdCcEeFf]|40|5[BbDdEe]|60|7[BbCcDd])/g;

/** One name, two values: which of them is verified is not for chance to say. */
function taken(key: string, place: string): CredentialError {
  return new CredentialError(`the name of the credential "${key}" is that of another ${place}`);
}

function fillPath(key: string, name: string, text: string, target: string): string {
  if (isDotSegment(text)) {
    throw new CredentialError(`the credential "${key}" is a dot segment, which no path can carry`);
  }
  const [path = '', ...query] = target.split('?');
  const placeholder = pathPlaceholder(name);
  if (!path.includes(placeholder)) {
    throw new CredentialError(`the credential "${key}" has no place in the path`);
  }
  return [path.replaceAll(placeholder, () => component(key, text)), ...query].join('?');
}

function component(key: string, text: string): string {
  try {
    return encodeComponent(text);
  } catch {
    throw new CredentialError(`the credential "${key}" has characters that no URL can carry`);
  }
}
