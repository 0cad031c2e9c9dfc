import type { Awaitable } from './server/options.js';

/**
 * Applies a function to a value or to what a promise resolves to. A plain value is processed synchronously, because an
 * unnecessary promise costs a request more than most of its checks.
 */
export function mapAwaitable<T, Result>(
  value: Awaitable<T>,
  next: (value: T) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
