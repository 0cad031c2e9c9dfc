import type { DiagnosticTypeData } from '../core/diagnostic.js';
import { invalidChangelog, releaseConfig, releaseRepository, releaseVersion } from './problems.js';

/** Diagnostics of releases. */
export const releaseDiagnostics: readonly DiagnosticTypeData[] = [
  invalidChangelog,
  releaseConfig,
  releaseRepository,
  releaseVersion,
];
