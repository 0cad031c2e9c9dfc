import { invalidComponentName } from '../diagnostics/names.js';
import type { NamedSchema } from '../../api.js';
import type { SchemaId } from '../../schema.js';
import { readHeaderComponent, readParameter } from './parameter.js';
import { readContent, readSchemaNode } from './media-type.js';
import { checkMembers, type ObjectNode, type ValueNode } from './node.js';
import { follow, membersAt, type Reading } from './reading.js';
import { readRequestBody } from './operation.js';
import { readResponse } from './response.js';

const KINDS = [
  'schemas',
  'responses',
  'parameters',
  'examples',
  'requestBodies',
  'headers',
  'securitySchemes',
  'links',
  'callbacks',
  'pathItems',
  'mediaTypes',
];

/** Reads the named schemas of the document, in document order (OpenAPI 3.1.1 section 4.8.7). */
export function readSchemaComponents(
  reading: Reading,
  components: ObjectNode,
): readonly NamedSchema[] {
  return membersAt(reading, components, 'schemas').flatMap(([name, valueNode]) => {
    if (name.startsWith('x-') && typeof valueNode.value !== 'object') return [];
    checkName(name, valueNode);
    const id: SchemaId = readSchemaNode(reading, valueNode);
    return [{ key: `schema:${name}` as const, name, id }];
  });
}

/** Reads every other component, referenced or not, so that mistakes in it are reported. */
export function readOtherComponents(reading: Reading, components: ObjectNode): void {
  checkMembers(components, KINDS, 'the components');
  for (const kind of KINDS.slice(1)) {
    for (const [name, valueNode] of membersAt(reading, components, kind)) {
      checkName(name, valueNode);
      readComponent(reading, kind, name, valueNode);
    }
  }
}

function readComponent(reading: Reading, kind: string, name: string, valueNode: ValueNode): void {
  if (kind === 'parameters') readParameter(reading, valueNode);
  else if (kind === 'responses') readResponse(reading, valueNode);
  else if (kind === 'requestBodies') readRequestBody(reading, valueNode);
  else if (kind === 'headers') readHeaderComponent(reading, name, valueNode);
  else if (kind === 'mediaTypes') readContent(reading, name, valueNode);
  else if (
    kind === 'examples' ||
    kind === 'links' ||
    kind === 'pathItems' ||
    kind === 'callbacks'
  ) {
    follow(reading, valueNode, `"${name}"`);
  }
}

function checkName(name: string, valueNode: ValueNode): void {
  if (/^[a-zA-Z0-9._-]+$/.test(name)) return;
  valueNode.reporter.report(
    invalidComponentName.component({ name, specification: 'OpenAPI' }),
    valueNode.origin,
    {
      part: 'key',
      hint: 'letters, digits, ".", "_" and "-" are allowed',
    },
  );
}
