import type { Json } from '../../model/schema.js';

const positive: Json = { type: 'integer', minimum: 0 };
const positiveOrZero: Json = { allOf: [{ $ref: '#/definitions/positiveInteger' }, { default: 0 }] };
const schemaMap: Json = { type: 'object', additionalProperties: { $ref: '#' }, default: {} };
const schemaOrBoolean: Json = { anyOf: [{ type: 'boolean' }, { $ref: '#' }], default: {} };

/** The meta-schema of draft 4. */
export function draft4(): readonly Json[] {
  return [
    {
      id: 'http://json-schema.org/draft-04/schema#',
      $schema: 'http://json-schema.org/draft-04/schema#',
      definitions: {
        schemaArray: { type: 'array', minItems: 1, items: { $ref: '#' } },
        positiveInteger: positive,
        positiveIntegerDefault0: positiveOrZero,
        simpleTypes: {
          enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'],
        },
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
    },
  ];
}
