import type { FileRemoval, FileWrite } from './changes.js';
import { unsafePathReason } from './output-path.js';
import { manifestName } from './manifest-name.js';

/** The steps of a run in order: removals, then the staged files, the manifest last. */
export interface Journal {
  /** The name of each staged file is its index. */
  readonly writes: readonly JournalWrite[];
  readonly removes: readonly FileRemoval[];
}

/** One file to move to its target, with the digests of the old and the new content. */
export interface JournalWrite {
  readonly path: string;
  readonly before?: string;
  readonly after: string;
}

/** Creates a journal. */
export function createJournal(
  writes: readonly FileWrite[],
  removes: readonly FileRemoval[],
): Journal {
  return {
    writes: writes.map(({ path, before, after }) => ({
      path,
      ...(before === undefined ? {} : { before }),
      after,
    })),
    removes: removes.map(({ path, before }) => ({ path, before })),
  };
}

/** Parses a journal. Returns `undefined` if the text is malformed or contains an unsafe path. */
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
  if (!hasSafePath(value) || !('after' in value) || typeof value.after !== 'string') return false;
  return !('before' in value) || typeof value.before === 'string';
}

function isRemoval(value: unknown): value is FileRemoval {
  return hasSafePath(value) && 'before' in value && typeof value.before === 'string';
}

function hasSafePath(value: unknown): value is { readonly path: string } {
  if (typeof value !== 'object' || value === null || !('path' in value)) return false;
  const { path } = value;
  return (
    typeof path === 'string' && (path === manifestName || unsafePathReason(path) === undefined)
  );
}
