import type { Plan } from '../plan/plan.js';
import { emitClient } from './client/client.js';
import { emitDescription } from './client/description.js';
import { emitOperations } from './client/operations.js';
import { emitIndex } from './package/index-file.js';
import { emitLicence } from './package/licence.js';
import { emitPackageManifest, emitTypeScriptConfig } from './package/manifest.js';
import { emitReadme } from './package/readme.js';
import { emitServer } from './server/server.js';
import { emitServerServices } from './server/service.js';
import type { SourceFile } from './source-file.js';
import { emitTypes } from './types/types.js';
import { emitValidators } from './validators/validators.js';

/** Every file of a package, or of a folder of sources inside somebody's own. Paths are relative to the output. */
export function emit(plan: Plan): readonly SourceFile[] {
  const sources = [
    ...emitTypes(plan),
    ...emitValidators(plan),
    ...emitDescription(plan),
    ...emitOperations(plan),
    emitClient(plan),
    ...emitServerServices(plan),
    ...emitServer(plan),
    emitIndex(plan),
  ].map((file) => ({ ...file, path: plan.package.sourceRoot + file.path }));
  if (plan.package.kind === 'sources') return sources;
  return [
    emitPackageManifest(plan),
    emitTypeScriptConfig(),
    emitReadme(plan),
    emitLicence(plan),
    ...sources,
  ];
}
