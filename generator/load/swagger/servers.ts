import type { Json } from '../../model/schema.js';
import { member, type Upgrading } from './upgrading.js';

/**
 * The Server Objects of a host, a base path and schemes. Without a scheme it is that of the description's own address,
 * which nobody knows: `https`. Without a host the base path stands alone, relative to where the description lies.
 */
export function serversOf(
  up: Upgrading,
  schemes: readonly string[] | undefined,
  tokens: readonly string[],
): Json[] {
  const host = member(up.root, 'host');
  const stated = member(up.root, 'basePath');
  const base = typeof stated === 'string' ? stated.replace(/\/$/, '') : '';
  const at = typeof host === 'string' ? ['host'] : ['basePath'];
  if (typeof host !== 'string')
    return base === '' ? [] : [up.places.put({ url: base }, at, { url: at })];
  return (schemes ?? ['https']).map((scheme, index) =>
    up.places.put(
      { url: `${scheme}://${host}${base}` },
      schemes ? [...tokens, String(index)] : at,
      {
        url: at,
      },
    ),
  );
}
