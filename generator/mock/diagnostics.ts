import type { DiagnosticTypeData } from '../core/diagnostic.js';
import { hiddenOperation, nothingToServe } from './mock.js';

/** Diagnostics of the command `mock`. */
export const mockDiagnostics: readonly DiagnosticTypeData[] = [hiddenOperation, nothingToServe];
