import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readSchemaMap } from '../read/subschemas.js';

/** Core 10.3.2.1. */
export const properties: Keyword<'properties'> = {
  name: 'properties',
  dialects: everyDialect,
  vocabulary: 'applicator',
  group: 'object',
  subschemas: 'map',
  applies: 'child',
  describesParts: true,
  read: readSchemaMap('properties'),
};
