import type { PatternPropertiesPart } from '../../checks/check.js';
import type { JsonObject } from '../../model/read/json.js';
import { isObject } from '../../model/read/json.js';
import type { SchemaBuilder } from '../../model/read/schema/schema-builder.js';
import { everyDraft } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { checkPattern } from '../read/patterns.js';
import { readSchemaMap } from '../read/subschemas.js';

/** Core 10.3.2.2. */
export const patternProperties: Keyword<'patternProperties', PatternPropertiesPart> = {
  name: 'patternProperties',
  dialects: everyDraft,
  vocabulary: 'applicator',
  group: 'object',
  subschemas: 'map',
  applies: 'child',
  describesParts: true,
  read(builder, value, name) {
    readPatterns(builder, isObject(value) ? withoutInvalidPatterns(builder, value) : value, name);
  },
  lower({ keywords: { patternProperties: schemas = [] } }, lowering) {
    const patterns = schemas
      .map(([pattern, id]) => ({ pattern, target: lowering.target(id) }))
      .filter(({ target }) => target.kind !== 'anything');
    return patterns.length === 0 ? [] : [{ keyword: 'patternProperties', patterns }];
  },
};

const readPatterns = readSchemaMap('patternProperties');

/** Omits names that are not regular expressions, and reports them. */
function withoutInvalidPatterns(builder: SchemaBuilder, value: JsonObject): JsonObject {
  const invalid = Object.keys(value).filter(
    (source) => !checkPattern(builder, source, ['patternProperties', source], 'key'),
  );
  return invalid.length === 0
    ? value
    : Object.fromEntries(Object.entries(value).filter(([source]) => !invalid.includes(source)));
}
