import type { DiagnosticTypeData } from '../core/diagnostic.js';
import { configModule, invalidHook } from './config.js';

/** Diagnostics of config files. */
export const configDiagnostics: readonly DiagnosticTypeData[] = [configModule, invalidHook];
