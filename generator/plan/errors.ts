import type { Api, ErrorShape } from '../model/api.js';
import type { SchemaId } from '../model/schema.js';
import type { Use } from '../model/shape/shape.js';
import { exportedIdentifier } from './names/name-scope.js';
import { chooseNames } from './names/names.js';
import type { ErrorPlan, Identifier } from './plan.js';
import { lowerFirst } from './names/words.js';

const use: Use = { direction: 'receive', representation: 'value' };

/**
 * Plans a constant for each error body whose schema describes the server's own faults (`x-error`).
 */
export function planErrors(
  api: Api,
  typeOf: (id: SchemaId, use: Use) => Identifier | undefined,
  taken: Set<string>,
): readonly ErrorPlan[] {
  const shapes = new Map<SchemaId, ErrorShape>();
  for (const { outcomes } of api.operations) {
    for (const { error } of outcomes) if (error !== undefined) shapes.set(error.schema, error);
  }
  const chosen = chooseNames(
    [...shapes.keys()].map((schema) => {
      const name = lowerFirst(typeOf(schema, use)?.name ?? 'error');
      return { key: schema, candidates: [`${name}Faults`, `${name}ServerFaults`] };
    }),
    taken,
  );
  return [...shapes].map(([schema, shape]) => ({
    shape,
    constant: exportedIdentifier(chosen, schema, 'description.ts', 'value'),
  }));
}
