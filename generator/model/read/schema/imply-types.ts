import { sourceOf, type SourceText } from '../../../core/origin.js';
import type { KeywordSchema, Keywords, SchemaId, TypeName } from '../../schema.js';
import {
  describedType,
  describingKeyword,
  everyType,
  readUntyped,
  spokenOf,
  type SpokenOf,
} from '../../untyped.js';
import type { SchemaReading } from './reading.js';

/**
 * Reads schemas that describe members or items and say no `type` as an object or an array, which is what those mean who write
 * `properties` without `type: object`. By the letter they take every other value, too (JSON Schema 2020-12 core section 7.6.1). What is
 * only a test (`not`, `if`, `contains`) keeps its letter, because it would mean something else, and so does a part of a schema whose type
 * is said elsewhere. One warning a document says how many there are.
 */
export function implyTypes(reading: SchemaReading): void {
  const { table, untyped: waiting } = reading;
  if (waiting.length === 0) return;
  const untyped = readUntyped(table);
  const decided = new Map<SchemaId, SpokenOf | undefined>();
  const decide = (id: SchemaId): SpokenOf | undefined => {
    if (decided.has(id)) return decided.get(id);
    decided.set(id, undefined);
    const schema = table.get(id);
    const type = schema?.kind === 'keywords' ? spokenBy(schema.keywords) : undefined;
    decided.set(id, type);
    return type;

    function spokenBy(keywords: Keywords): SpokenOf | undefined {
      if (untyped.isTest(id) || !saysNothing(untyped.within(id))) return undefined;
      const first = untyped.holder(id);
      if (first === undefined) return spokenOf(keywords);
      if (!saysNothing(untyped.around(id))) return undefined;
      for (let at: SchemaId | undefined = first; at !== undefined; at = untyped.holder(at))
        if (decide(at) !== undefined) return undefined;
      return describedType(keywords);
    }
  };
  const found: Found[] = [];
  const candidates = new Map(waiting.splice(0).map((each) => [each.id, each]));
  // What holds another one is read first and comes first in the table.
  for (const [id, schema] of table) {
    const candidate = candidates.get(id);
    const type = candidate === undefined ? undefined : decide(id);
    if (schema.kind === 'boolean' || candidate === undefined || type === undefined) continue;
    const { nullable, implied } = candidate;
    found.push({ schema, type, nullable, implied, keyword: describingKeyword(schema.keywords) });
  }
  for (const { schema, type, nullable, implied } of found) {
    if (!implied) continue;
    const keywords: { -readonly [Name in keyof Keywords]: Keywords[Name] } = schema.keywords;
    keywords.type = nullable ? [type, 'null'] : [type];
  }
  warn(reading, found);
}

interface Found {
  readonly schema: KeywordSchema;
  readonly type: SpokenOf;
  readonly nullable: boolean;
  /** Whether the type is taken as said. */
  readonly implied: boolean;
  /** What describes members or items; absent where some are merely demanded. */
  readonly keyword: string | undefined;
}

function saysNothing(types: ReadonlySet<TypeName>): boolean {
  return types.size === everyType.length;
}

/** One for each document and reading, at the first schema: there may be hundreds. */
function warn({ reporter }: SchemaReading, found: readonly Found[]): void {
  const groups = new Map<SourceText, { readonly [Implied in 'true' | 'false']: Found[] }>();
  for (const each of found) {
    if (each.keyword === undefined) continue;
    const source = sourceOf(each.schema.origin);
    const group = groups.get(source) ?? { true: [], false: [] };
    groups.set(source, group);
    group[`${each.implied}`].push(each);
  }
  for (const group of groups.values()) {
    for (const [first, ...others] of [group.true, group.false]) {
      if (first === undefined) continue;
      const { schema, type, keyword, implied } = first;
      const meaning = implied
        ? `is read as ${type === 'object' ? 'an object' : 'an array'}`
        : `takes whatever is no ${type}`;
      const more = others.length === 0 ? '' : `, here and in ${others.length} more`;
      reporter.warning(
        'missing-type',
        schema.origin,
        `a schema with "${keyword}" and without "type" ${meaning}${more}`,
        {
          hint: implied
            ? `write "type: ${type}"; by the letter it takes any other value, too, and the setting "impliedTypes: false" says so`
            : `write "type: ${type}", or set "impliedTypes: true"`,
        },
      );
    }
  }
}
