/** True if a skipped test counts as failed: in CI, unless the cause may be a missing shared folder. */
export function isFailureInCi(
  skipped: { readonly mayNeedShared: boolean },
  env?: Readonly<Record<string, string | undefined>>,
): boolean;
