export { defineConfig, type Config } from './config/define-config.js';
export { generate, inspect, lint } from './pipeline/generate.js';
export type { Checked, Diagnostic, Severity } from './core/diagnostic.js';
export type { Host } from './core/host.js';
export { renderDiagnostics } from './core/render-diagnostics.js';
export { diskHost } from './host/disk.js';
export { memoryHost, type MemoryHost } from './host/memory.js';
export type * from './pipeline/request.js';
export { generatorVersion } from './core/version.js';
