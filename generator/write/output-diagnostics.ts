import type { DiagnosticType } from '../core/diagnostic.js';
import { defineError } from '../core/diagnostic.js';

/** Files that are the same file on a disk that ignores case. */
export const outputCase: DiagnosticType<{
  existing: { planned: string };
  planned: { first: string; second: string };
}> = defineError('output-case', {
  existing: ({ planned }) =>
    `this is the same file as "${planned}" on a disk that ignores upper and lower case`,
  planned: ({ first, second }) =>
    `"${second}" and "${first}" are the same file on a disk that ignores upper and lower case`,
});

/** A path that leads through a symbolic link. */
export const outputSymlink: DiagnosticType<{ default: void }> = defineError('output-symlink', {
  default: () => 'the path leads through a symbolic link',
});
