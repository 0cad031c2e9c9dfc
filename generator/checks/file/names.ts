import type { Name } from '../../printer/code.js';
import type { FileScope } from '../../printer/source-file.js';

/** Names of functions and constants of one file. */
export interface FileNames {
  /** Creates a name: the first candidate that is free, or else the last with a number. */
  unique(candidates: readonly string[], taken?: ReadonlySet<string>): Name;
  /** Prevents later names from being this one. */
  take(name: Name): void;
  /** Prevents local constants, which are inside functions, from having a name. */
  reserve(name: Name): void;
  /** Names that are not free. */
  readonly taken: Set<string>;
  /** Names that local constants must not have. */
  readonly reserved: ReadonlySet<string>;
}

/** Creates the names of a file that exports some already. */
export function createFileNames(scope: FileScope, exported: Iterable<string>): FileNames {
  const own = new Set(exported);
  const reserved = new Set(own);
  // The first number to try for a name; lower ones are taken. Without it, thousands of equal names take quadratic time.
  const ownCounts = new Map<string, number>();
  const otherCounts = new Map<string, number>();
  return {
    taken: own,
    reserved,
    unique(candidates, taken = own) {
      const last = candidates.at(-1) ?? '';
      const isFree = (name: string): boolean => !own.has(name) && !taken.has(name);
      let name = candidates.find(isFree) ?? last;
      const counts = taken === own ? ownCounts : otherCounts;
      let count = counts.get(last) ?? 2;
      for (; !isFree(name); count += 1) name = `${last}${count}`;
      counts.set(last, count);
      own.add(name);
      const created = scope.local(name);
      reserved.add(created.text);
      own.add(created.text);
      return created;
    },
    take: ({ text }) => own.add(text),
    reserve: ({ text }) => reserved.add(text),
  };
}
