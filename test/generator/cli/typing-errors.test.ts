import { expect, test } from 'vitest';
import { memoryHost } from '../../../generator/host/memory.js';
import { run } from './console.js';

const right = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets/{name}:
    get:
      operationId: getPet
      tags: [Pets]
      parameters:
        - name: name
          in: path
          required: true
          schema: { type: string }
      responses:
        '200':
          description: The pet.
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Pet'
  /pets:
    get:
      operationId: listPets
      responses:
        '200':
          description: All.
components:
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name:
          type: string
        age:
          type: integer
          minimum: 0
`;

/** The original text, the typing error, and all expected parts of the report: position, sentence and hint. */
const slips: readonly (readonly [was: string, is: string, told: readonly string[]])[] = [
  [
    '      tags: [Pets]\n',
    '     tags: [Pets]\n',
    [
      '7:6: error: this line is not indented like the lines around it [syntax]',
      'indent it like the other members of the same object',
    ],
  ],
  [
    '      tags: [Pets]\n',
    '\ttags: [Pets]\n',
    ['7:1: error: tabs are not allowed as indentation [syntax]', 'indent with spaces'],
  ],
  [
    '        name:\n          type: string\n',
    '        - name:\n          type: string\n',
    ['34:9: error: this line is not indented like the lines around it [syntax]'],
  ],
  [
    'info: { title: Pets, version: 1.0.0 }',
    'info:\n  title Pets\n  version: 1.0.0',
    [
      '3:3: error: a key is followed by a colon and a space, on its own line [syntax]',
      'write "key: value"',
    ],
  ],
  [
    'description: All.',
    'description: All: of them.',
    [
      '25:24: error: this line has a second key [syntax]',
      'put text with a colon and a space in quotes',
    ],
  ],
  [
    'description: All.',
    "description: 'All.",
    ['error: the closing quote is missing [syntax]', 'the text begins at line 25, column 24'],
  ],
  [
    "'#/components/schemas/Pet'",
    'Pet',
    ['19:23: error: "Pet" does not exist', 'did you mean "#/components/schemas/Pet"?'],
  ],
  [
    "$ref: '#/components/schemas/Pet'",
    "ref: '#/components/schemas/Pet'",
    ['19:17: warning: "ref" is not a keyword of OpenAPI since 3.1', 'did you mean "$ref"?'],
  ],
  [
    'type: string\n        age',
    'type: string\n          required: true\n        age',
    [
      '34:21: error: "required" must be an array of strings, not a boolean',
      'list it in the schema of the object: "required: [name]"',
    ],
  ],
  [
    '  /pets:\n',
    '  pets:\n',
    ['20:3: error: the path "pets" does not begin with "/"', 'write "/pets"'],
  ],
  [
    '/pets/{name}',
    '/pets/:name',
    ['9:11: error: the path "/pets/:name" has no parameter "{name}"', 'write "/pets/{name}"'],
  ],
  [
    'operationId: listPets\n',
    'operationId: listPets\n      body: {}\n',
    ['23:7: warning: "body" is not a member of an operation', 'did you mean "requestBody"?'],
  ],
  [
    'operationId: listPets\n',
    'operationId: listPets\n      security: [{ bearer: [] }]\n',
    ['23:20: error: "bearer" is not among "components.securitySchemes"', 'none are declared'],
  ],
  ['in: path', 'in: paths', ['10:15: error: "paths" is not a location of a parameter']],
  [right, '', ['error: the file is empty [unsupported-document]']],
  [right, '# soon\n', ['error: the file is empty [unsupported-document]']],
];

test.each(slips)('explains a typing error: %j becomes %j', async (was, is, expected) => {
  const host = memoryHost({ 'a.yaml': right.replace(was, is) }, '/work');
  const { error } = await run(['generate', 'a.yaml', '--out', 'api'], host);
  for (const words of expected) expect(error).toContain(words);
  expect(error.match(/(?:error|warning): /g)).toHaveLength(1);
});
