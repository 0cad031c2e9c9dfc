import type { DiagnosticTypeData } from '../core/diagnostic.js';
import { ignoredBinding } from './brokers/plan-bindings.js';
import { uncachedOperation, unknownQuery } from './calls/plan-queries.js';
import { jsonSchemaLimit } from '../json-schema/report-limits.js';
import { unfakableSchema } from './fakes/plan-fakes.js';
import { bookOperation, missingBookOperation } from './feeds/feed-resync.js';
import { unknownTool, untooledOperation } from './mcp/plan-mcp.js';
import { pathsView } from './paths/paths.js';
import { unfakedResponse } from './msw/plan-replies.js';
import { idleEmitter } from './plan-package.js';
import { untestedLink } from './tests/plan-links.js';
import { untestedOperation } from './tests/plan-tests.js';
import { schemaLimit } from './schema-terms/plan-terms.js';

/** Every diagnostic that emitters define. */
export const emitterDiagnostics: readonly DiagnosticTypeData[] = [
  bookOperation,
  idleEmitter,
  ignoredBinding,
  jsonSchemaLimit,
  missingBookOperation,
  pathsView,
  uncachedOperation,
  unfakableSchema,
  unfakedResponse,
  unknownQuery,
  unknownTool,
  untestedLink,
  untestedOperation,
  untooledOperation,
  schemaLimit,
];
