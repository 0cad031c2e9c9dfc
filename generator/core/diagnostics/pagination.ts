import { defineWarning } from '../diagnostic.js';
import type { DiagnosticType } from '../diagnostic.js';

/** A pagination extension of another tool that cannot be used. */
export const foreignPagination: DiagnosticType<{ default: { name: string; reason: string } }> =
  defineWarning('foreign-pagination', {
    default: ({ name, reason }) => `"${name}" is ignored: ${reason}`,
  });
