import type { Plan } from '../../plan/plan.js';
import { markdownLine } from '../markdown.js';
import { render } from '../render.js';
import type { SourceFile } from '../source-file.js';
import mit from '../../../templates/licence-mit.hbs';

/** `LICENSE`: the whole text where it is MIT, else the name that package.json carries. */
export function emitLicence(plan: Plan): SourceFile {
  const { license } = plan.package;
  const text = license === 'MIT' ? render(mit, {}) : `Licence: ${markdownLine(license)}\n`;
  return { kind: 'text', path: 'LICENSE', text };
}
