import { brandsKey, type BrandsPlan, type ConstructorPlan } from '../../plan/brands.js';
import type { Plan } from '../../plan/plan.js';
import { code } from '../../printer/code.js';
import { exportedFunction } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { returns } from '../../printer/values.js';
import { defineEmitter, emitterApiVersion, type Emitter } from '../emitter.js';
import { planConstructors } from './plan-brands.js';

/** A function for every type with a brand, which checks a plain value and returns it with the brand. */
export const brandsEmitter: Emitter<BrandsPlan> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: brandsKey.name,
  requires: ['types', 'validators'],
  plan: ({ plan, names }) => (plan.brands.length === 0 ? undefined : planConstructors(plan, names)),
  emit: (part, { plan }) => [emitBrands(part, plan)],
  packagePart: () => ({
    subpaths: [{ name: 'brands', contents: code`constructors of the types with a brand` }],
  }),
});

function emitBrands({ file, constructors }: BrandsPlan, plan: Plan): SourceFile {
  const scope = createFileScope(plan, file);
  for (const { identifier } of constructors) scope.name(identifier);
  return scope.finish(constructors.map((each) => constructorOf(each, scope)));
}

function constructorOf(
  { identifier, brand: { type, shape }, schema }: ConstructorPlan,
  scope: FileScope,
): Declaration {
  const branded = scope.name(type);
  const check = scope.name(schema);
  const plain = { string: code`string`, number: code`number`, bigint: code`bigint` }[shape.of];
  return exportedFunction(scope.name(identifier), {
    docs: [
      code`Checks a value and returns it as {@link ${branded}}.\n\n@throws InvalidValueError with the violations, if it is invalid`,
    ],
    parameters: [{ name: code`value`, type: plain }],
    returnType: branded,
    statements: [code`${check}.assert(value);`, returns(code`value`)],
  });
}
