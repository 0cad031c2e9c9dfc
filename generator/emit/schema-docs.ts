import { knownValues } from '../model/known-values.js';
import type { Annotations, Json, KeywordSchema, SchemaId } from '../model/schema.js';
import type { MemberShape } from '../model/shape.js';
import type { Plan } from '../plan/plan.js';
import { code, type Code, join, linesOf } from './code.js';
import { docblock, type DocblockDetails } from './docblock.js';

/** The document's words about a schema: its own, or those of what it refers to. */
export function schemaDocs(plan: Plan, id: SchemaId): readonly Code[] {
  const schema = plan.api.schemas.get(id);
  return schema?.kind !== 'keywords' ? [] : docblock(schema.annotations, detailsOf(plan, schema));
}

/** The words about a member; a member that only refers to a named type leaves the words to that. */
export function memberDocs(plan: Plan, member: MemberShape): readonly Code[] {
  return member.schema === undefined ? [] : schemaDocs(plan, member.schema);
}

function detailsOf(plan: Plan, schema: KeywordSchema): DocblockDetails {
  const { annotations, keywords, origin } = schema;
  return {
    values: valueProse(annotations, keywords.enum ?? knownValues(schema)),
    changes: plan.changesAt(origin),
  };
}

/** A doc comment with its frame, for places where no structure makes it. */
export function docLines(text: Code): Code {
  const lines = linesOf(text);
  const [first] = lines;
  if (lines.length === 1 && first !== undefined) return code`/** ${first} */`;
  return code`/**\n${join(
    lines.map((line) => (line === '' ? code` *` : code` * ${line}`)),
    '\n',
  )}\n */`;
}

/**
 * What is said of single values: `x-enum-descriptions`, a map from value to prose or a list beside the values, and before it the names that
 * `x-enum-varnames` lists beside them.
 */
function valueProse(
  annotations: Annotations,
  values: readonly Json[],
): readonly { readonly value: string; readonly text: string }[] {
  const { extensions } = annotations;
  const names = extensions['x-enum-varnames'] ?? extensions['x-enumNames'];
  const stated = extensions['x-enum-descriptions'] ?? extensions['x-enumDescriptions'];
  if (!Array.isArray(names) && !Array.isArray(stated)) return proseByValue(stated);
  const proses = new Map(proseByValue(stated).map(({ value, text }) => [value, text]));
  return values.flatMap((each, index) => {
    const value =
      typeof each === 'string' || typeof each === 'bigint' ? String(each) : JSON.stringify(each);
    const said = [
      Array.isArray(names) ? names[index] : undefined,
      Array.isArray(stated) ? stated[index] : proses.get(value),
    ].filter((part) => typeof part === 'string' && part !== '');
    return said.length === 0 ? [] : [{ value, text: said.join('. ') }];
  });
}

function proseByValue(
  stated: Json | undefined,
): readonly { readonly value: string; readonly text: string }[] {
  if (typeof stated !== 'object' || stated === null || Array.isArray(stated)) return [];
  return Object.entries(stated).flatMap(([value, text]) =>
    typeof text === 'string' ? [{ value, text }] : [],
  );
}
