import { configDiagnostics } from '../config/diagnostics.js';
import type { DiagnosticTypeData } from '../core/diagnostic.js';
import { coreDiagnostics } from '../core/diagnostics.js';
import { emitterDiagnostics } from '../emitters/diagnostics.js';
import { importDiagnostics } from '../import/diagnostics.js';
import { rules, strictRules } from '../lint/rules/index.js';
import { loadDiagnostics } from '../load/diagnostics.js';
import { mockDiagnostics } from '../mock/diagnostics.js';
import { modelDiagnostics } from '../model/diagnostics.js';
import { readDiagnostics } from '../model/read/diagnostics.js';
import { optionsDiagnostics } from '../options/diagnostics.js';
import { planDiagnostics } from '../plan/diagnostics.js';
import { scaffoldDiagnostics } from '../scaffold/diagnostics.js';
import { migrateDiagnostics } from '../migrate/diagnostics.js';
import { upgradeDiagnostics } from '../upgrade/diagnostics.js';
import { writeDiagnostics } from '../write/diagnostics.js';
import { releaseDiagnostics } from '../release/diagnostics.js';
import { impossibleBrand } from './brands.js';
import { notCompared, unknownRevision } from './compare-versions.js';
import { codecModule, datesInMessages, unusedCodec } from './conversions.js';
import { enumSyntax, checkFilesFormat, importExtensions } from './project-settings.js';
import { hookFailed } from './hooks.js';
import { emitterConflict, emitterModule, unknownEmitter } from './load-emitter.js';
import { inlinedRuntime } from './inline-runtime.js';
import { invalidTemplate } from './load-templates.js';
import { nameLock } from './name-lock-file.js';
import { configDocument, outputShared } from './package-job.js';
import { outputInterrupted } from './package-run.js';
import { packageDescription } from './published-package.js';
import { emitterFailed } from './run-emitter.js';
import { scaffoldTarget } from './scaffold-file.js';

const pipelineDiagnostics: readonly DiagnosticTypeData[] = [
  codecModule,
  configDocument,
  datesInMessages,
  emitterConflict,
  emitterFailed,
  emitterModule,
  enumSyntax,
  hookFailed,
  impossibleBrand,
  checkFilesFormat,
  importExtensions,
  inlinedRuntime,
  invalidTemplate,
  nameLock,
  notCompared,
  outputInterrupted,
  outputShared,
  packageDescription,
  scaffoldTarget,
  unknownEmitter,
  unknownRevision,
  unusedCodec,
];

/**
 * The catalogue: every diagnostic by code, with its severity. It is the union of the lists of the areas, for tests, documentation and
 * editors. A run does not load it, because it loads every area.
 */
export const diagnosticTypes: ReadonlyMap<string, DiagnosticTypeData> = new Map(
  [
    ...configDiagnostics,
    ...coreDiagnostics,
    ...emitterDiagnostics,
    ...importDiagnostics,
    ...[...rules, ...strictRules].flatMap(({ diagnostics }) => diagnostics),
    ...loadDiagnostics,
    ...mockDiagnostics,
    ...modelDiagnostics,
    ...optionsDiagnostics,
    ...pipelineDiagnostics,
    ...planDiagnostics,
    ...readDiagnostics,
    ...releaseDiagnostics,
    ...scaffoldDiagnostics,
    ...migrateDiagnostics,
    ...upgradeDiagnostics,
    ...writeDiagnostics,
  ].map((type) => [type.code, type]),
);
