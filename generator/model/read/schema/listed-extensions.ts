import { defineWarning } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { childOrigin } from '../../../core/origin.js';
import type { Keywords, KeywordSchema, SchemaId } from '../../schema.js';
import { baseWithoutSubtypes } from '../../analysis/inheritance-unions.js';
import type { SchemaReading } from './reading.js';

/** A schema that lists the schemas that extend it, and so contains itself with only one meaning. */
export const listedSubtypes: DiagnosticType<{ default: { pointer: string } }> = defineWarning(
  'listed-subtypes',
  {
    default: ({ pointer }) =>
      `"${pointer}" lists schemas that extend it, and is read as a union of these schemas`,
  },
);

/**
 * Resolves schemas that list in `oneOf` or `anyOf` the schemas that extend them through `allOf`. Such a schema contains itself, so a
 * validator would not terminate. Its author means one of the listed schemas, each combined with the remaining keywords of the base. With a
 * discriminator, the list is redundant and is removed. Otherwise the remaining keywords become a separate schema, which the listed schemas
 * extend.
 */
export function settleListedExtensions(reading: SchemaReading): void {
  for (const schema of reading.table.values()) {
    if (schema.kind !== 'keywords') continue;
    for (const name of ['oneOf', 'anyOf'] as const) {
      const branches = schema.keywords[name] ?? [];
      const partsByBranch = branches.map((branch) => partsExtending(reading, branch, schema.id));
      if (partsByBranch.every((parts) => parts.size === 0)) continue;
      warn(reading, schema, name);
      if (selectsAll(reading, schema, branches)) removeList(schema, name);
      else separateBase(reading, schema, name, partsByBranch);
      break;
    }
  }
}

/**
 * Returns the `allOf` parts that refer to the base, of the schema that a branch refers to and of its bases. Returns an empty set for a
 * branch that does not extend the base.
 */
function partsExtending(
  reading: SchemaReading,
  branch: SchemaId,
  base: SchemaId,
): ReadonlySet<SchemaId> {
  const parts = new Set<SchemaId>();
  const seen = new Set([branch]);
  for (const id of seen) {
    const { $ref, allOf = [] } = keywordsOf(reading, id);
    if ($ref !== undefined && $ref !== base) seen.add($ref);
    for (const part of allOf) {
      if (keywordsOf(reading, part).$ref === base) parts.add(part);
      else if (part !== base) seen.add(part);
    }
  }
  return parts;
}

/** True if a discriminator selects each of the branches. */
function selectsAll(
  reading: SchemaReading,
  { keywords: { discriminator } }: KeywordSchema,
  branches: readonly SchemaId[],
): boolean {
  const chosen = new Set<SchemaId | undefined>(discriminator?.mapping.map(([, target]) => target));
  return branches.every((branch) => chosen.has(keywordsOf(reading, branch).$ref));
}

type ListName = 'oneOf' | 'anyOf';

function removeList(schema: KeywordSchema, name: ListName): void {
  const keywords: { -readonly [Name in keyof Keywords]: Keywords[Name] } = schema.keywords;
  delete keywords[name];
  // The list is complete: the base alone is not one of the branches.
  if (keywords.discriminator !== undefined)
    keywords.discriminator = { ...keywords.discriminator, isListed: true };
}

/** Moves the remaining keywords of a schema to a separate schema that its branches extend. */
function separateBase(
  { table }: SchemaReading,
  schema: KeywordSchema,
  name: ListName,
  partsByBranch: readonly ReadonlySet<SchemaId>[],
): void {
  const { id } = schema;
  const { [name]: branches = [], discriminator, ...own } = schema.keywords;
  const base = baseWithoutSubtypes(id);
  table.set(base, { ...schema, id: base, keywords: own });
  for (const part of partsByBranch.flatMap((parts) => [...parts])) refer(part);
  const allExtend = partsByBranch.every((parts) => parts.size > 0);
  const rest = `${id}/${name}/base` as SchemaId;
  if (!allExtend) {
    const annotations = { extensions: {} };
    table.set(rest, { ...schema, id: rest, annotations, keywords: { $ref: base } });
  }
  table.set(id, {
    ...schema,
    keywords: {
      // A branch that does not extend the schema must be combined with the base here.
      ...(!allExtend && { allOf: [rest] }),
      [name]: branches,
      ...(discriminator && { discriminator }),
    },
  });

  function refer(part: SchemaId): void {
    const known = table.get(part);
    if (known?.kind === 'keywords')
      table.set(part, { ...known, keywords: { ...known.keywords, $ref: base } });
  }
}

function warn({ reporter }: SchemaReading, { id, origin }: KeywordSchema, name: ListName): void {
  const pointer = id.slice(id.indexOf('#'));
  reporter.report(listedSubtypes.default({ pointer }), childOrigin(origin, name), {
    part: 'key',
    hint: `move what they share to a separate schema, or use a "discriminator" without "${name}"`,
  });
}

function keywordsOf({ table }: SchemaReading, id: SchemaId): Keywords {
  const schema = table.get(id);
  return schema?.kind === 'keywords' ? schema.keywords : {};
}
