import { defineWarning, type DiagnosticType, type Reporter } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import { binaryValueOf } from '../../model/analysis/binary-forms.js';
import { overlappingStringSchemas } from '../../model/analysis/overlapping-strings.js';
import { convertedFormat } from '../../model/analysis/converted-formats.js';
import type { Schema, SchemaId } from '../../model/schema.js';
import { withoutBrand } from '../../model/shape/algebra.js';
import type { Shapes, Use } from '../../model/shape/shape.js';
import type { NameScope } from '../../plan/names/name-scope.js';
import type { NameRequest } from '../../plan/names/names.js';
import type { CheckPlan, Identifier } from '../../plan/plan.js';
import type { SchemaLibrary } from './library.js';
import type { SchemaPlan, SchemasPlan } from './plan.js';
import { walkShape } from '../../plan/schemas/schema-walk.js';
import { upperFirst } from '../../plan/names/words.js';
import { lowerTerm, type Limit } from './lower.js';

/** A keyword that a library cannot express. Its schema calls the generated check instead. */
export const schemaLimit: DiagnosticType<{ default: { library: string; keyword: string } }> =
  defineWarning('schema-limit', {
    default: ({ library, keyword }) => `${library} cannot express "${keyword}" in this schema`,
  });

/** Input for planning the schemas of a library. */
export interface SchemaParts {
  readonly shapes: Shapes;
  readonly checks: readonly CheckPlan[];
  typeOf(id: SchemaId, use: Use): Identifier | undefined;
  readonly names: NameScope;
  readonly reporter: Reporter;
}

/**
 * Plans a schema of a library for each named type. If the library cannot express a keyword, the
 * schema also calls the generated check, and a warning is reported.
 */
export function planSchemas(
  library: SchemaLibrary,
  { shapes, checks, typeOf, names: scope, reporter }: SchemaParts,
): SchemasPlan {
  const { prefix, natives } = library;
  const file = `${library.name}.ts`;
  const named = checks.filter((check) => check.type !== undefined);
  const requests = named.map(({ type }): NameRequest => {
    const typeName = type?.name ?? '';
    const name = upperFirst(typeName);
    return {
      key: typeName,
      candidates: [`${prefix}${name}`, `${prefix}${name}Schema`],
      isVerbatim: name === typeName,
    };
  });
  const names = scope.choose(requests);
  const identifierOf = (type: Identifier | undefined): Identifier | undefined => {
    const name = names.get(type?.name ?? '');
    return name === undefined ? undefined : { name, from: file, typeOnly: false };
  };
  const reported = new Set<string>();
  const isNotString = (schema: Schema): boolean =>
    convertedFormat(schema, shapes.converted) !== undefined ||
    binaryValueOf(schema, shapes.bytes) !== undefined;
  const overlapping = overlappingStringSchemas(
    shapes.schemas,
    [...shapes.schemas.values()],
    isNotString,
  );
  const isConverted = (id: SchemaId): boolean => {
    const schema = shapes.schemas.get(id);
    return schema !== undefined && (isNotString(schema) || overlapping.has(id));
  };
  const plans = named.flatMap((check): readonly SchemaPlan[] => {
    const { id, use, type, schema } = check;
    const identifier = identifierOf(type);
    if (type === undefined || schema === undefined || identifier === undefined) return [];
    const isBigint = (each: SchemaId): boolean => {
      let found = false;
      walkShape(shapes.of(each, use), (part) => (found ||= withoutBrand(part).kind === 'bigint'));
      return found;
    };
    const nameOf = (each: SchemaId): Identifier | undefined => identifierOf(typeOf(each, use));
    const lowering = {
      schemas: shapes.schemas,
      use,
      nameOf,
      isBigint,
      isConverted,
      natives,
    };
    const { term, limits } = lowerTerm(id, lowering);
    for (const limit of limits) warn(library, limit, type, reported, reporter);
    return [{ identifier, type, schema, term, guarded: limits.length > 0 }];
  });
  return { file, schemas: plans };
}

function warn(
  { title }: SchemaLibrary,
  { schema, keyword }: Limit,
  type: Identifier,
  reported: Set<string>,
  reporter: Reporter,
): void {
  const key = `${schema.id} ${keyword}`;
  if (reported.has(key)) return;
  reported.add(key);
  reporter.report(
    schemaLimit.default({ library: title, keyword }),
    childOrigin(schema.origin, keyword),
    {
      part: 'key',
      hint: `the schema of ${type.name} calls the generated check; anything derived from it, such as a form, lacks the keyword`,
    },
  );
}
