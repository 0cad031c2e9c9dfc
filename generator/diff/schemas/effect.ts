/** How the relation of a part affects that of the whole. */
export interface Effect {
  /** True if values that the part accepts are values that the whole rejects (`not`). */
  readonly isReversed: boolean;
  /** False if it does not matter whether the new part accepts what the old one accepts. */
  readonly needsOldInNew: boolean;
  readonly needsNewInOld: boolean;
}

/** The part must accept the same values. */
export const direct: Effect = { isReversed: false, needsOldInNew: true, needsNewInOld: true };

/** Text of an effect. */
export function effectKey({ isReversed, needsOldInNew, needsNewInOld }: Effect): string {
  return `${isReversed} ${needsOldInNew} ${needsNewInOld}`;
}

/** The effect of a part of a part. */
export function combinedEffect(outer: Effect, inner: Effect): Effect {
  const [oldInNew, newInOld] = outer.isReversed
    ? [inner.needsNewInOld, inner.needsOldInNew]
    : [inner.needsOldInNew, inner.needsNewInOld];
  return {
    isReversed: outer.isReversed !== inner.isReversed,
    needsOldInNew: outer.needsOldInNew && oldInNew,
    needsNewInOld: outer.needsNewInOld && newInOld,
  };
}
