/** A value, now or later: now where the platform signs without a promise. */
export type Later<Value> = Value | Promise<Value>;

/** Goes on with a value as soon as it is there, without a promise where it is there already. */
export function after<Value, Next>(
  value: Later<Value>,
  next: (value: Value) => Later<Next>,
): Later<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
