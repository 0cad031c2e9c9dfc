import { defineRecoverableError, defineWarning } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';

/** An `operationId` that another operation has. The second is ignored. */
export const duplicateOperationId: DiagnosticType<{ default: { id: string } }> =
  defineRecoverableError('duplicate-operation-id', {
    default: ({ id }) => `the operationId "${id}" is used twice`,
  });

/** A tag that is declared twice. The second is ignored. */
export const duplicateTag: DiagnosticType<{ default: { name: string } }> = defineWarning(
  'duplicate-tag',
  { default: ({ name }) => `the tag "${name}" is declared twice` },
);
