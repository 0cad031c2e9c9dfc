import type { DiagnosticTypeData } from '../core/diagnostic.js';
import { missingLibrary } from './library.js';
import {
  outputCase,
  outputSymlink,
  outputInDocuments,
  outputNotAFolder,
  outputOutside,
  outputPath,
} from './output-safety.js';
import { outputSyntax } from './verify.js';
import { outputEdited, outputForeign, outputManifest } from './write.js';

/** Diagnostics of output folders and files. */
export const writeDiagnostics: readonly DiagnosticTypeData[] = [
  missingLibrary,
  outputCase,
  outputEdited,
  outputForeign,
  outputInDocuments,
  outputManifest,
  outputNotAFolder,
  outputOutside,
  outputPath,
  outputSymlink,
  outputSyntax,
];
