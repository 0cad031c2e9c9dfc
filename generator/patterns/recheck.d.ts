/** The build of recheck that is JavaScript alone; it comes without declarations of its own. */
declare module 'recheck/lib/browser.js' {
  import type { check, checkSync } from 'recheck';

  const recheck: { readonly check: typeof check; readonly checkSync: typeof checkSync };
  export default recheck;
}
