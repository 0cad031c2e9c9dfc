import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import type { SchemaId } from '../../model/schema.js';
import { subschemas } from '../../model/analysis/subschemas.js';
import type { Rule } from '../rule.js';

const unusedComponent: DiagnosticType<{ default: { name: string } }> = defineWarning(
  'unused-component',
  {
    default: ({ name }) => `the schema "${name}" is not used`,
  },
);

/** Every named schema is used outside the components, directly or indirectly. */
export const unusedComponentRule: Rule = {
  diagnostics: [unusedComponent],
  check(api, reporter) {
    const used = new Set<SchemaId>();
    const pending: SchemaId[] = [];
    const use = (id: SchemaId | undefined): void => {
      if (id === undefined || used.has(id)) return;
      used.add(id);
      pending.push(id);
    };
    for (const schema of api.schemas.values()) {
      if (!schema.id.includes('#/components/schemas/')) use(schema.id);
    }
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const schema = api.schemas.get(id);
      if (schema?.kind === 'keywords') subschemas(schema.keywords).forEach(use);
    }
    for (const { name, id } of api.components) {
      const schema = api.schemas.get(id);
      if (schema === undefined || used.has(id)) continue;
      // A component that is a reference gives its target a name, which counts as a use.
      if (
        schema.kind === 'keywords' &&
        schema.keywords.$ref !== undefined &&
        used.has(schema.keywords.$ref)
      )
        continue;
      reporter.report(unusedComponent.default({ name }), schema.origin, {
        part: 'key',
      });
    }
  },
};
