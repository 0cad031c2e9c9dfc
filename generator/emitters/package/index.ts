import { defineEmitter, emitterApiVersion, type Emitter } from '../emitter.js';
import { emitIndex } from './index-file.js';
import { emitLicence } from './licence.js';
import { emitCommonJs, emitPackageManifest, emitTypeScriptConfig } from './manifest.js';
import { emitReadme } from './readme.js';

/** `index.ts`, and the files of a publishable package: its manifest, README and licence. */
export const packageEmitter: Emitter<object> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'package',
  plan: () => ({}),
  *emit(_part, { plan, pages, packageParts }) {
    const parts = packageParts();
    if (plan.package.kind !== 'sources') {
      yield emitPackageManifest(plan, parts);
      yield emitTypeScriptConfig(pages);
      if (plan.package.buildsCommonJs) yield* emitCommonJs();
      yield emitReadme(plan, parts, pages);
      yield emitLicence(plan, pages);
    }
    yield emitIndex(plan, parts);
  },
});
