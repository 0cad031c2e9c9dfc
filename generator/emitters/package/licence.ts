import type { Plan } from '../../plan/plan.js';
import { markdownLine } from '../../typescript/markdown.js';
import { render } from '../../printer/template.js';
import type { SourceFile } from '../../printer/source-file.js';
import mit from '../../../templates/package/licence-mit.hbs';

/** Emits `LICENSE`: the full text for MIT, otherwise the identifier in `package.json`. */
export function emitLicence(plan: Plan): SourceFile {
  const { license } = plan.package;
  const text = license === 'MIT' ? render(mit, {}) : `Licence: ${markdownLine(license)}\n`;
  return { kind: 'text', path: 'LICENSE', text };
}
