import type { Reporter } from '../../core/diagnostic.js';
import { nameOf, type NameScope } from '../../plan/names/name-scope.js';
import { upperFirst } from '../../plan/names/words.js';
import type { Identifier, Plan } from '../../plan/plan.js';
import { usesXml } from '../../typescript/examples/call.js';
import { planTable } from '../fake-tables/plan-table.js';
import type { MockedServicePlan, MswPlan } from './plan.js';
import { needsBodyOnly, planReplies, usualOutcome } from './plan-replies.js';

const file = 'msw.ts';

/** Plans a mock for each operation. Returns `undefined` if there are no operations. */
export function planMsw(plan: Plan, scope: NameScope, reporter: Reporter): MswPlan | undefined {
  const services = plan.services.filter(({ operations }) => operations.length > 0);
  if (services.length === 0) return undefined;
  const { baseName } = plan;
  const chosen = scope.choose([
    { key: 'mocks', candidates: [`${baseName}Mocks`, `${baseName}ApiMocks`] },
    { key: 'create', candidates: [`create${baseName}Mocks`, `create${baseName}ApiMocks`] },
    { key: 'mock all', candidates: [`mock${baseName}`, `mock${baseName}Api`] },
    ...services.map(({ property }) => {
      const name = upperFirst(property);
      return {
        key: `service ${property}`,
        candidates: [`${name}Mocks`, `${name}ServiceMocks`],
      };
    }),
  ]);
  const identifier = (key: string, from: string, typeOnly: boolean): Identifier => ({
    name: nameOf(chosen, key),
    from,
    typeOnly,
  });
  const table = planTable(plan);
  const replies = planReplies(plan, table, reporter);
  return {
    file,
    mocksType: identifier('mocks', file, true),
    create: identifier('create', file, false),
    mockAll: identifier('mock all', file, false),
    services: services.map((service): MockedServicePlan => {
      const from = service.file.replace(/^operations\//, 'msw/');
      return {
        service,
        file: from,
        mocksType: identifier(`service ${service.property}`, from, true),
        operations: service.operations.map((operation) => {
          const usual = usualOutcome(operation);
          return {
            operation,
            ...(usual !== undefined && needsBodyOnly(usual) && { usual: usual.respond }),
          };
        }),
      };
    }),
    replies,
    table: table.table(),
    usesXml: usesXml(plan.operations),
  };
}
