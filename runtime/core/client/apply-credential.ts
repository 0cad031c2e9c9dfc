import { encodeBase64 } from '../base64.js';
import { encodeComponent, isDotSegment } from '../target.js';
import { addCookie, hasCookie } from './encode-request.js';
import { type ApplyCredential, CredentialError } from './credentials.js';
import { pathPlaceholder } from '../parameters/path.js';
import { applyHeaderCredential, withHeaderCredential } from './header-credential.js';

/** Adds a credential to a request at the location that its scheme declares. */
export const applyCredential: ApplyCredential = (key, scheme, text, request, redactor) => {
  if (scheme.kind === 'http' && scheme.scheme.toLowerCase() === 'basic') {
    const pair = encodeBase64(new TextEncoder().encode(text));
    redactor.add(pair);
    redactor.add(text.slice(text.indexOf(':') + 1));
    return withHeaderCredential(key, 'Authorization', `Basic ${pair}`, request);
  }
  if (scheme.kind !== 'apiKey') return applyHeaderCredential(key, scheme, text, request, redactor);
  switch (scheme.in) {
    case 'header':
      return applyHeaderCredential(key, scheme, text, request, redactor);
    case 'cookie': {
      const { headers } = request;
      if (hasCookie(headers, scheme.name)) throw duplicateName(key, 'cookie');
      const value = component(key, text).replace(cookieOctets, decodeURIComponent);
      redactor.add(value);
      return { ...request, headers: addCookie(headers, [`${scheme.name}=${value}`]) };
    }
    case 'query': {
      const { target } = request;
      const name = encodeComponent(scheme.name);
      // Only the first question mark ends the path.
      const [path = '', ...query] = target.split('?');
      const members = query.join('?').split('&');
      if (members.some((member) => member.split('=', 1)[0] === name))
        throw duplicateName(key, 'member of the query');
      const value = component(key, text);
      redactor.add(value);
      const mark = target === path ? '?' : '&';
      return { ...request, target: `${target}${mark}${name}=${value}` };
    }
    case 'path': {
      const value = component(key, text);
      redactor.add(value);
      return { ...request, target: fillPath(key, scheme.name, text, value, request.target) };
    }
  }
};

/**
 * Percent-encoded characters that a cookie value may contain unencoded (RFC 6265 section 4.1.1), except the percent sign.
 * Keys in base64 therefore stay unchanged, because not every server decodes cookies.
 */
const cookieOctets = /%(?:2[134689AaBbDdEeFf]|3[AaDdCcEeFf]|40|5[BbDdEe]|60|7[BbCcDd])/g;

/** Error for a name with two values. Which of the two would be verified is undefined. */
function duplicateName(key: string, kind: string): CredentialError {
  return new CredentialError(`the credential "${key}" has the same name as another ${kind}`);
}

function fillPath(key: string, name: string, text: string, value: string, target: string): string {
  if (isDotSegment(text)) {
    throw new CredentialError(
      `the credential "${key}" is a dot segment, which is not allowed in a path`,
    );
  }
  const [path = '', ...query] = target.split('?');
  const placeholder = pathPlaceholder(name);
  if (!path.includes(placeholder)) {
    throw new CredentialError(`the path has no parameter for the credential "${key}"`);
  }
  return [path.replaceAll(placeholder, () => value), ...query].join('?');
}

function component(key: string, text: string): string {
  try {
    return encodeComponent(text);
  } catch {
    throw new CredentialError(
      `the credential "${key}" has characters that cannot be encoded in a URL`,
    );
  }
}
