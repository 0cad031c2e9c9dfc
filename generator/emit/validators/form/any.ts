import { code, literal, propertyKey, stringLiteral } from '../../code.js';
import type { Check, Target, UnionPart } from '../check.js';
import type { Printing } from '../frame.js';
import { isTypeOnly } from '../guard.js';
import type { LiteralTree } from '../literal-tree.js';
import { typePhrase } from '../phrase.js';
import type { FormMember } from './keywords.js';
import { targetTree } from './target.js';

/** What is demanded of values of every type. */
export function anyMembers(check: Check, printing: Printing): readonly FormMember[] {
  const target = (target: Target, ...tokens: readonly (string | number)[]): LiteralTree =>
    targetTree(target, check.place, tokens, printing);
  return check.any.flatMap((part): readonly FormMember[] => {
    switch (part.keyword) {
      case 'allOf': {
        const items = part.targets.map((item, index) => target(item, 'allOf', index));
        return [[code`allOf`, { items }]];
      }
      case 'anyOf':
      case 'oneOf':
        return [[propertyKey(part.keyword), unionTree(part, target)]];
      case 'if':
        return [
          [code`if`, target(part.condition, 'if')],
          [code`then`, target(part.then, 'then')],
          [code`else`, target(part.otherwise, 'else')],
        ];
      default:
        return [[propertyKey(part.keyword), target(part.target, part.keyword)]];
    }
  });
}

/** Branches by name, with the values that choose them. */
function unionTree(
  { keyword, branches, dispatch }: UnionPart,
  target: (target: Target, ...tokens: readonly (string | number)[]) => LiteralTree,
): LiteralTree {
  const values = new Map(dispatch?.cases.map((item) => [item.branch, item.values]));
  const items = branches.map((branch, index): LiteralTree => {
    const own = values.get(index);
    const isType = branch.target.kind === 'inline' && isTypeOnly(branch.target.check);
    const name = isType ? typePhrase(branch.target.check.types) : branch.name;
    const choosing = own === undefined ? [] : [{ items: own.map(literal) }];
    return { items: [stringLiteral(name), target(branch.target, keyword, index), ...choosing] };
  });
  if (dispatch === undefined) return [[code`branches`, { items }]];
  return [
    [code`by`, stringLiteral(dispatch.property)],
    ...(dispatch.place === 'discriminator'
      ? [[code`said`, stringLiteral('discriminator')] as const]
      : []),
    ...(dispatch.fallback === undefined
      ? []
      : [[code`fallback`, code`${dispatch.fallback}`] as const]),
    [code`branches`, { items }],
  ];
}
