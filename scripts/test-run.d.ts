/** True if a skipped test counts as failed: in CI, unless it may be that there is no shared folder. */
export function isFailureInCi(
  skipped: { readonly mayNeedShared: boolean },
  env?: Readonly<Record<string, string | undefined>>,
): boolean;
