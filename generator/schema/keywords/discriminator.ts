import { isObject } from '../../model/read/json.js';
import { wrongType } from '../../model/read/schema/schema-builder.js';
import type { Keyword } from '../keyword.js';

/** OpenAPI 3.1.1, 4.8.25. Stored until every reference is resolved. */
export const discriminator: Keyword<'discriminator'> = {
  name: 'discriminator',
  dialects: { also: ['openapi-3.0', 'openapi-3.1', 'asyncapi'] },
  vocabulary: 'base',
  group: 'none',
  subschemas: 'mapping',
  read(builder, value) {
    const { id, reading, scope, origin } = builder;
    if (scope.dialect.discriminatorIsName === true) {
      if (typeof value !== 'string') return wrongType(builder, 'discriminator', 'a string', value);
      return reading.discriminate(id, { propertyName: value }, scope, origin);
    }
    if (!isObject(value)) return wrongType(builder, 'discriminator', 'an object', value);
    reading.discriminate(id, value, scope, origin);
  },
};
