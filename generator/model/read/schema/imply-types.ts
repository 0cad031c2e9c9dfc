import { defineWarning } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { sourceOf, type SourceText } from '../../../core/origin.js';
import type { KeywordSchema, Keywords, SchemaId, TypeName } from '../../schema.js';
import {
  describedType,
  describingKeyword,
  everyType,
  readUntyped,
  describedKeywords,
  type DescribedKeywords,
} from '../../analysis/untyped-schemas.js';
import type { SchemaReading } from './reading.js';

/** A schema that describes members or items, but has no type. */
export const missingType: DiagnosticType<{
  implied: { keyword: string; type: DescribedKeywords; others: number };
  literal: { keyword: string; type: DescribedKeywords; others: number };
}> = defineWarning('missing-type', {
  implied: ({ keyword, type, others }) =>
    `a schema with "${keyword}" and without "type" is read as ${type === 'object' ? 'an object' : 'an array'}${andOthers(others, 'is', 'are')}`,
  literal: ({ keyword, type, others }) =>
    `a schema with "${keyword}" and without "type" accepts values other than ${type}s${andOthers(others, 'does', 'do')}`,
});

/**
 * Sets the implied `type` of schemas that describe members or items without declaring a type. Authors who write `properties` without `type:
 * object` mean an object, and likewise for arrays. According to JSON Schema, values of other types match too (2020-12 core section 7.6.1).
 * Schemas that are only a test (`not`, `if`, `contains`) are unchanged, because their meaning would change. So are parts of a schema whose
 * type is declared elsewhere. One warning for each document reports the number of such schemas.
 */
export function implyTypes(reading: SchemaReading): void {
  const { table, untyped: waiting } = reading;
  if (waiting.length === 0) return;
  const untyped = readUntyped(table);
  const decided = new Map<SchemaId, DescribedKeywords | undefined>();
  const decide = (id: SchemaId): DescribedKeywords | undefined => {
    if (decided.has(id)) return decided.get(id);
    decided.set(id, undefined);
    const schema = table.get(id);
    const type = schema?.kind === 'keywords' ? impliedType(schema.keywords) : undefined;
    decided.set(id, type);
    return type;

    function impliedType(keywords: Keywords): DescribedKeywords | undefined {
      if (untyped.isTest(id) || !isUnrestricted(untyped.within(id))) return undefined;
      const parent = untyped.holder(id);
      if (parent === undefined) return describedKeywords(keywords);
      if (!isUnrestricted(untyped.around(id))) return undefined;
      for (let at: SchemaId | undefined = parent; at !== undefined; at = untyped.holder(at))
        if (decide(at) !== undefined) return undefined;
      return describedType(keywords);
    }
  };
  const findings: Finding[] = [];
  const candidates = new Map(waiting.splice(0).map((each) => [each.id, each]));
  // A containing schema is read before its subschemas, so it comes first in the table.
  for (const [id, schema] of table) {
    const candidate = candidates.get(id);
    const type = candidate === undefined ? undefined : decide(id);
    if (schema.kind === 'boolean' || candidate === undefined || type === undefined) continue;
    const { nullable, implied } = candidate;
    findings.push({ schema, type, nullable, implied, keyword: describingKeyword(schema.keywords) });
  }
  for (const { schema, type, nullable, implied } of findings) {
    if (!implied) continue;
    const keywords: { -readonly [Name in keyof Keywords]: Keywords[Name] } = schema.keywords;
    keywords.type = nullable ? [type, 'null'] : [type];
  }
  warn(reading, findings);
}

function andOthers(count: number, singular: string, plural: string): string {
  if (count === 0) return '';
  return count === 1 ? `, as ${singular} 1 other` : `, as ${plural} ${count} others`;
}

interface Finding {
  readonly schema: KeywordSchema;
  readonly type: DescribedKeywords;
  readonly nullable: boolean;
  /** True if the implied type is applied. */
  readonly implied: boolean;
  /** Keyword that describes members or items; absent if members are only required. */
  readonly keyword: string | undefined;
}

function isUnrestricted(types: ReadonlySet<TypeName>): boolean {
  return types.size === everyType.length;
}

/** Reports one warning for each document and reading, at the first schema, because there may be hundreds. */
function warn({ reporter }: SchemaReading, findings: readonly Finding[]): void {
  const groups = new Map<SourceText, { readonly [Implied in 'true' | 'false']: Finding[] }>();
  for (const each of findings) {
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
      reporter.report(
        missingType[implied ? 'implied' : 'literal']({
          keyword: keyword ?? '',
          type,
          others: others.length,
        }),
        schema.origin,
        {
          hint: implied
            ? `write "type: ${type}"; JSON Schema also accepts other values, as does the option "impliedTypes: false"`
            : `write "type: ${type}", or set "impliedTypes: true"`,
        },
      );
    }
  }
}
