import type { KeywordSchema, SchemaId } from '../model/schema.js';
import type { MemberShape } from '../model/shape/shape.js';
import {
  nameList,
  proseByText,
  proseOf,
  textOfValue,
  valueNames,
} from '../model/analysis/value-names.js';
import type { Plan } from '../plan/plan.js';
import { code, type Text, join, linesOf } from '../printer/code.js';
import { docblock, type DocblockDetails } from './docblock.js';

/** Doc comment of a schema, from its annotations. */
export function schemaDocs(plan: Plan, id: SchemaId): readonly Text[] {
  const schema = plan.api.schemas.get(id);
  return schema?.kind !== 'keywords' ? [] : docblock(schema.annotations, detailsOf(plan, schema));
}

/** Doc comment without the descriptions of single values, for types whose members have comments. */
export function docsBesideValues(plan: Plan, id: SchemaId): readonly Text[] {
  const schema = plan.api.schemas.get(id);
  if (schema?.kind !== 'keywords') return [];
  return docblock(schema.annotations, { changes: plan.changesAt(schema.origin) });
}

/**
 * Doc comment of a property. Empty if the property refers to a named type, which has its own
 * comment.
 */
export function memberDocs(plan: Plan, member: MemberShape): readonly Text[] {
  return member.schema === undefined ? [] : schemaDocs(plan, member.schema);
}

function detailsOf(plan: Plan, schema: KeywordSchema): DocblockDetails {
  return {
    values: valueProse(schema),
    changes: plan.changesAt(schema.origin),
  };
}

/** Formats a doc comment including its delimiters, for code that is not built from structures. */
export function docLines(text: Text): Text {
  const lines = linesOf(text);
  const [first] = lines;
  if (lines.length === 1 && first !== undefined) return code`/** ${first} */`;
  return code`/**\n${join(
    lines.map((line) => (line === '' ? code` *` : code` * ${line}`)),
    '\n',
  )}\n */`;
}

/**
 * Names and descriptions of listed values. A map from value to description is used as it is if no
 * value has a name.
 */
function valueProse(
  schema: KeywordSchema,
): readonly { readonly value: string; readonly text: string }[] {
  const described = [...valueNames(schema)].flatMap(([value, { name, prose }]) => {
    const text = [name, prose].filter((part) => part !== undefined).join('. ');
    return text === '' ? [] : [{ value: textOfValue(value), text }];
  });
  const byText = proseByText(proseOf(schema)).map(([value, text]) => ({ value, text }));
  return byText.length > 0 && nameList(schema) === undefined ? byText : described;
}
