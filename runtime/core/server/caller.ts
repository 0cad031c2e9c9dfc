import type { Authenticated } from './authenticate.js';
import { stableJson } from '../stable-json.js';

/** Identity of the caller under every scheme that authenticated the request. */
export function callerOf({
  principals,
  callers,
}: Pick<Authenticated, 'principals' | 'callers'>): string {
  const names = Object.keys(principals).map((scheme) => [
    scheme,
    callers[scheme] ?? principals[scheme],
  ]);
  return stableJson(names);
}
