/**
 * Description with a given number of operations, four per resource. Each resource has a schema that refers to the previous one, so the size of
 * the document is proportional to the number of operations.
 */
export function describedOperations(count) {
  const resources = Math.ceil(count / 4);
  const paths = {};
  const schemas = { Fault: fault };
  for (let index = 0; index < resources; index += 1) {
    const name = `Thing${index}`;
    schemas[name] = thing(`#/components/schemas/Thing${Math.max(index - 1, 0)}`);
    paths[`/things${index}`] = {
      get: operation(`list${name}s`, name, { type: 'array', items: ref(name) }, listParameters),
      post: { ...operation(`create${name}`, name, ref(name), []), requestBody: json(ref(name)) },
    };
    paths[`/things${index}/{id}`] = {
      get: operation(`get${name}`, name, ref(name), [id]),
      delete: operation(`delete${name}`, name, ref(name), [id]),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Growth', version: '1.0.0' },
    servers: [{ url: 'https://api.example.com' }],
    paths,
    components: { schemas },
  };
}

const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema) => ({ required: true, content: { 'application/json': { schema } } });

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const listParameters = [
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
  { name: 'state', in: 'query', schema: { enum: ['open', 'closed'] } },
];

const fault = {
  type: 'object',
  required: ['message'],
  properties: { message: { type: 'string' }, code: { type: 'integer' } },
};

function thing(before) {
  return {
    type: 'object',
    description: 'One of the things that this service keeps.',
    required: ['id', 'name', 'state'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      name: { type: 'string', minLength: 1, maxLength: 80, description: 'What people call it.' },
      state: { type: 'string', enum: ['open', 'closed', 'gone'] },
      size: { type: 'number', minimum: 0 },
      tags: { type: 'array', items: { type: 'string' } },
      owner: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } } },
      before: { $ref: before },
    },
  };
}

function operation(operationId, tag, schema, parameters) {
  return {
    operationId,
    tags: [`${tag.slice(0, 6)}s`],
    summary: `Calls ${operationId}.`,
    parameters,
    responses: {
      200: { description: 'It is there.', content: { 'application/json': { schema } } },
      404: { description: 'It is not.', content: { 'application/json': { schema: ref('Fault') } } },
    },
  };
}
