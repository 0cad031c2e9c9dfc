import { childOrigin } from '../../../core/origin.js';
import type { Keywords, KeywordSchema, SchemaId } from '../../schema.js';
import { aloneOf } from '../../with-bases.js';
import type { SchemaReading } from './reading.js';

/**
 * A schema that lists in `oneOf` or `anyOf` what extends it through `allOf` contains itself, and no validator comes to an end on it. Its author
 * means one of those that are listed, each of which says besides what the schema says without its list. With a discriminator that is what the
 * discriminator means without the list; otherwise what the schema says alone becomes a schema of its own, and what is listed extends that.
 */
export function settleListedExtensions(reading: SchemaReading): void {
  for (const schema of reading.table.values()) {
    if (schema.kind !== 'keywords') continue;
    for (const name of ['oneOf', 'anyOf'] as const) {
      const branches = schema.keywords[name] ?? [];
      const found = branches.map((branch) => partsThatExtend(reading, branch, schema.id));
      if (found.every((parts) => parts.size === 0)) continue;
      warn(reading, schema, name);
      if (choosesAll(reading, schema, branches)) leaveToDiscriminator(schema, name);
      else divide(reading, schema, name, found);
      break;
    }
  }
}

/** Parts of the `allOf` of what a branch refers to, and of what that extends, that refer to the base; empty for a branch that does not extend it. */
function partsThatExtend(
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

/** Whether a discriminator leads to each of the branches. */
function choosesAll(
  reading: SchemaReading,
  { keywords: { discriminator } }: KeywordSchema,
  branches: readonly SchemaId[],
): boolean {
  const chosen = new Set<SchemaId | undefined>(discriminator?.mapping.map(([, target]) => target));
  return branches.every((branch) => chosen.has(keywordsOf(reading, branch).$ref));
}

type ListName = 'oneOf' | 'anyOf';

function leaveToDiscriminator(schema: KeywordSchema, name: ListName): void {
  const keywords: { -readonly [Name in keyof Keywords]: Keywords[Name] } = schema.keywords;
  delete keywords[name];
  // Whoever lists the branches has listed all: the base alone is none of them.
  if (keywords.discriminator !== undefined)
    keywords.discriminator = { ...keywords.discriminator, isListed: true };
}

/** Puts what a schema says alone beside it, for its branches to extend. */
function divide(
  { table }: SchemaReading,
  schema: KeywordSchema,
  name: ListName,
  found: readonly ReadonlySet<SchemaId>[],
): void {
  const { id } = schema;
  const { [name]: branches = [], discriminator, ...own } = schema.keywords;
  const alone = aloneOf(id);
  table.set(alone, { ...schema, id: alone, keywords: own });
  for (const part of found.flatMap((parts) => [...parts])) refer(part);
  const isWhole = found.every((parts) => parts.size > 0);
  const rest = `${id}/${name}/base` as SchemaId;
  if (!isWhole) {
    const annotations = { extensions: {} };
    table.set(rest, { ...schema, id: rest, annotations, keywords: { $ref: alone } });
  }
  table.set(id, {
    ...schema,
    keywords: {
      // A branch that does not extend the schema does not say what that says.
      ...(!isWhole && { allOf: [rest] }),
      [name]: branches,
      ...(discriminator && { discriminator }),
    },
  });

  function refer(part: SchemaId): void {
    const known = table.get(part);
    if (known?.kind === 'keywords')
      table.set(part, { ...known, keywords: { ...known.keywords, $ref: alone } });
  }
}

function warn({ reporter }: SchemaReading, { id, origin }: KeywordSchema, name: ListName): void {
  const pointer = id.slice(id.indexOf('#'));
  reporter.warning(
    'schema-cycle',
    childOrigin(origin, name),
    `"${pointer}" lists schemas that extend it, and so contain it again: it is read as one of them, and what they extend as the rest of it`,
    {
      part: 'key',
      hint: `put what they share into a schema of its own, or leave "${name}" out beside a "discriminator"`,
    },
  );
}

function keywordsOf({ table }: SchemaReading, id: SchemaId): Keywords {
  const schema = table.get(id);
  return schema?.kind === 'keywords' ? schema.keywords : {};
}
