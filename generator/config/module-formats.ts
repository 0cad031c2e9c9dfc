import type { PackageRequest } from '../request.js';

/** What a list of formats asks for; `undefined` unless it is `esm`, or `esm` and `cjs`: a package is ESM, and may be CommonJS too. */
export function moduleFormats(listed: readonly unknown[]): PackageRequest['moduleFormats'] {
  const isKnown = listed.every((each) => each === 'esm' || each === 'cjs');
  if (!isKnown || !listed.includes('esm') || new Set(listed).size < listed.length) return undefined;
  return listed.includes('cjs') ? ['esm', 'cjs'] : ['esm'];
}
