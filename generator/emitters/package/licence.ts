import type { Plan } from '../../plan/plan.js';
import { markdownLine } from '../../typescript/markdown.js';
import type { Pages } from '../../printer/template.js';
import type { SourceFile } from '../../printer/source-file.js';
import mit from '../../../templates/package/licence-mit.hbs';

/** Emits `LICENSE`: the full text for MIT, otherwise the identifier in `package.json`. */
export function emitLicence(plan: Plan, pages: Pages): SourceFile {
  const { license } = plan.package;
  const text =
    license === 'MIT'
      ? pages.render('package/licence-mit', mit, {})
      : `Licence: ${markdownLine(license)}\n`;
  return { kind: 'text', path: 'LICENSE', text };
}
