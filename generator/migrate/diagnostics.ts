import type { DiagnosticTypeData } from '../core/diagnostic.js';
import { migrateComputed, migrateSource, migrateUnknown } from './migrate-diagnostics.js';

/** Diagnostics of `tallystick migrate`. */
export const migrateDiagnostics: readonly DiagnosticTypeData[] = [
  migrateComputed,
  migrateSource,
  migrateUnknown,
];
