import type { BrandedShape, BrandedShapes, Shape } from '../model/shape/shape.js';
import type { ContextSchema } from './names/schema-names.js';
import { nameCandidates } from './names/schema-names.js';
import type { BrandPlan, Identifier, PlanKey, TypePlan } from './plan.js';
import { planKey } from './plan.js';

/** Key of the plan of constructors, for examples that call them. */
export const brandsKey: PlanKey<BrandsPlan> = planKey('brands');

/** Contents of `brands.ts`: a constructor for every type with a brand. */
export interface BrandsPlan {
  readonly file: 'brands.ts';
  readonly constructors: readonly ConstructorPlan[];
}

/** A function that checks a plain value and returns it with its brand. */
export interface ConstructorPlan {
  /** Name of the function, such as `policyId`. */
  readonly identifier: Identifier;
  readonly brand: BrandPlan;
  /** Object with the check. */
  readonly schema: Identifier;
}

/** Schemas that declare a type with a brand. Those that have no other name are named after the brand. */
export function brandedSchemas(brands: BrandedShapes = new Map()): readonly ContextSchema[] {
  const declared = [...brands.values()].flatMap(brandedParts);
  return declared.map(({ schema, brand }) => ({
    id: schema,
    candidates: nameCandidates(brand),
    alwaysNamed: true,
  }));
}

function brandedParts(shape: Shape): readonly BrandedShape[] {
  if (shape.kind === 'union') return shape.members.flatMap(brandedParts);
  return shape.kind === 'branded' ? [shape] : [];
}

/** Finds the declarations of types with a brand. */
export function planBrands(types: readonly TypePlan[]): readonly BrandPlan[] {
  return types.flatMap(({ id, identifier, shape }) =>
    shape.kind === 'branded' && shape.schema === id ? [{ id, type: identifier, shape }] : [],
  );
}
