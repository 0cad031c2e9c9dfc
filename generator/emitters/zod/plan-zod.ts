import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import { binaryValueOf } from '../../model/analysis/binary-forms.js';
import { overlappingStringSchemas } from '../../model/analysis/overlapping-strings.js';
import { convertedFormat } from '../../model/analysis/converted-formats.js';
import type { Schema, SchemaId } from '../../model/schema.js';
import type { Shapes, Use } from '../../model/shape/shape.js';
import type { NameScope } from '../../plan/name-scope.js';
import type { NameRequest } from '../../plan/names.js';
import type { CheckPlan, Identifier } from '../../plan/plan.js';
import type { ZodPlan, ZodSchemaPlan } from './plan.js';
import { walkShape } from '../../plan/schema-walk.js';
import { upperFirst } from '../../plan/words.js';
import { lowerZodRoot, type Limit } from './lower.js';

/** A keyword that Zod cannot express. The Zod schema calls the generated check instead. */
export const zodLimit: DiagnosticType<{ default: { keyword: string } }> = defineWarning(
  'zod-limit',
  {
    default: ({ keyword }) => `Zod cannot express "${keyword}" in this schema`,
  },
);

/** npm version range of Zod for generated schemas. */
const range = '^4.6.0';

/** Input for planning Zod schemas. */
export interface ZodParts {
  readonly shapes: Shapes;
  readonly checks: readonly CheckPlan[];
  typeOf(id: SchemaId, use: Use): Identifier | undefined;
  readonly names: NameScope;
  readonly reporter: Reporter;
}

/**
 * Plans a Zod schema for each named type. If Zod cannot express a keyword, the schema also calls
 * the generated check, and a warning is reported.
 */
export function planZod({ shapes, checks, typeOf, names: scope, reporter }: ZodParts): ZodPlan {
  const named = checks.filter((check) => check.type !== undefined);
  const requests = named.map(({ type }): NameRequest => {
    const typeName = type?.name ?? '';
    const name = upperFirst(typeName);
    return {
      key: typeName,
      candidates: [`zod${name}`, `zod${name}Schema`],
      isVerbatim: name === typeName,
    };
  });
  const names = scope.choose(requests);
  const identifierOf = (type: Identifier | undefined): Identifier | undefined => {
    const name = names.get(type?.name ?? '');
    return name === undefined ? undefined : { name, from: 'zod.ts', typeOnly: false };
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
  const plans = named.flatMap((check): readonly ZodSchemaPlan[] => {
    const { id, use, type, schema } = check;
    const identifier = identifierOf(type);
    if (type === undefined || schema === undefined || identifier === undefined) return [];
    const isBigint = (each: SchemaId): boolean => {
      let found = false;
      walkShape(shapes.of(each, use), ({ kind }) => (found ||= kind === 'bigint'));
      return found;
    };
    const nameOf = (each: SchemaId): Identifier | undefined => identifierOf(typeOf(each, use));
    const lowering = {
      schemas: shapes.schemas,
      use,
      nameOf,
      isBigint,
      isConverted,
      pending: new Set<SchemaId>(),
    };
    const { node, limits } = lowerZodRoot(id, lowering);
    for (const limit of limits) warn(limit, type, reported, reporter);
    return [{ identifier, type, schema, node, guarded: limits.length > 0 }];
  });
  return { file: 'zod.ts', range, schemas: plans };
}

function warn(
  { schema, keyword }: Limit,
  type: Identifier,
  reported: Set<string>,
  reporter: Reporter,
): void {
  const key = `${schema.id} ${keyword}`;
  if (reported.has(key)) return;
  reported.add(key);
  reporter.report(zodLimit.default({ keyword }), childOrigin(schema.origin, keyword), {
    part: 'key',
    hint: `the Zod schema of ${type.name} calls the generated check; anything derived from it, such as a form, lacks the keyword`,
  });
}
