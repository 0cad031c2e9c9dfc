import type { DiagnosticTypeData } from '../core/diagnostic.js';
import { noSecondOpinion, secondOpinion } from './asyncapi-parser.js';
import {
  overlayDocument,
  overlayTarget,
  overlayUnmatched,
  overlayUpdate,
} from './overlay/overlay.js';
import { changedReference, unlockedReference, unreachableReference } from './remote-document.js';
import { forbiddenReference } from './sources.js';
import { unsupportedOpenRpc } from './openrpc/convert.js';
import { severalBodies } from './swagger/operations.js';
import { unsupportedCollectionFormat } from './swagger/parameters.js';
import { duplicateKey, notJson, syntax, unknownTag } from './text-diagnostics.js';
import { aliasExpansion, invalidAlias, invalidKey, invalidMerge, mergeKey } from './yaml-value.js';
import { severalDocuments } from './yaml.js';

/** Diagnostics of reading documents. */
export const loadDiagnostics: readonly DiagnosticTypeData[] = [
  aliasExpansion,
  changedReference,
  duplicateKey,
  forbiddenReference,
  invalidAlias,
  invalidKey,
  invalidMerge,
  mergeKey,
  noSecondOpinion,
  notJson,
  overlayDocument,
  overlayTarget,
  overlayUnmatched,
  overlayUpdate,
  secondOpinion,
  severalBodies,
  severalDocuments,
  syntax,
  unknownTag,
  unlockedReference,
  unreachableReference,
  unsupportedCollectionFormat,
  unsupportedOpenRpc,
];
