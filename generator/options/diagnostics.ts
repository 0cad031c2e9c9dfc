import type { DiagnosticTypeData } from '../core/diagnostic.js';
import { configMember, configValue } from './config-diagnostics.js';

/** Diagnostics of package options. */
export const optionsDiagnostics: readonly DiagnosticTypeData[] = [configMember, configValue];
