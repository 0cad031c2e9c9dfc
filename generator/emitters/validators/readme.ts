import template from '../../../templates/validators/readme.hbs';
import type { Plan } from '../../plan/plan.js';
import { identifier, stringLiteral } from '../../printer/code.js';
import { importedNames } from '../../typescript/examples/imports.js';
import type { Pages } from '../../printer/template.js';
import type { ReadmePart } from '../emitter.js';

/**
 * README section about the validators, with those of the first named object, or of the first type
 * if there are no objects.
 */
export function validatorsReadme(plan: Plan, pages: Pages): ReadmePart | undefined {
  const named = plan.checks.filter(({ exported, type }) => exported && type !== undefined);
  const objects = new Set(
    plan.types.flatMap(({ id, shape }) => (shape.kind === 'object' ? id : [])),
  );
  const check = named.find(({ id }) => objects.has(id)) ?? named[0];
  if (check?.schema === undefined) return undefined;
  const [guard, schema] = [identifier(check.guard.name), identifier(check.schema.name)];
  const module = stringLiteral(`${plan.package.name}/validators`);
  return {
    text: pages.render('validators/readme', template, {
      module,
      imports: importedNames([guard, schema], module),
      guard,
      schema,
    }),
  };
}
