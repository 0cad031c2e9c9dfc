/** Bundles the generator unless `generator/dist` was built from the current sources. */
export function bundleIfStale(): Promise<void>;
