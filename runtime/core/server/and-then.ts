import type { Awaitable } from './options.js';

/** Goes on with a value: at once where it is there, since promises that nobody needs cost a request more than most of its gates. */
export function andThen<T, Result>(
  value: Awaitable<T>,
  goOn: (value: T) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
