import type { DiagnosticTypeData } from '../core/diagnostic.js';
import { invalidFeedAddress, unsupportedFeedAddress } from './feed-address.js';
import { documentsConflict } from './merge-apis.js';
import { namelessForm } from './named-forms.js';
import { unknownSelection } from './select.js';

/** Every diagnostic that the model defines, except those of its readers. */
export const modelDiagnostics: readonly DiagnosticTypeData[] = [
  documentsConflict,
  invalidFeedAddress,
  namelessForm,
  unknownSelection,
  unsupportedFeedAddress,
];
