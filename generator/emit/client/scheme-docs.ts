import type { SecurityScheme } from '../../model/security.js';
import { type Code, commentLines, join } from '../code.js';

/** What a factory of a scheme says about itself: the description's words, and what it is for. */
export function schemeDocs({ description }: SecurityScheme, purpose: Code): readonly Code[] {
  if (description === undefined) return [purpose];
  return [join([join(commentLines(description.trim()), '\n'), purpose], '\n\n')];
}
