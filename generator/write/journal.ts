import type { FileRemoval, FileWrite } from './changes.js';
import { refusalOf } from './output-path.js';
import { manifestName } from './manifest-name.js';

/** What a run is about to do, in the order of doing: removals, then the staged files, the manifest last. */
export interface Journal {
  /** The staged file of each is its index. */
  readonly writes: readonly JournalWrite[];
  readonly removes: readonly FileRemoval[];
}

/** One file to be put in place: the digests of what it replaces and of what it will be. */
export interface JournalWrite {
  readonly path: string;
  readonly before?: string;
  readonly after: string;
}

/** The journal of these writes and removals. */
export function journalOf(writes: readonly FileWrite[], removes: readonly FileRemoval[]): Journal {
  return {
    writes: writes.map(({ path, before, after }) => ({
      path,
      ...(before === undefined ? {} : { before }),
      after,
    })),
    removes: removes.map(({ path, before }) => ({ path, before })),
  };
}

/** Reads a journal; `undefined` where the text is none, or names a place that no run would. */
export function parseJournal(text: string): Journal | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('writes' in value) || !('removes' in value))
    return undefined;
  const { writes, removes } = value;
  if (!Array.isArray(writes) || !writes.every(isWrite)) return undefined;
  if (!Array.isArray(removes) || !removes.every(isRemoval)) return undefined;
  return { writes, removes };
}

function isWrite(value: unknown): value is JournalWrite {
  if (!isPlace(value) || !('after' in value) || typeof value.after !== 'string') return false;
  return !('before' in value) || typeof value.before === 'string';
}

function isRemoval(value: unknown): value is FileRemoval {
  return isPlace(value) && 'before' in value && typeof value.before === 'string';
}

function isPlace(value: unknown): value is { readonly path: string } {
  if (typeof value !== 'object' || value === null || !('path' in value)) return false;
  const { path } = value;
  return typeof path === 'string' && (path === manifestName || refusalOf(path) === undefined);
}
