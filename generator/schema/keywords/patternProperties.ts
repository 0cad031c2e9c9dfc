import type { PatternPropertiesPart } from '../../checks/check.js';
import { holds } from '../../checks/statements/condition.js';
import { rejectionOf } from '../../checks/reports/violations.js';
import { type JsonObject, isObject } from '../../model/read/json.js';
import type { SchemaBuilder } from '../../model/read/schema/schema-builder.js';
import { code } from '../../printer/code.js';
import { everyDraft } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { forEachMember } from '../print/members.js';
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
  targets: ({ patterns }) => patterns.map(({ target }) => target),
  loops: true,
  lower({ keywords: { patternProperties: schemas = [] } }, lowering) {
    const patterns = schemas
      .map(([pattern, id]) => ({ pattern, target: lowering.target(id) }))
      .filter(({ target }) => target.kind !== 'anything');
    return patterns.length === 0 ? [] : [{ keyword: 'patternProperties', patterns }];
  },
  guard: ({ patterns }, instance, context) =>
    patterns.flatMap(({ pattern, target }) =>
      forEachMember(
        instance,
        context,
        (name) => holds(code`${context.file.pattern(pattern, instance.location)}.test(${name})`),
        (member) =>
          context.guardTarget(
            target,
            member,
            rejectionOf('patternProperties', 'no member of such a name'),
          ),
      ),
    ),
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
