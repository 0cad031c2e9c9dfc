import type { OperationDescriptor } from '../descriptor.js';
import { headerValues, withHeader } from '../headers.js';
import { prepareCookie } from '../parameters/cookie.js';
import type { EncodeCookies } from './capabilities.js';
import { ownMember } from './request-head.js';

/** Prepares the cookies of an operation. */
export function prepareCookies({ parameters = [] }: OperationDescriptor): EncodeCookies {
  const cookies = parameters.filter((parameter) => parameter.in === 'cookie');
  const prepared = cookies.map(
    (parameter) => [parameter.name, prepareCookie(parameter, cookies)] as const,
  );
  return (headers, values) => {
    const encoded = prepared.flatMap(([name, encode]) => encode(ownMember(values, name)));
    return Object.freeze(addCookie(headers, encoded));
  };
}

/** True if a request already has a cookie with this name. */
export function hasCookie(headers: readonly string[], name: string): boolean {
  return headerValues(headers, 'cookie').some((line) =>
    line.split(';').some((pair) => pair.trimStart().startsWith(`${name}=`)),
  );
}

/** Appends `name=value` pairs to the single `Cookie` header of a request (RFC 6265 section 5.4). */
export function addCookie(headers: readonly string[], pairs: readonly string[]): readonly string[] {
  if (pairs.length === 0) return headers;
  return withHeader(headers, 'Cookie', [...headerValues(headers, 'cookie'), ...pairs].join('; '));
}
