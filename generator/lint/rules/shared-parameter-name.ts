import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { wireTypeOf } from '../../model/analysis/wire-type.js';
import type { Parameter } from '../../model/api.js';
import type { SchemaTable } from '../../model/schema.js';
import type { Rule } from '../rule.js';

const sharedParameterName: DiagnosticType<{
  default: { name: string; first: string; second: string };
}> = defineWarning('shared-parameter-name', {
  default: ({ name, first, second }) =>
    `"${first}" and "${second}" both send "${name}", so a call can have only one of them with it`,
});

/** Parameters of one operation are sent under different names. */
export const sharedParameterNameRule: Rule = {
  diagnostics: [sharedParameterName],
  check(api, reporter) {
    const reported = new Set<Parameter>();
    for (const { parameters } of api.operations)
      for (const location of ['query', 'cookie'] as const) {
        const senders = new Map<string, Parameter>();
        for (const parameter of parameters) {
          if (parameter.in !== location) continue;
          for (const name of sentNames(api.schemas, parameter)) {
            const first = senders.get(name);
            senders.set(name, first ?? parameter);
            if (first === undefined || reported.has(parameter)) continue;
            reported.add(parameter);
            reporter.report(
              sharedParameterName.default({ name, first: first.name, second: parameter.name }),
              parameter.origin,
              {
                hint: 'rename one, or write the object in style "deepObject", which puts its own name first',
              },
            );
          }
        }
      }
  },
};

/** Names under which the known parts of a parameter are sent. */
function sentNames(schemas: SchemaTable, parameter: Parameter): readonly string[] {
  const { wire, name, schema } = parameter;
  if (wire.kind === 'content') return [name];
  const { style, explode } = wire;
  const isDeep = style === 'deepObject';
  if (!isDeep && !(explode && (style === 'form' || style === 'cookie'))) return [name];
  const { types, properties = {} } = wireTypeOf(schemas, schema);
  if (!types.includes('object')) return [name];
  const members = Object.keys(properties);
  const others = types.length > 1 ? [name] : [];
  return [...others, ...(isDeep ? members.map((member) => `${name}[${member}]`) : members)];
}
