import type {
  JsonData,
  JsonSchema,
  JsonSchemaObject,
  JsonSchemaRoot,
  JsonSchemas,
} from '../../json-schema/json-schemas.js';
import type { SchemaId } from '../../model/schema.js';
import type { ToolBodyPlan, ToolPlan, ToolResultPlan } from './plan.js';

/** A file as an argument. */
const file: JsonSchemaObject = {
  type: 'object',
  properties: {
    data: {
      type: 'string',
      contentEncoding: 'base64',
      description: 'Bytes of the file in base64.',
    },
    name: { type: 'string', description: 'Name of the file.' },
    mediaType: { type: 'string', description: 'Media type of the file, such as image/png.' },
  },
  required: ['data'],
  additionalProperties: false,
};

const page: JsonSchemaObject = {
  type: 'string',
  description: 'The "nextPage" of the preceding result. Absent for the first page.',
};

/** Schemas whose JSON Schemas a tool has. */
export function toolRoots({
  operation,
  arguments: args,
  body,
  results,
}: ToolPlan): readonly JsonSchemaRoot[] {
  const { binding } = operation.operation;
  const sent = [
    ...args.map(({ parameter }) => parameter.schema),
    body?.content?.schema,
    ...(binding.kind === 'json-rpc' ? binding.params.members.map(({ schema }) => schema) : []),
  ];
  const received = results.map(({ schema }) => schema);
  const isKnown = (id: SchemaId | undefined): id is SchemaId => id !== undefined;
  return [
    ...sent.filter(isKnown).map((id) => ({ id, direction: 'request' }) as const),
    ...received.filter(isKnown).map((id) => ({ id, direction: 'response' }) as const),
  ];
}

/** Schema of the arguments of a tool. */
export function inputSchema(tool: ToolPlan, schemas: JsonSchemas): JsonSchemaObject {
  const { arguments: args, body, isPaged } = tool;
  const properties: [string, JsonSchema][] = args.map(({ name, parameter }) => {
    const schema = schemas.schemaOf({ id: parameter.schema, direction: 'request' }).schema;
    return [name, described(schema, parameter.description?.text, parameter.deprecated)];
  });
  if (body !== undefined)
    properties.push([
      'body',
      described(
        bodySchema(tool, body, schemas),
        tool.operation.operation.request?.description?.text,
        false,
      ),
    ]);
  if (isPaged) properties.push(['page', page]);
  const required = [
    ...args.flatMap(({ name, parameter }) => (parameter.required ? [name] : [])),
    ...(body?.required === true ? ['body'] : []),
  ];
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** Schema of the structured result of a tool. */
export function outputSchema(
  { results, isPaged }: ToolPlan,
  schemas: JsonSchemas,
): JsonSchemaObject {
  const alternatives = new Map(
    results.map((result) => {
      const schema = resultSchema(result, schemas);
      return [JSON.stringify(schema), schema];
    }),
  );
  const distinct = [...alternatives.values()];
  const [only] = distinct;
  const result = distinct.length > 1 ? { anyOf: distinct } : (only ?? true);
  return {
    type: 'object',
    properties: {
      result,
      ...(isPaged
        ? {
            nextPage: {
              type: 'string',
              description: 'Argument "page" of the next page. Absent on the last page.',
            },
          }
        : {}),
    },
    required: ['result'],
  };
}

function resultSchema({ kind, schema }: ToolResultPlan, schemas: JsonSchemas): JsonSchema {
  switch (kind) {
    case 'none':
      return { type: 'null' };
    case 'text':
      return { type: 'string' };
    case 'file':
      return {
        type: 'object',
        properties: { mediaType: { type: 'string' }, bytes: { type: 'integer' } },
        required: ['mediaType', 'bytes'],
      };
    case 'json':
      return schema === undefined
        ? true
        : schemas.schemaOf({ id: schema, direction: 'response' }).schema;
  }
}

function bodySchema(
  { operation }: ToolPlan,
  { content, form, files, params }: ToolBodyPlan,
  schemas: JsonSchemas,
): JsonSchema {
  const { binding } = operation.operation;
  if (params !== undefined && binding.kind === 'json-rpc') {
    const { members } = binding.params;
    const [only] = members;
    if (params === 'single' && only !== undefined)
      return described(
        schemas.schemaOf({ id: only.schema, direction: 'request' }).schema,
        only.description,
        false,
      );
    const required = members.filter((each) => each.required).map(({ name }) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(
        members.map(({ name, description, schema }) => [
          name,
          described(
            schemas.schemaOf({ id: schema, direction: 'request' }).schema,
            description,
            false,
          ),
        ]),
      ),
      ...(required.length === 0 ? {} : { required }),
    };
  }
  if (form === 'file') return file;
  const schema = content?.schema;
  if (schema === undefined)
    return content?.codec === 'json'
      ? true
      : { type: content?.codec === 'xml' ? 'object' : 'string' };
  const root = { id: schema, direction: 'request' } as const;
  return form === 'form'
    ? withFiles(schemas.expand(root).schema, files)
    : schemas.schemaOf(root).schema;
}

/** A form whose files are objects with base64. */
function withFiles(schema: JsonSchema, files: readonly string[]): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const properties = (schema['properties'] ?? {}) as JsonSchemaObject;
  const isFile = new Set(files);
  const members = Object.entries(properties).map(([name, each]): [string, JsonData] => {
    if (!isFile.has(name)) return [name, each];
    const { type, description } = each as JsonSchemaObject;
    const made = type === 'array' ? { type: 'array', items: file } : file;
    return [name, description === undefined ? made : { ...made, description }];
  });
  const undeclared = files.filter((name) => !Object.hasOwn(properties, name));
  return {
    ...schema,
    properties: Object.fromEntries([
      ...members,
      ...undeclared.map((name) => [name, file] as const),
    ]),
  };
}

function described(
  schema: JsonSchema,
  description: string | undefined,
  deprecated: boolean,
): JsonSchema {
  if (schema === false) return schema;
  const words = {
    ...(description === undefined || description.trim() === '' ? {} : { description }),
    ...(deprecated ? { deprecated: true } : {}),
  };
  if (Object.keys(words).length === 0) return schema;
  return schema === true ? words : { ...schema, ...words };
}
