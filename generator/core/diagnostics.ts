import type { DiagnosticTypeData } from './diagnostic.js';
import { unnamedBranch } from './diagnostics/discriminators.js';
import { deprecationDate, invalidExtension, foreignPagination } from './diagnostics/extensions.js';
import { invalidEncoding, missingFile } from './diagnostics/files.js';
import { tooLarge } from './diagnostics/limits.js';
import {
  ignoredMember,
  invalidType,
  missingMember,
  omittedMember,
  unknownMember,
} from './diagnostics/members.js';
import { tooDeep, undeclaredVariable, unresolvedReference } from './diagnostics/references.js';
import { invalidValue, looseForm } from './diagnostics/values.js';

/** Diagnostics of several areas. */
export const coreDiagnostics: readonly DiagnosticTypeData[] = [
  deprecationDate,
  foreignPagination,
  ignoredMember,
  invalidEncoding,
  invalidExtension,
  invalidType,
  invalidValue,
  looseForm,
  missingFile,
  missingMember,
  omittedMember,
  tooDeep,
  tooLarge,
  undeclaredVariable,
  unknownMember,
  unnamedBranch,
  unresolvedReference,
];
