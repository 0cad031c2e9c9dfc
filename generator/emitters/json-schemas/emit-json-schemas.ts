import type { Reporter } from '../../core/diagnostic.js';
import { directionOf } from '../../checks/evaluation-context.js';
import { createJsonSchemas, type JsonDefinition } from '../../json-schema/json-schemas.js';
import { reportLimits } from '../../json-schema/report-limits.js';
import { isIdentifier } from '../../plan/names/names.js';
import { camelCase, wordsOf } from '../../plan/names/words.js';
import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, stringLiteral, type Code, type Name } from '../../printer/code.js';
import { constant, exportedConstant } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { Declaration, SourceFile } from '../../printer/source-file.js';
import { block, list, objectLines, returns } from '../../printer/values.js';
import { dataLiteral } from '../../typescript/data-literal.js';
import type { JsonSchemasPlan } from './plan.js';

/** Emits `json-schemas.ts`: a constant for each named type, and for each schema to which they refer. */
export function emitJsonSchemas(
  { file, schemas: planned }: JsonSchemasPlan,
  plan: Plan,
  reporter: Reporter,
): SourceFile {
  const scope = createFileScope(plan, file);
  const typeName = scope.name(runtimeNames.validate.JsonDefinition);
  const components = new Map(plan.api.components.map(({ id, name }) => [id, name]));
  const typeNames = new Map(planned.map(({ check }) => [check.id, check.type?.name]));
  const roots = planned.map(({ check, identifier }) => ({
    name: scope.name(identifier),
    id: check.id,
    direction: directionOf(check.use),
  }));
  const schemas = createJsonSchemas(
    plan.shapes,
    roots,
    (id) => components.get(id) ?? typeNames.get(id),
  );
  const constants = new Map<string, Name>();
  const definitions = roots.map((root) => ({ ...root, definition: schemas.define(root) }));
  for (const { name, definition } of definitions)
    if (!constants.has(definition.name)) constants.set(definition.name, name);
  const exported = new Set(constants.keys());
  const exports = definitions.map(({ name, definition }) => {
    const own = constantOf(definition.name);
    return exportedConstant(name, typeName, own === name ? literalOf(definition) : own);
  });
  const others: Declaration[] = [];
  for (const definition of schemas.definitions().values())
    if (!exported.has(definition.name))
      others.push(constant(constantOf(definition.name), typeName, literalOf(definition)));
  reportLimits(schemas.limits(), 'json-schemas', reporter);
  return scope.finish([...exports, ...others]);

  function literalOf({ name, schema, uses, isConverted }: JsonDefinition): Code {
    return objectLines([
      { key: code`name`, value: stringLiteral(name) },
      { key: code`schema`, value: dataLiteral(schema) },
      ...(uses.length === 0
        ? []
        : [{ value: block(code`get uses()`, [returns(list(uses.map(constantOf)))]) }]),
      ...(isConverted ? [{ key: code`isConverted`, value: code`true` }] : []),
    ]);
  }

  function constantOf(name: string): Name {
    const known = constants.get(name);
    if (known !== undefined) return known;
    const own = scope.local(localName(name));
    constants.set(name, own);
    return own;
  }
}

function localName(definition: string): string {
  const name = camelCase(wordsOf(definition));
  return isIdentifier(name) ? `${name}Definition` : `schema${name}Definition`;
}
