import type { SecurityScheme } from '../../model/security.js';
import { type Code, commentLines, join } from '../../printer/code.js';

/** Doc comment of a scheme's factory: the description's prose, then the purpose. */
export function schemeDocs({ description }: SecurityScheme, purpose: Code): readonly Code[] {
  if (description === undefined) return [purpose];
  return [join([join(commentLines(description.trim()), '\n'), purpose], '\n\n')];
}
