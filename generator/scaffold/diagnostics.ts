import type { DiagnosticTypeData } from '../core/diagnostic.js';
import {
  scaffoldElsewhere,
  scaffoldHandlers,
  scaffoldRemoved,
  scaffoldSyntax,
  scaffoldUnseen,
} from './scaffold.js';

/** Diagnostics of server files. */
export const scaffoldDiagnostics: readonly DiagnosticTypeData[] = [
  scaffoldElsewhere,
  scaffoldHandlers,
  scaffoldRemoved,
  scaffoldSyntax,
  scaffoldUnseen,
];
