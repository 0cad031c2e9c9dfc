import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Json } from '../../../generator/model/schema.js';

/** The meta-schemas of every draft by their address. Those of draft 6 and later come with ajv. */
export function readMetaSchemas(): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>();
  const folder = dirname(createRequire(import.meta.url).resolve('ajv/dist/refs/data.json'));
  const visit = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) visit(join(path, entry.name));
      else if (entry.name.endsWith('.json')) {
        const schema = JSON.parse(readFileSync(join(path, entry.name), 'utf8')) as {
          readonly $id?: string;
        };
        if (schema.$id?.includes('json-schema.org') === true) {
          found.set(schema.$id.replace(/#$/, ''), schema as Json);
        }
      }
    }
  };
  visit(folder);
  found.set('http://json-schema.org/draft-04/schema', draft4);
  return found;
}

const positive: Json = { type: 'integer', minimum: 0 };
const positiveOrZero: Json = { allOf: [{ $ref: '#/definitions/positiveInteger' }, { default: 0 }] };
const schemaMap: Json = { type: 'object', additionalProperties: { $ref: '#' }, default: {} };
const schemaOrBoolean: Json = { anyOf: [{ type: 'boolean' }, { $ref: '#' }], default: {} };

/** The meta-schema of draft 4, whose text has no package of its own. */
const draft4: Json = {
  id: 'http://json-schema.org/draft-04/schema#',
  $schema: 'http://json-schema.org/draft-04/schema#',
  definitions: {
    schemaArray: { type: 'array', minItems: 1, items: { $ref: '#' } },
    positiveInteger: positive,
    positiveIntegerDefault0: positiveOrZero,
    simpleTypes: { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] },
    stringArray: { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
  },
  type: 'object',
  properties: {
    id: { type: 'string' },
    $schema: { type: 'string' },
    title: { type: 'string' },
    description: { type: 'string' },
    default: {},
    multipleOf: { type: 'number', minimum: 0, exclusiveMinimum: true },
    maximum: { type: 'number' },
    exclusiveMaximum: { type: 'boolean' },
    minimum: { type: 'number' },
    exclusiveMinimum: { type: 'boolean' },
    maxLength: { $ref: '#/definitions/positiveInteger' },
    minLength: { $ref: '#/definitions/positiveIntegerDefault0' },
    pattern: { type: 'string', format: 'regex' },
    additionalItems: schemaOrBoolean,
    items: { anyOf: [{ $ref: '#' }, { $ref: '#/definitions/schemaArray' }], default: {} },
    maxItems: { $ref: '#/definitions/positiveInteger' },
    minItems: { $ref: '#/definitions/positiveIntegerDefault0' },
    uniqueItems: { type: 'boolean', default: false },
    maxProperties: { $ref: '#/definitions/positiveInteger' },
    minProperties: { $ref: '#/definitions/positiveIntegerDefault0' },
    required: { $ref: '#/definitions/stringArray' },
    additionalProperties: schemaOrBoolean,
    definitions: schemaMap,
    properties: schemaMap,
    patternProperties: schemaMap,
    dependencies: {
      type: 'object',
      additionalProperties: { anyOf: [{ $ref: '#' }, { $ref: '#/definitions/stringArray' }] },
    },
    enum: { type: 'array', minItems: 1, uniqueItems: true },
    type: {
      anyOf: [
        { $ref: '#/definitions/simpleTypes' },
        {
          type: 'array',
          items: { $ref: '#/definitions/simpleTypes' },
          minItems: 1,
          uniqueItems: true,
        },
      ],
    },
    format: { type: 'string' },
    allOf: { $ref: '#/definitions/schemaArray' },
    anyOf: { $ref: '#/definitions/schemaArray' },
    oneOf: { $ref: '#/definitions/schemaArray' },
    not: { $ref: '#' },
  },
  dependencies: { exclusiveMaximum: ['maximum'], exclusiveMinimum: ['minimum'] },
  default: {},
};
