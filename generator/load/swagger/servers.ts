import type { Json } from '../../model/schema.js';
import { member } from '../json-object.js';
import type { UpgradeContext } from './upgrade-context.js';

/**
 * Builds Server Objects from the host, the base path and the schemes. Without schemes, the scheme is that of the description's URL, which
 * is unknown; `https` is assumed. Without a host, the URL is the base path, relative to the URL of the description.
 */
export function serversOf(
  context: UpgradeContext,
  schemes: readonly string[] | undefined,
  tokens: readonly string[],
): Json[] {
  const host = member(context.root, 'host');
  const basePath = member(context.root, 'basePath');
  const base = typeof basePath === 'string' ? basePath.replace(/\/$/, '') : '';
  const location = typeof host === 'string' ? ['host'] : ['basePath'];
  if (typeof host !== 'string')
    return base === '' ? [] : [context.sourceMap.put({ url: base }, location, { url: location })];
  return (schemes ?? ['https']).map((scheme, index) =>
    context.sourceMap.put(
      { url: `${scheme}://${host}${base}` },
      schemes ? [...tokens, String(index)] : location,
      {
        url: location,
      },
    ),
  );
}
