import type { DiagnosticTypeData } from '../core/diagnostic.js';
import {
  dictionaryDuplicate,
  dictionaryMember,
  dictionaryReference,
} from './dictionary-diagnostics.js';
import { dictionaryTransport } from './import-fix.js';
import { dictionaryCycle } from './read-dictionary.js';
import { dictionaryType } from './read-fields.js';
import { dictionaryGroup, dictionaryRepetition } from './read-members.js';
import { xmlRefused, xmlSyntax } from './xml.js';

/** Diagnostics of FIX dictionaries. */
export const importDiagnostics: readonly DiagnosticTypeData[] = [
  dictionaryCycle,
  dictionaryDuplicate,
  dictionaryGroup,
  dictionaryMember,
  dictionaryReference,
  dictionaryRepetition,
  dictionaryTransport,
  dictionaryType,
  xmlRefused,
  xmlSyntax,
];
