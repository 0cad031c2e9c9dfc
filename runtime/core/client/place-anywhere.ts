import { encodeBase64 } from '../base64.js';
import { encodeComponent, isDotSegment } from '../target.js';
import { addCookie } from './cookie.js';
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
      const pair = `${scheme.name}=${component(key, text)}`;
      return { ...request, headers: addCookie(request.headers, [pair]) };
    }
    case 'query': {
      const pair = `${encodeComponent(scheme.name)}=${component(key, text)}`;
      const mark = request.target.includes('?') ? '&' : '?';
      return { ...request, target: request.target + mark + pair };
    }
    case 'path':
      return { ...request, target: fillPath(key, scheme.name, text, request.target) };
  }
};

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
