import type { Api, ErrorShape } from '../model/api.js';
import type { SchemaId } from '../model/schema.js';
import type { Use } from '../model/shape.js';
import { exported } from './exported.js';
import { chooseNames } from './names.js';
import type { ErrorPlan, Identifier } from './plan.js';
import { lowerFirst } from './words.js';

const use: Use = { direction: 'receive', representation: 'value' };

/** A constant for every error body that says how a server's own faults are told in it (`x-error`). */
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
    constant: exported(chosen, schema, 'description.ts', 'value'),
  }));
}
