/** Bundles the generator unless `generator/dist` is made from these very sources. */
export function bundleIfStale(): Promise<void>;
