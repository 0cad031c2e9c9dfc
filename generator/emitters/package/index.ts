import { defineEmitter, emitterApiVersion, type Emitter, type PackagePart } from '../emitter.js';
import { emitCommonJs, emitPackageManifest, emitTypeScriptConfig } from './manifest.js';
import { emitReadme } from './readme.js';
import type { Plan } from '../../plan/plan.js';
import { markdownLine } from '../../typescript/markdown.js';
import type { Pages } from '../../printer/template.js';
import type { SourceFile } from '../../printer/source-file.js';
import mit from '../../../templates/package/licence-mit.hbs';
import { createFileScope } from '../../printer/file-scope.js';

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

/** Emits `LICENSE`: the full text for MIT, otherwise the identifier in `package.json`. */
function emitLicence(plan: Plan, pages: Pages): SourceFile {
  const { license } = plan.package;
  const text =
    license === 'MIT'
      ? pages.render('package/licence-mit', mit, {})
      : `Licence: ${markdownLine(license)}\n`;
  return { kind: 'text', path: 'LICENSE', text };
}

/** Emits `index.ts`: the exports of all emitters. */
function emitIndex(plan: Plan, parts: readonly PackagePart[]): SourceFile {
  const scope = createFileScope(plan, 'index.ts');
  return scope.finish(parts.flatMap(({ index }) => index ?? []));
}
