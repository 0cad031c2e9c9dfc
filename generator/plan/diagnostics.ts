import type { DiagnosticTypeData } from '../core/diagnostic.js';
import { publicNameChanged } from './names/compare-locks.js';
import { enumStyle } from './enums.js';
import { invalidPublicName, unknownNameTarget } from './names/fixed-names.js';
import { paginationItems } from './operations.js';

/** Every diagnostic that the plan defines. */
export const planDiagnostics: readonly DiagnosticTypeData[] = [
  enumStyle,
  invalidPublicName,
  paginationItems,
  publicNameChanged,
  unknownNameTarget,
];
