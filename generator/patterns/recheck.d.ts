/** Build of recheck in plain JavaScript, which has no type declarations. */
declare module 'recheck/lib/browser.js' {
  import type { check, checkSync } from 'recheck';

  const recheck: { readonly check: typeof check; readonly checkSync: typeof checkSync };
  export default recheck;
}
