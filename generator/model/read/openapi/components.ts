import type { NamedSchema } from '../../api.js';
import type { SchemaId } from '../../schema.js';
import { readHeaderComponent } from './header.js';
import { readContent, readSchemaPlace } from './media-type.js';
import { checkMembers } from './node.js';
import type { Node, Place } from './node.js';
import { readParameter } from './parameter.js';
import { follow, membersAt } from './reading.js';
import type { Reading } from './reading.js';
import { readRequestBody } from './request-body.js';
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

/** The schemas that the document names, in its order (OpenAPI 3.1.1 section 4.8.7). */
export function readSchemaComponents(reading: Reading, components: Node): readonly NamedSchema[] {
  return membersAt(reading, components, 'schemas').flatMap(([name, place]) => {
    if (name.startsWith('x-') && typeof place.value !== 'object') return [];
    checkName(name, place);
    const id: SchemaId = readSchemaPlace(reading, place);
    return [{ key: `schema:${name}` as const, name, id }];
  });
}

/** Reads every other component, whether anything refers to it or not, so that its faults are known. */
export function readOtherComponents(reading: Reading, components: Node): void {
  checkMembers(components, KINDS, 'the components');
  for (const kind of KINDS.slice(1)) {
    for (const [name, place] of membersAt(reading, components, kind)) {
      checkName(name, place);
      readComponent(reading, kind, name, place);
    }
  }
}

function readComponent(reading: Reading, kind: string, name: string, place: Place): void {
  if (kind === 'parameters') readParameter(reading, place);
  else if (kind === 'responses') readResponse(reading, place);
  else if (kind === 'requestBodies') readRequestBody(reading, place);
  else if (kind === 'headers') readHeaderComponent(reading, name, place);
  else if (kind === 'mediaTypes') readContent(reading, name, place);
  else if (
    kind === 'examples' ||
    kind === 'links' ||
    kind === 'pathItems' ||
    kind === 'callbacks'
  ) {
    follow(reading, place, `"${name}"`);
  }
}

function checkName(name: string, place: Place): void {
  if (/^[a-zA-Z0-9._-]+$/.test(name)) return;
  place.reporter.warning(
    'invalid-component-name',
    place.origin,
    `"${name}" is not a name that OpenAPI allows for a component`,
    {
      part: 'key',
      hint: 'letters, digits, ".", "_" and "-" are allowed',
    },
  );
}
