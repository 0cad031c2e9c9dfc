import { createDiagnostic, defineError } from '../core/diagnostic.js';
import type { Diagnostic, DiagnosticType } from '../core/diagnostic.js';
import type { Origin } from '../core/origin.js';
import { platform } from '../platform/node.js';

/** An optional library that is not installed. */
export const missingLibrary: DiagnosticType<{ default: { name: string; needs: string } }> =
  defineError('missing-library', {
    default: ({ name, needs }) => `"${name}" is not installed, but ${needs} requires it`,
  });

/**
 * Loads an optional library. Most runs do not need it, so the package does not install it. `needs` completes the sentence "… is not
 * installed, but … requires it".
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
    const hint = platform.libraryHint(name);
    return { missing: createDiagnostic(missingLibrary.default({ name, needs }), origin, { hint }) };
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
