import type { BrandsPlan } from '../../plan/brands.js';
import type { NameScope } from '../../plan/names/name-scope.js';
import { lowerFirst, upperFirst } from '../../plan/names/words.js';
import type { Plan } from '../../plan/plan.js';

const file = 'brands.ts';

/** Plans a constructor for every type with a brand. */
export function planConstructors(plan: Plan, scope: NameScope): BrandsPlan {
  const names = scope.choose(
    plan.brands.map(({ type }) => {
      const name = upperFirst(type.name);
      return {
        key: type.name,
        candidates: [lowerFirst(name), `to${name}`, `${lowerFirst(name)}Of`],
        isVerbatim: name === type.name,
      };
    }),
  );
  const constructors = plan.brands.flatMap((brand) => {
    const name = names.get(brand.type.name);
    const schema = plan.checkOf(brand.id)?.schema;
    if (name === undefined || schema === undefined) return [];
    return [{ identifier: { name, from: file, typeOnly: false }, brand, schema }];
  });
  return { file, constructors };
}
