import type { OperationDescriptor } from '../core/descriptor.js';
import type { WireRequest } from '../core/wire.js';

/** Path of an operation as the description declares it: `/kettles/{id}`. */
export function pathTemplate({ path, parameters = [] }: OperationDescriptor): string {
  const parts = path.map((part) =>
    typeof part === 'string' ? part : `{${parameters[part]?.name ?? ''}}`,
  );
  return parts.join('');
}

/**
 * URL of a request in a form that is safe to log: query parameters are reduced to their names, except the listed ones.
 *
 * Interceptors see requests before credentials are added, so the URL contains none.
 */
export function redactedUrl(
  { scheme, authority, target }: WireRequest,
  listedNames: readonly string[] = [],
): string {
  const [path = '', query] = splitOnce(target);
  if (query === undefined) return `${scheme}://${authority}${path}`;
  const pairs = query.split('&').map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return listedNames.includes(name) || !pair.includes('=') ? pair : `${name}=…`;
  });
  return `${scheme}://${authority}${path}?${pairs.join('&')}`;
}

function splitOnce(target: string): readonly [path: string, query?: string] {
  const at = target.indexOf('?');
  return at < 0 ? [target] : [target.slice(0, at), target.slice(at + 1)];
}
