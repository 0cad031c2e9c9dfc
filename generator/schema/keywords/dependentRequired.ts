import type { DependentRequiredPart } from '../../checks/check.js';
import { isObject } from '../../model/read/json.js';
import { wrongType } from '../../model/read/schema/schema-builder.js';
import type { Json } from '../../model/schema.js';
import { since2019 } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { strings } from '../read/texts.js';

/** Validation 6.5.4. */
export const dependentRequired: Keyword<'dependentRequired', DependentRequiredPart> = {
  name: 'dependentRequired',
  dialects: since2019,
  vocabulary: 'validation',
  group: 'object',
  read(builder, value) {
    if (!isObject(value)) return wrongType(builder, 'dependentRequired', 'an object', value);
    builder.keywords.dependentRequired = Object.keys(value).map(
      (key) => [key, strings(builder, value[key] as Json, 'dependentRequired', key) ?? []] as const,
    );
  },
  lower: ({ keywords: { dependentRequired: entries = [] } }) =>
    entries.flatMap(([name, required, spelling = 'dependentRequired']) =>
      required.length === 0 ? [] : [{ keyword: 'dependentRequired', spelling, name, required }],
    ),
};
