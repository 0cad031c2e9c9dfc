import type { SchemaId } from '../../model/schema.js';
import { subschemas } from '../../model/subschemas.js';
import type { Rule } from '../rule.js';

/** Every schema that the document names is used outside of the components, directly or through others. */
export const unusedComponent: Rule = (api, reporter) => {
  const used = new Set<SchemaId>();
  const waiting: SchemaId[] = [];
  const use = (id: SchemaId | undefined): void => {
    if (id === undefined || used.has(id)) return;
    used.add(id);
    waiting.push(id);
  };
  for (const schema of api.schemas.values()) {
    if (!schema.id.includes('#/components/schemas/')) use(schema.id);
  }
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const schema = api.schemas.get(id);
    if (schema?.kind === 'keywords') subschemas(schema.keywords).forEach(use);
  }
  for (const { name, id } of api.components) {
    const schema = api.schemas.get(id);
    if (schema === undefined || used.has(id)) continue;
    // A component that is a reference gives its target a name, which is a use of its own.
    if (
      schema.kind === 'keywords' &&
      schema.keywords.$ref !== undefined &&
      used.has(schema.keywords.$ref)
    )
      continue;
    reporter.warning('unused-component', schema.origin, `nothing uses the schema "${name}"`, {
      part: 'key',
    });
  }
};
