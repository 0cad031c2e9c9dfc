import type { Origin } from '../../core/origin.js';
import { escapeToken } from '../../core/pointer.js';
import { misspelling } from '../../core/suggestion.js';
import type { Json, KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import type { Rule } from '../rule.js';
import { partsOf } from '../schema-facts.js';
import { exampleOrigin } from './invalid-example.js';

/**
 * A member of an example that no schema describes is not nearly called like one that is described and not there. Other members that nobody
 * describes are allowed, unless the schema says that there are none, of which the rule of examples tells.
 */
export const misspeltExample: Rule = (api, reporter) => {
  const looked = new Set<Json>();
  const told = new Set<string>();
  const describe = createDescriptions(api.schemas);
  const look = (id: SchemaId, value: Json, origin: Origin): void => {
    if (typeof value !== 'object' || value === null || looked.has(value)) return;
    looked.add(value);
    for (const { schema, pointer, name, meant } of slipsOf(describe, id, value, '', 0)) {
      // Who misspells a member does it in every example.
      const slip = `${schema} ${name}`;
      if (told.has(slip)) continue;
      told.add(slip);
      const place = pointer === '' ? '' : ` at ${pointer}`;
      reporter.warning(
        'misspelt-example',
        origin,
        `the example has a member "${name}"${place}, which no schema describes`,
        { hint: `did you mean "${meant}"?` },
      );
    }
  };
  for (const schema of api.schemas.values()) {
    if (schema.kind === 'boolean') continue;
    for (const [index, value] of (schema.annotations.examples ?? []).entries())
      look(schema.id, value, exampleOrigin(schema.origin, index));
  }
  for (const { schema, value, origin } of api.examples) look(schema, value, origin);
};

interface Slip {
  /** The schema of the object. */
  readonly schema: SchemaId;
  /** JSON Pointer to the object in the example. */
  readonly pointer: string;
  readonly name: string;
  readonly meant: string;
}

/** Examples are as deep as people write them. */
const most = 30;

function slipsOf(
  describe: (id: SchemaId) => Description,
  id: SchemaId,
  value: Json,
  pointer: string,
  level: number,
): readonly Slip[] {
  if (typeof value !== 'object' || value === null || level > most) return [];
  const { item, members, isOpen } = describe(id);
  if (Array.isArray(value)) {
    if (item === undefined) return [];
    return value.flatMap((each: Json, index) =>
      slipsOf(describe, item, each, `${pointer}/${index}`, level + 1),
    );
  }
  const isAbsent = (name: string): boolean => !Object.hasOwn(value, name);
  return Object.entries(value).flatMap(([name, member]: [string, Json]): readonly Slip[] => {
    const schema = members.get(name);
    if (schema !== undefined)
      return slipsOf(describe, schema, member, `${pointer}/${escapeToken(name)}`, level + 1);
    if (isOpen || members.has(name)) return [];
    const meant = misspelling(name, [...members.keys()].filter(isAbsent));
    return meant === undefined ? [] : [{ schema: id, pointer, name, meant }];
  });
}

/** What a schema with all its parts says of the members and items of its values. */
interface Description {
  /** Members by name, without a schema where several have a say. */
  readonly members: ReadonlyMap<string, SchemaId | undefined>;
  /** Whether other members are described too, or surely wrong. */
  readonly isOpen: boolean;
  /** What describes each item, if one schema does. */
  readonly item?: SchemaId;
}

function createDescriptions(table: SchemaTable): (id: SchemaId) => Description {
  const known = new Map<SchemaId, Description>();
  return (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const parts = partsOf(table, id);
    const members = new Map<string, SchemaId | undefined>();
    for (const [name, schema] of parts.flatMap(({ keywords }) => keywords.properties ?? []))
      members.set(name, members.has(name) ? undefined : schema);
    const [item, ...others] = parts.flatMap(({ keywords }) => keywords.items ?? []);
    const isOpen = parts.some((part) => takesOthers(table, part));
    const found = { members, isOpen, ...(item !== undefined && others.length === 0 && { item }) };
    known.set(id, found);
    return found;
  };
}

/** Whether members of other names are described too, or surely wrong. */
function takesOthers(table: SchemaTable, { keywords }: KeywordSchema): boolean {
  if (keywords.patternProperties !== undefined) return true;
  return [keywords.additionalProperties, keywords.unevaluatedProperties].some((id) => {
    const schema = id === undefined ? undefined : table.get(id);
    if (schema === undefined) return false;
    return schema.kind === 'boolean' ? !schema.value : Object.keys(schema.keywords).length > 0;
  });
}
