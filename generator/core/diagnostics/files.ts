import type { DiagnosticType } from '../diagnostic.js';
import { defineError } from '../diagnostic.js';

/** A file that does not exist. */
export const missingFile: DiagnosticType<{ default: void; folder: void }> = defineError(
  'missing-file',
  {
    default: () => 'this file does not exist',
    folder: () => 'this is a folder, not a file',
  },
);

/** A file that is not UTF-8. */
export const invalidEncoding: DiagnosticType<{ default: { problem: string } }> = defineError(
  'invalid-encoding',
  { default: ({ problem }) => problem },
);
