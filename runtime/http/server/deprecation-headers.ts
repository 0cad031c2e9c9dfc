import type { DeprecationDescriptor } from '../../core/descriptor.js';
import { hasHeader } from '../../core/headers.js';
import type { WireResponse } from '../../core/wire.js';

/** A header of a deprecated operation. */
type Notice = readonly [name: string, value: string];

/**
 * Headers that tell callers of a deprecated operation since when it is deprecated (`Deprecation`, RFC 9745) and when it ends (`Sunset`, RFC
 * 8594). `Deprecation` must be a date: it is the beginning of 1970 if none is described.
 */
export function deprecationHeaders(
  deprecation: DeprecationDescriptor | undefined,
): readonly Notice[] {
  if (deprecation === undefined) return [];
  const { since, sunset } = deprecation;
  const seconds = since === undefined ? 0 : Math.floor(Date.parse(since) / 1000);
  return [
    ['Deprecation', `@${seconds}`],
    ...(sunset === undefined ? [] : [['Sunset', new Date(sunset).toUTCString()] as const]),
  ];
}

/** The response with the headers that its handler has not set. */
export function withNotice(response: WireResponse, notice: readonly Notice[]): WireResponse {
  const added = notice.flatMap((each) => (hasHeader(response.headers, each[0]) ? [] : each));
  return { ...response, headers: [...response.headers, ...added] };
}
