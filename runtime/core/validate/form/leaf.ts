import { violate } from '../report.js';
import type { Demand } from './prepare.js';

/** Collects demands that a test decides. */
export interface Leaves<T> {
  readonly demands: Demand<T>[];
  /** Adds a demand, unless the keyword is absent. */
  add<Argument>(
    keyword: string,
    argument: Argument | undefined,
    fails: (value: T, argument: Argument) => boolean,
    expected: (argument: Argument) => string,
  ): void;
}

/** Begins a list of demands. */
export function leaves<T>(): Leaves<T> {
  const demands: Demand<T>[] = [];
  return {
    demands,
    add(keyword, argument, fails, expected) {
      if (argument === undefined) return;
      demands.push((value, at, place, report) => {
        if (fails(value, argument))
          violate(report, at, keyword, expected(argument), value, `${place}/${keyword}`);
      });
    },
  };
}
