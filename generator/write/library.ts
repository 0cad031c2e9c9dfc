import type { Diagnostic } from '../core/diagnostic.js';
import type { Origin } from '../core/origin.js';

/**
 * Loads an optional library. Most runs do not need it, so the package does not install it. `needs` completes the sentence "… is not
 * installed, which … needs".
 */
export async function loadLibrary<T>(
  name: string,
  load: () => Promise<T>,
  { needs, origin }: { readonly needs: string; readonly origin: Origin },
): Promise<{ readonly library: T } | { readonly missing: Diagnostic }> {
  try {
    return { library: await load() };
  } catch (error) {
    if (!isMissing(error)) throw error;
    return {
      missing: {
        code: 'missing-library',
        severity: 'error',
        message: `"${name}" is not installed, which ${needs} needs`,
        origin,
        hint: `npm install --save-dev ${name}`,
      },
    };
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
