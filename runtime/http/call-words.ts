import type { OperationDescriptor } from '../core/descriptor.js';
import type { WireRequest } from '../core/wire.js';

/** The path of an operation as its description has it: `/kettles/{id}`. */
export function templateOf({ path, parameters = [] }: OperationDescriptor): string {
  const parts = path.map((part) =>
    typeof part === 'string' ? part : `{${parameters[part]?.name ?? ''}}`,
  );
  return parts.join('');
}

/**
 * The URL of a request as a log may have it: names of the query, but for those that are listed without their values. Credentials are not in
 * a request that an interceptor sees.
 */
export function urlOf(
  { scheme, authority, target }: WireRequest,
  shown: readonly string[] = [],
): string {
  const [path = '', query] = splitOnce(target);
  if (query === undefined) return `${scheme}://${authority}${path}`;
  const pairs = query.split('&').map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return shown.includes(name) || !pair.includes('=') ? pair : `${name}=…`;
  });
  return `${scheme}://${authority}${path}?${pairs.join('&')}`;
}

function splitOnce(target: string): readonly [path: string, query?: string] {
  const at = target.indexOf('?');
  return at < 0 ? [target] : [target.slice(0, at), target.slice(at + 1)];
}
