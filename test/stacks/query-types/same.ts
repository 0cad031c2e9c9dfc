type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only if both types are equal. */
export function same<A, B>(..._: Equal<A, B> extends true ? [] : ['different', A, B]): void {}

/** Returns a function that compiles only for a value of exactly this type. */
export function exactly<A>(): <B>(
  value: B,
  ..._: Equal<A, B> extends true ? [] : ['different', A, B]
) => void {
  return () => {};
}
