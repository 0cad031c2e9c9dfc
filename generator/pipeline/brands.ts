import { defineWarning, type DiagnosticType, type Reporter } from '../core/diagnostic.js';
import { childOrigin, type Origin } from '../core/origin.js';
import type { Api } from '../model/api.js';
import { matcherOf, reachableSchemas } from '../model/select.js';
import type { Schema, SchemaId } from '../model/schema.js';
import type { BrandedShape, BrandedShapes, Shape, Shapes, Use } from '../model/shape/shape.js';
import { pointerNames } from '../plan/names/inline-schema-names.js';
import { componentTargets } from '../plan/names/schema-names.js';

/** A brand for a schema whose values are not plain strings or numbers. */
export const impossibleBrand: DiagnosticType<{
  default: { name: string };
  mixed: { name: string };
  unnamed: void;
}> = defineWarning('impossible-brand', {
  default: ({ name }) =>
    `"${name}" has no brand, because its values are not plain strings or numbers`,
  mixed: ({ name }) => `"${name}" is the brand of strings and of numbers`,
  unnamed: () => 'a schema of an operation has no name that could be its brand',
});

const both: Use = { direction: 'both', representation: 'value' };

/** A schema that is to have a brand. */
interface Candidate {
  readonly id: SchemaId;
  readonly brand: string;
  /** Setting or extension that asks for the brand. Absent for patterns, which skip what cannot have one. */
  readonly origin?: Origin;
  /** True if the schema has a name of its own, and therefore a type. */
  readonly isNamed: boolean;
}

/**
 * Finds the schemas with brands: components that `patterns` name, and all schemas with `x-brand`. Each named one declares a type. All
 * others have the type of the first schema with their brand.
 */
export function resolveBrands(
  patterns: readonly string[] | undefined,
  api: Api,
  plainShapes: () => Shapes,
  reporter: Reporter,
): BrandedShapes {
  const candidates = [
    ...namedCandidates(patterns, api, reporter),
    ...inlineCandidates(api, reporter),
  ];
  const brands = new Map<SchemaId, Shape>();
  if (candidates.length === 0) return brands;
  const shapes = plainShapes();
  const declared = new Map<string, BrandedShape>();
  for (const { id, brand, origin, isNamed } of candidates) {
    if (brands.has(id)) continue;
    const plain = plainType(id, shapes);
    const known = isNamed ? undefined : declared.get(brand);
    if (plain === undefined || (plain.isNullable && known === undefined)) {
      if (origin !== undefined)
        reporter.report(impossibleBrand.default({ name: brand }), origin, {
          part: 'key',
          hint: 'lists of values, null, dates and bytes have types of their own; a schema of plain values can have the brand, and others can refer to it',
        });
      continue;
    }
    const { of, isNullable } = plain;
    if ((declared.get(brand)?.of ?? of) !== of) {
      reporter.report(impossibleBrand.mixed({ name: brand }), origin ?? api.origin, {
        hint: 'choose another name for one of them',
      });
      continue;
    }
    const shape = known ?? { kind: 'branded', of, brand, schema: id };
    if (!declared.has(brand)) declared.set(brand, shape);
    brands.set(id, isNullable ? { kind: 'union', members: [shape, { kind: 'null' }] } : shape);
  }
  return brands;
}

/** Components that the option names, or that have `x-brand`. */
function namedCandidates(
  patterns: readonly string[] | undefined,
  api: Api,
  reporter: Reporter,
): readonly Candidate[] {
  const names = api.components.map(({ name }) => name);
  const isSelected = matcherOf(api, reporter, 'schema', patterns, names);
  const exact = new Set(patterns);
  const targets = componentTargets(api);
  return api.components.flatMap(({ id, name }): readonly Candidate[] => {
    const target = targets.get(id) ?? id;
    const extension = brandOf(api.schemas.get(id)) ?? brandOf(api.schemas.get(target));
    if (extension !== undefined) {
      const { value, origin } = extension;
      return [{ id: target, brand: value === true ? name : value, origin, isNamed: true }];
    }
    if (!isSelected(name)) return [];
    const origin = exact.has(name) ? api.schemas.get(id)?.origin : undefined;
    return [{ id: target, brand: name, isNamed: true, ...(origin !== undefined && { origin }) }];
  });
}

/** Schemas with `x-brand` that are no components. */
function inlineCandidates(api: Api, reporter: Reporter): readonly Candidate[] {
  const components = new Set(api.components.map(({ id }) => id));
  const found = [...api.schemas.values()].flatMap((schema): readonly Candidate[] => {
    const extension = components.has(schema.id) ? undefined : brandOf(schema);
    if (extension === undefined) return [];
    const { value, origin } = extension;
    if (value === true && /#\/(?:paths|webhooks)\//u.test(schema.id)) {
      reporter.report(impossibleBrand.unnamed(), origin, {
        hint: 'write the name of the brand instead of "true"',
      });
      return [];
    }
    const brand = value === true ? (pointerNames(schema.id)[0] ?? '') : value;
    return [{ id: schema.id, brand, origin, isNamed: false }];
  });
  if (found.length === 0) return [];
  const reached = reachableSchemas(
    api,
    api.components.map(({ id }) => id),
  );
  return found.filter(({ id }) => reached.has(id));
}

/** `x-brand` of a schema: true, or the name of the brand. A lint rule reports other values. */
function brandOf(
  schema: Schema | undefined,
): { readonly value: true | string; readonly origin: Origin } | undefined {
  if (schema?.kind !== 'keywords') return undefined;
  const value = schema.annotations.extensions['x-brand'];
  if (value !== true && (typeof value !== 'string' || value === '')) return undefined;
  return { value, origin: childOrigin(schema.origin, 'x-brand') };
}

/** The plain type of a schema, apart from `null`. `undefined` if its values are of another type. */
function plainType(
  id: SchemaId,
  shapes: Shapes,
): { readonly of: BrandedShape['of']; readonly isNullable: boolean } | undefined {
  const seen = new Set<SchemaId>();
  let shape = shapes.of(id, both);
  while (shape.kind === 'reference' && !seen.has(shape.target)) {
    seen.add(shape.target);
    shape = shapes.of(shape.target, both);
  }
  const members = shape.kind === 'union' ? shape.members : [shape];
  const [only, ...others] = members.filter(({ kind }) => kind !== 'null');
  if (only === undefined || others.length > 0) return undefined;
  if (only.kind !== 'string' && only.kind !== 'number' && only.kind !== 'bigint') return undefined;
  return { of: only.kind, isNullable: members.length > 1 };
}
