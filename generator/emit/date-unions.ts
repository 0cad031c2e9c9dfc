import type { KeywordSchema, SchemaId, SchemaTable, TypeName } from '../model/schema.js';
import { valueTypes } from '../model/value-types.js';
import { whensOf } from './branch-tags.js';
import type { Data } from './data-literal.js';

/** What tells the branches of a union apart, as far as their dates are concerned. */
export type BranchWay =
  /** Nothing has to: no value fits two branches that differ in dates. */
  | { readonly kind: 'plain'; readonly ids: readonly SchemaId[] }
  /** A member of objects does. */
  | {
      readonly kind: 'tagged';
      readonly ids: readonly SchemaId[];
      readonly whens: ReadonlyMap<SchemaId, Data>;
    }
  /** Only a check does. */
  | { readonly kind: 'checked'; readonly ids: readonly SchemaId[] };

/** How each of the unions of a schema is told apart; `dated` are schemas that have dates. */
export function unionsOf(
  schema: KeywordSchema,
  schemas: SchemaTable,
  dated: ReadonlySet<SchemaId>,
): readonly BranchWay[] {
  const { oneOf, anyOf } = schema.keywords;
  return [oneOf, anyOf].flatMap((ids): readonly BranchWay[] => {
    if (ids === undefined || !ids.some((id) => dated.has(id))) return [];
    const branches = ids.map((id): Branch => ({ id, types: valueTypes(id, schemas) }));
    // Null is null, whatever else there may be.
    const kept = branches.filter(({ types }) => [...types].some((type) => type !== 'null'));
    return [wayOf(schema, kept, schemas, dated)];
  });
}

interface Branch {
  readonly id: SchemaId;
  readonly types: ReadonlySet<TypeName>;
}

function wayOf(
  schema: KeywordSchema,
  branches: readonly Branch[],
  schemas: SchemaTable,
  dated: ReadonlySet<SchemaId>,
): BranchWay {
  const ids = branches.map(({ id }) => id);
  const isClear = (branch: Branch, others: readonly Branch[]): boolean =>
    !dated.has(branch.id) || others.every((other) => other === branch || isApart(branch, other));
  if (branches.every((branch) => isClear(branch, branches))) return { kind: 'plain', ids };
  const objects = branches.filter(({ types }) => types.has('object'));
  const others = branches.filter(({ types }) => !types.has('object'));
  const found = whensOf(
    schema,
    objects.map(({ id }) => id),
    schemas,
  );
  if (found === undefined || !others.every((branch) => isClear(branch, branches)))
    return { kind: 'checked', ids };
  const whens = new Map(objects.map(({ id }, index) => [id, found[index]] as const));
  return { kind: 'tagged', ids, whens };
}

/** Whether no value fits both but null, and nothing but a date may stand where one of them wants it. */
function isApart({ types }: Branch, other: Branch): boolean {
  const shared = [...types].some((type) => type !== 'null' && other.types.has(type));
  return !shared && !types.has('string');
}
