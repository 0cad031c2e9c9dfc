/** Bundles the sandbox into `sandbox/dist`. */
export function buildSandbox(): Promise<void>;

/** Bundles the sandbox unless `sandbox/dist` was built from the current sources. */
export function buildSandboxIfStale(): Promise<void>;

/**
 * Writes the declarations of `sandbox/index.ts` into `sandbox/dist/types`.
 *
 * @throws {Error} if they import a package, which would not be installed
 */
export function declareSandbox(): void;
