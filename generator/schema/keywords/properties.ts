import { anything, type MemberCheck, type PropertiesPart } from '../../checks/check.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readSchemaMap } from '../read/subschemas.js';

/** Core 10.3.2.1. */
export const properties: Keyword<'properties', PropertiesPart> = {
  name: 'properties',
  dialects: everyDialect,
  vocabulary: 'applicator',
  group: 'object',
  subschemas: 'map',
  applies: 'child',
  describesParts: true,
  read: readSchemaMap('properties'),
  lower({ keywords: { properties: declared = [] } }, lowering) {
    const required = new Set(lowering.requiredNames());
    const members: MemberCheck[] = [];
    for (const [name, id] of declared) {
      const isRequired = required.delete(name);
      const target = lowering.target(id);
      if (isRequired || target.kind !== 'anything')
        members.push({ name, required: isRequired, target });
    }
    // The remaining names are required but not declared.
    for (const name of required) members.push({ name, required: true, target: anything });
    return members.length === 0 ? [] : [{ keyword: 'properties', members }];
  },
};
