import { childOrigin } from '../../core/origin.js';
import type { Reporter } from '../../core/diagnostic.js';
import { heldBytes } from '../../model/byte-forms.js';
import { companionsOf } from '../../model/companions.js';
import { convertedFormat } from '../../model/converted.js';
import type { Schema, SchemaId } from '../../model/schema.js';
import type { Shapes, Use } from '../../model/shape.js';
import { chooseOwnFirst, noFixedNames, type Wish } from '../names.js';
import type { CheckPlan, Identifier, ZodPlan, ZodSchemaPlan } from '../plan.js';
import { walkShape } from '../schema-walk.js';
import { upperFirst } from '../words.js';
import { lowerZodRoot, type Limit } from './lower.js';

/** Versions of Zod that generated schemas work with. */
const range = '^4.6.0';

/** What a package's Zod schemas are made of. */
export interface ZodParts {
  readonly shapes: Shapes;
  readonly checks: readonly CheckPlan[];
  typeOf(id: SchemaId, use: Use): Identifier | undefined;
  readonly taken: Set<string>;
  readonly reporter: Reporter;
}

/**
 * A Zod schema for every named type. Where a description says more than Zod can, the schema asks the
 * generated check besides, and there is a warning at the place.
 */
export function planZod({ shapes, checks, typeOf, taken, reporter }: ZodParts): ZodPlan {
  const named = checks.filter((check) => check.type !== undefined);
  const wishes = named.map(({ type }): Wish => {
    const own = type?.name ?? '';
    const name = upperFirst(own);
    return {
      key: own,
      candidates: [`zod${name}`, `zod${name}Schema`],
      isOwn: name === own,
    };
  });
  const names = chooseOwnFirst(wishes, taken, noFixedNames);
  const identifierOf = (type: Identifier | undefined): Identifier | undefined => {
    const name = names.get(type?.name ?? '');
    return name === undefined ? undefined : { name, from: 'zod.ts', typeOnly: false };
  };
  const said = new Set<string>();
  const isHeldOtherwise = (schema: Schema): boolean =>
    convertedFormat(schema, shapes.converted) !== undefined ||
    heldBytes(schema, shapes.bytes) !== undefined;
  const companions = companionsOf(shapes.schemas, [...shapes.schemas.values()], isHeldOtherwise);
  const isConverted = (id: SchemaId): boolean => {
    const schema = shapes.schemas.get(id);
    return schema !== undefined && (isHeldOtherwise(schema) || companions.has(id));
  };
  const plans = named.flatMap((check): readonly ZodSchemaPlan[] => {
    const { id, use, type } = check;
    const identifier = identifierOf(type);
    if (type === undefined || identifier === undefined) return [];
    const isBig = (each: SchemaId): boolean => {
      let found = false;
      walkShape(shapes.of(each, use), ({ kind }) => (found ||= kind === 'bigint'));
      return found;
    };
    const nameOf = (each: SchemaId): Identifier | undefined => identifierOf(typeOf(each, use));
    const lowering = {
      schemas: shapes.schemas,
      use,
      nameOf,
      isBig,
      isConverted,
      open: new Set<SchemaId>(),
    };
    const { node, limits } = lowerZodRoot(id, lowering);
    for (const limit of limits) warn(limit, type, said, reporter);
    return [{ identifier, type, report: check.report, node, guarded: limits.length > 0 }];
  });
  return { file: 'zod.ts', range, schemas: plans };
}

function warn(
  { schema, keyword }: Limit,
  type: Identifier,
  said: Set<string>,
  reporter: Reporter,
): void {
  const key = `${schema.id} ${keyword}`;
  if (said.has(key)) return;
  said.add(key);
  reporter.warning(
    'zod-limit',
    childOrigin(schema.origin, keyword),
    `Zod cannot say "${keyword}" as it is meant here`,
    {
      part: 'key',
      hint: `the Zod schema of ${type.name} asks the generated check; what is derived from it, such as a form, does not know`,
    },
  );
}
