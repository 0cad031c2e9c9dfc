import { code, literal, propertyKey, stringLiteral } from '../../code.js';
import type { ContentPart } from '../check.js';
import { holds, not } from '../condition.js';
import type { DemandMember, ScalarPrinter } from './leaf.js';

/** `contentEncoding` and `contentMediaType` together, where they are asserted (draft 7 section 8). */
export const content: ScalarPrinter<ContentPart> = {
  fails({ mediaType, encoding }, { value }, { printing }) {
    const how = literal({ mediaType, encoding });
    return not(holds(code`${printing.runtime('isContent')}(${value}, ${how})`));
  },
  demand(part, { printing }) {
    const how = (['mediaType', 'encoding'] as const).flatMap((name): readonly DemandMember[] => {
      const value = part[name];
      return value === undefined ? [] : [[propertyKey(name), stringLiteral(value)]];
    });
    return [[propertyKey(part.keyword), [...how, [code`test`, printing.runtime('isContent')]]]];
  },
};
