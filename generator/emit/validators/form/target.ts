import { code, stringLiteral } from '../../code.js';
import type { Target } from '../check.js';
import type { Printing } from '../frame.js';
import { isLarge } from '../large.js';
import type { LiteralTree } from '../literal-tree.js';
import { keywordMembers } from './keywords.js';

/** A subschema under a check that stands at `place`, reached by the tokens of a pointer. */
export function targetTree(
  target: Target,
  place: string,
  tokens: readonly (string | number)[],
  printing: Printing,
): LiteralTree {
  switch (target.kind) {
    case 'anything':
      return code`true`;
    case 'nothing':
      return code`false`;
    case 'function': {
      const names = printing.functionOf(target.key);
      printing.want(names, 'form');
      return code`() => ${names.form}`;
    }
    case 'inline': {
      const { check } = target;
      // Where a reference has led elsewhere, or an older draft has another keyword, the tokens do not lead.
      const isRelative = check.place === place + tokens.map(pointerToken).join('');
      // TypeScript takes what stands under the name of an inherited member for that member.
      if ((isRelative && isLarge(check)) || String(tokens.at(-1)) in Object.prototype)
        return code`() => ${printing.ownForm(check, isRelative ? 'relative' : 'placed')}`;
      const members = keywordMembers(check, printing);
      return isRelative ? members : [[code`place`, stringLiteral(check.place)], ...members];
    }
  }
}

function pointerToken(token: string | number): string {
  return `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
