/** A value, or a promise of it if the platform only signs asynchronously. */
export type Later<Value> = Value | Promise<Value>;

/** Applies a function to a value or to what a promise resolves to. A plain value is processed synchronously. */
export function after<Value, Next>(
  value: Later<Value>,
  next: (value: Value) => Later<Next>,
): Later<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
