import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import type { Origin } from '../../core/origin.js';
import { escapeToken } from '../../core/pointer.js';
import { misspelling } from '../../core/suggestion.js';
import type { Json, KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import type { Rule } from '../rule.js';
import { applicableSchemas } from '../applicable-schemas.js';
import { exampleOrigin } from './invalid-example.js';

const misspeltExample: DiagnosticType<{ default: { name: string; pointer: string } }> =
  defineWarning('misspelt-example', {
    default: ({ name, pointer }) =>
      `the example has a member "${name}"${pointer === '' ? '' : ` at ${pointer}`}, which no schema describes`,
  });

/**
 * Undescribed members of an example are not similar to a described member that is absent. Other undescribed members are allowed, unless the
 * schema forbids them, which `invalid-example` reports.
 */
export const misspeltExampleRule: Rule = {
  diagnostics: [misspeltExample],
  check(api, reporter) {
    const checked = new Set<Json>();
    const reported = new Set<string>();
    const describe = createDescriptions(api.schemas);
    const check = (id: SchemaId, value: Json, origin: Origin): void => {
      if (typeof value !== 'object' || value === null || checked.has(value)) return;
      checked.add(value);
      for (const { schema, pointer, name, suggestion } of misspellingsIn(
        describe,
        id,
        value,
        '',
        0,
      )) {
        // A misspelling is usually repeated in every example.
        const misspellingKey = `${schema} ${name}`;
        if (reported.has(misspellingKey)) continue;
        reported.add(misspellingKey);

        reporter.report(misspeltExample.default({ name, pointer }), origin, {
          hint: `did you mean "${suggestion}"?`,
        });
      }
    };
    for (const schema of api.schemas.values()) {
      if (schema.kind === 'boolean') continue;
      for (const [index, value] of (schema.annotations.examples ?? []).entries())
        check(schema.id, value, exampleOrigin(schema.origin, index));
    }
    for (const { schema, value, origin } of api.examples) check(schema, value, origin);
  },
};

interface Misspelling {
  /** Schema of the object. */
  readonly schema: SchemaId;
  /** JSON Pointer to the object in the example. */
  readonly pointer: string;
  readonly name: string;
  readonly suggestion: string;
}

/** Maximum depth of examples that are checked. */
const MAX_DEPTH = 30;

function misspellingsIn(
  describe: (id: SchemaId) => Description,
  id: SchemaId,
  value: Json,
  pointer: string,
  level: number,
): readonly Misspelling[] {
  if (typeof value !== 'object' || value === null || level > MAX_DEPTH) return [];
  const { item, members, isOpen } = describe(id);
  if (Array.isArray(value)) {
    if (item === undefined) return [];
    return value.flatMap((each: Json, index) =>
      misspellingsIn(describe, item, each, `${pointer}/${index}`, level + 1),
    );
  }
  const isAbsent = (name: string): boolean => !Object.hasOwn(value, name);
  return Object.entries(value).flatMap(([name, member]: [string, Json]): readonly Misspelling[] => {
    const schema = members.get(name);
    if (schema !== undefined)
      return misspellingsIn(describe, schema, member, `${pointer}/${escapeToken(name)}`, level + 1);
    if (isOpen || members.has(name)) return [];
    const suggestion = misspelling(name, [...members.keys()].filter(isAbsent));
    return suggestion === undefined ? [] : [{ schema: id, pointer, name, suggestion }];
  });
}

/** Description of the members and items of a schema's values, including its parts. */
interface Description {
  /** Schemas of members by name; `undefined` if several schemas describe a member. */
  readonly members: ReadonlyMap<string, SchemaId | undefined>;
  /** True if other members are described too, or are always invalid. */
  readonly isOpen: boolean;
  /** Schema of the items, if exactly one describes them. */
  readonly item?: SchemaId;
}

function createDescriptions(table: SchemaTable): (id: SchemaId) => Description {
  const known = new Map<SchemaId, Description>();
  return (id) => {
    const cached = known.get(id);
    if (cached !== undefined) return cached;
    const parts = applicableSchemas(table, id);
    const members = new Map<string, SchemaId | undefined>();
    for (const [name, schema] of parts.flatMap(({ keywords }) => keywords.properties ?? []))
      members.set(name, members.has(name) ? undefined : schema);
    const [item, ...others] = parts.flatMap(({ keywords }) => keywords.items ?? []);
    const isOpen = parts.some((part) => describesOthers(table, part));
    const description = {
      members,
      isOpen,
      ...(item !== undefined && others.length === 0 && { item }),
    };
    known.set(id, description);
    return description;
  };
}

/** True if members with other names are described too, or are always invalid. */
function describesOthers(table: SchemaTable, { keywords }: KeywordSchema): boolean {
  if (keywords.patternProperties !== undefined) return true;
  return [keywords.additionalProperties, keywords.unevaluatedProperties].some((id) => {
    const schema = id === undefined ? undefined : table.get(id);
    if (schema === undefined) return false;
    return schema.kind === 'boolean' ? !schema.value : Object.keys(schema.keywords).length > 0;
  });
}
