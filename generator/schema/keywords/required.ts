import { looseForm } from '../../core/diagnostics/values.js';
import type { SchemaBuilder } from '../../model/read/schema/schema-builder.js';
import { report, wrongType } from '../../model/read/schema/schema-builder.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { strings } from '../read/texts.js';

/** Validation 6.5.3. */
export const required: Keyword<'required'> = {
  name: 'required',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'object',
  loweredBy: 'properties',
  read(builder, value) {
    if (typeof value === 'boolean') return rejectFlag(builder, value);
    const names = strings(builder, value, 'required');
    if (names === undefined) return;
    // Draft 4 and OpenAPI 3.0 require at least one name (JSON Schema Validation draft 4 section 5.4.3).
    if (names.length === 0 && builder.scope.dialect.id === 'openapi-3.0')
      report(builder, looseForm.emptyRequired(), ['required'], { hint: 'omit it' });
    builder.keywords.required = names;
  },
};

/** Reports `required: true` in the schema of a property, as draft 3 had it. */
function rejectFlag(builder: SchemaBuilder, value: boolean): void {
  const { origin } = builder;
  const name = 'key' in origin && typeof origin.key === 'string' ? origin.key : 'name';
  const hint = `list it in the schema of the object: "required: [${name}]"`;
  wrongType(builder, 'required', 'an array of strings', value, value ? { hint } : undefined);
}
