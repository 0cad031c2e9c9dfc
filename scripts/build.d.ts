/** Bundles the generator unless `generator/dist` was built from the current sources. */
export function bundleIfStale(): Promise<void>;

/** Builds all packages as they are published, unless the last build was a release of the current sources. */
export function releaseIfStale(): Promise<void>;
