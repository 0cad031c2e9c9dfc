import type { FakeDirection } from '../../../runtime/fakes/maker.js';
import { defineWarning, type DiagnosticType, type Reporter } from '../../core/diagnostic.js';
import type { NameScope } from '../../plan/names/name-scope.js';
import type { NameRequest } from '../../plan/names/names.js';
import { upperFirst } from '../../plan/names/words.js';
import type { Plan, TypePlan } from '../../plan/plan.js';
import { planTable } from '../fake-tables/plan-table.js';
import type { FakePlan, FakesPlan } from './plan.js';

/** A schema for which the emitter finds no value. */
export const unfakableSchema: DiagnosticType<{ default: { type: string } }> = defineWarning(
  'unfakable-schema',
  {
    default: ({ type }) =>
      `the emitter "fakes" finds no value of "${type}" that satisfies its schema`,
  },
);

/** Seeds with which each schema is tried. */
const seeds = [0, 1, 2];

/** Plans a function for each named type of which fakes are found. Others are reported. */
export function planFakes(plan: Plan, scope: NameScope, reporter: Reporter): FakesPlan {
  const { shapes, types } = plan;
  const named = types.filter(({ use }) => use.representation === 'value');
  const names = scope.choose(named.map(nameRequest));
  const lowering = planTable(plan);
  const planned = named.flatMap(({ identifier: type, id, use }): readonly FakePlan[] => {
    const name = names.get(type.name);
    if (name === undefined) return [];
    const identifier = { name, from: file, typeOnly: false };
    return [{ identifier, type, key: lowering.key(id), direction: use.direction }];
  });
  const table = lowering.table();
  const make = lowering.maker();
  const canFake = (schema: string, direction: FakeDirection): boolean =>
    seeds.every((seed) => make({ schema, direction, seed }) !== undefined);
  const ids = new Map(named.map(({ identifier, id }) => [identifier.name, id]));
  const possible = planned.filter(({ type, key, direction }) => {
    if (canFake(key, direction)) return true;
    const id = ids.get(type.name);
    const schema = id === undefined ? undefined : shapes.schemas.get(id);
    reporter.report(
      unfakableSchema.default({ type: type.name }),
      schema?.origin ?? plan.api.origin,
      { hint: 'its keywords may contradict each other; no function is written for it' },
    );
    return false;
  });
  return { file, table, fakes: possible };
}

const file = 'fakes.ts';

function nameRequest({ identifier }: TypePlan): NameRequest {
  const name = upperFirst(identifier.name);
  return {
    key: identifier.name,
    candidates: [`fake${name}`, `fake${name}Value`],
    isVerbatim: name === identifier.name,
  };
}
