import { isPattern } from '../core/pattern-flags.js';

/**
 * Returns a pattern that is valid with the flag `u`, with which validators of JSON Schema compile patterns: the pattern itself, or one
 * that escapes what is only valid without the flag. `undefined` if there is none.
 *
 * @example unicodePattern('^[\\w-.]+\\-{$') // '^[\\w\\-.]+-\\{$'
 */
export function unicodePattern(pattern: string): string | undefined {
  if (isPattern(pattern, 'u')) return pattern;
  // These mean something else without the flag.
  if (/\\(?:[pPk]|u\{)/.test(pattern)) return undefined;
  const rewritten = rewrite(pattern);
  return isPattern(rewritten, 'u') ? rewritten : undefined;
}

const token = /\\[^]|\{\d+(?:,\d*)?\}|[^]/gy;
const keptEscape = /^\\[\^$\\.*+?()[\]{}|/dDwWsSbBnrtfv0-9cxu]/;
const characterClass = /^\\[dDwWsS]/;

function rewrite(pattern: string): string {
  const tokens = pattern.match(token) ?? [];
  let inClass = false;
  return tokens
    .map((text, index) => {
      if (text.length === 2 && text.startsWith('\\')) return escaped(text, inClass);
      if (inClass) {
        if (text === ']') inClass = false;
        const isNearClass = [tokens[index - 1], tokens[index + 1]].some(
          (each) => each !== undefined && characterClass.test(each),
        );
        return text === '-' && isNearClass ? '\\-' : text;
      }
      if (text === '[') inClass = true;
      return text === '{' || text === '}' || text === ']' ? `\\${text}` : text;
    })
    .join('');
}

function escaped(text: string, inClass: boolean): string {
  const isKept = keptEscape.test(text) || (inClass && text === '\\-');
  return isKept ? text : text.slice(1);
}
