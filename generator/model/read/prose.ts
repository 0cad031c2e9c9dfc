import type { SourceText } from '../../core/origin.js';
import { fixedProse, type Prose } from '../../core/prose.js';
import type { JsonObject } from './json.js';

/** The prose of a member, whose text is `text`. Only strings are followed, because a number is read as its literal text. */
export function proseIn(
  container: JsonObject,
  name: string,
  text: string,
  { prose }: Pick<SourceText, 'prose'>,
): Prose {
  return prose === undefined || typeof container[name] !== 'string'
    ? fixedProse(text)
    : prose.textOf(container, name);
}
