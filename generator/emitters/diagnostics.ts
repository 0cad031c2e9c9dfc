import type { DiagnosticTypeData } from '../core/diagnostic.js';
import { bookOperation, missingBookOperation } from './feeds/feed-resync.js';
import { pathsView } from './paths/paths.js';
import { idleEmitter } from './plan-package.js';
import { zodLimit } from './zod/plan-zod.js';

/** Every diagnostic that emitters define. */
export const emitterDiagnostics: readonly DiagnosticTypeData[] = [
  bookOperation,
  idleEmitter,
  missingBookOperation,
  pathsView,
  zodLimit,
];
