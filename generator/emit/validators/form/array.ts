import { code, propertyKey } from '../../code.js';
import type { Check, EvaluatedItems } from '../check.js';
import type { Printing } from '../frame.js';
import type { LiteralTree } from '../literal-tree.js';
import { conditionTree } from './condition.js';
import type { FormMember } from './keywords.js';
import { targetTree } from './target.js';

/** What is demanded of arrays. */
export function arrayMembers(check: Check, printing: Printing): readonly FormMember[] {
  const { place } = check;
  return check.array.flatMap((part): readonly FormMember[] => {
    switch (part.keyword) {
      case 'minItems':
      case 'maxItems':
        return [[propertyKey(part.keyword), code`${part.limit}`]];
      case 'uniqueItems':
        return [[code`uniqueItems`, printing.runtime('isUnique')]];
      case 'prefixItems': {
        const items = part.targets.map((target, index) =>
          targetTree(target, place, ['prefixItems', index], printing),
        );
        return [[code`prefixItems`, { items }]];
      }
      case 'items':
        return [[code`items`, targetTree(part.target, place, ['items'], printing)]];
      case 'contains': {
        const { target, minimum, maximum } = part;
        return [
          [code`contains`, targetTree(target, place, ['contains'], printing)],
          ...(minimum === 1 ? [] : [[code`minContains`, code`${minimum}`] as const]),
          ...(maximum === undefined ? [] : [[code`maxContains`, code`${maximum}`] as const]),
        ];
      }
      case 'unevaluatedItems': {
        const target = targetTree(part.target, place, ['unevaluatedItems'], printing);
        const evaluated = evaluatedTree(part.evaluated, place, printing);
        return [[code`unevaluatedItems`, { items: [evaluated, target] }]];
      }
    }
  });
}

function evaluatedTree(
  { all, prefix, contained, conditional }: EvaluatedItems,
  place: string,
  printing: Printing,
): LiteralTree {
  const targets = contained.map((target) => targetTree(target, place, ['contains'], printing));
  const when = conditional.map(({ when, then }) => ({
    items: [conditionTree(when, place, printing), evaluatedTree(then, place, printing)],
  }));
  return [
    ...(all ? [[code`all`, code`true`] as const] : []),
    ...(prefix === 0 ? [] : [[code`prefix`, code`${prefix}`] as const]),
    ...(targets.length === 0 ? [] : [[code`contained`, { items: targets }] as const]),
    ...(when.length === 0 ? [] : [[code`when`, { items: when }] as const]),
  ];
}
