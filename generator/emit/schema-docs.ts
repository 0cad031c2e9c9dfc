import type { KeywordSchema, SchemaId } from '../model/schema.js';
import type { MemberShape } from '../model/shape.js';
import { nameList, proseByText, proseOf, textOfValue, valueWords } from '../model/value-words.js';
import type { Plan } from '../plan/plan.js';
import { code, type Code, join, linesOf } from './code.js';
import { docblock, type DocblockDetails } from './docblock.js';

/** The document's words about a schema: its own, or those of what it refers to. */
export function schemaDocs(plan: Plan, id: SchemaId): readonly Code[] {
  const schema = plan.api.schemas.get(id);
  return schema?.kind !== 'keywords' ? [] : docblock(schema.annotations, detailsOf(plan, schema));
}

/** The same without a word of its single values, where these have comments of their own. */
export function docsBesideValues(plan: Plan, id: SchemaId): readonly Code[] {
  const schema = plan.api.schemas.get(id);
  if (schema?.kind !== 'keywords') return [];
  return docblock(schema.annotations, { changes: plan.changesAt(schema.origin) });
}

/** The words about a member; a member that only refers to a named type leaves the words to that. */
export function memberDocs(plan: Plan, member: MemberShape): readonly Code[] {
  return member.schema === undefined ? [] : schemaDocs(plan, member.schema);
}

function detailsOf(plan: Plan, schema: KeywordSchema): DocblockDetails {
  return {
    values: valueProse(schema),
    changes: plan.changesAt(schema.origin),
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
 * What is said of single values: their names and what they mean. A map from value to prose counts as it is written where nothing has a name.
 */
function valueProse(
  schema: KeywordSchema,
): readonly { readonly value: string; readonly text: string }[] {
  const said = [...valueWords(schema)].flatMap(([value, { name, prose }]) => {
    const text = [name, prose].filter((part) => part !== undefined).join('. ');
    return text === '' ? [] : [{ value: textOfValue(value), text }];
  });
  const byText = proseByText(proseOf(schema)).map(([value, text]) => ({ value, text }));
  return byText.length > 0 && nameList(schema) === undefined ? byText : said;
}
