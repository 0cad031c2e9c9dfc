import type { RequestCheck } from '../../runtime/core/check.js';
import type { OperationDescriptor } from '../../runtime/core/descriptor.js';
import { generatorVersion } from '../core/version.js';
import { describeOperation } from '../emitters/calls/descriptor.js';
import { xmlEntries, xmlTable } from '../emitters/conversions/plan.js';
import { emitters } from '../emitters/index.js';
import { planPackage } from '../emitters/plan-package.js';
import { validatorsOf } from '../emitters/validators/plan.js';
import { emitValidators } from '../emitters/validators/validators.js';
import { byteForms } from '../model/analysis/binary-forms.js';
import { countLookups } from '../model/analysis/counted-schemas.js';
import type { Api, Operation } from '../model/api.js';
import { reachableSchemas } from '../model/select.js';
import { createShapes } from '../model/shape/create-shapes.js';
import type { Shapes } from '../model/shape/shape.js';
import { checksFile } from '../plan/check-files.js';
import type { Plan } from '../plan/plan.js';
import { createFileScope } from '../printer/file-scope.js';
import { printSourceFile } from '../printer/print.js';
import { withPatterns } from '../typescript/pattern-code.js';
import { createDataScope, evaluateChecks } from './evaluate.js';

/** What the runtime needs to serve one operation, and the schemas of its responses. */
export interface CompiledOperation {
  /** The operation without what a mock leaves out: limits of rates, keys of idempotency, and forms of errors. */
  readonly operation: Operation;
  readonly descriptor: OperationDescriptor;
  /** Checks of requests; absent if every request is valid. */
  readonly checks?: RequestCheck;
  /** Shapes of the schemas that the operation uses. */
  readonly shapes: Shapes;
}

/** Plans one operation and compiles the checks of its requests, as `generate` does for a package. Takes no schemas but those it uses. */
export function compileOperation(api: Api, described: Operation): CompiledOperation {
  const operation = plainOperation(described);
  const own = restrictTo(api, [operation]);
  const requestOnly = { ...operation, outcomes: [] };
  const checks = compileRequests(restrictTo(own, [requestOnly]));
  const shapes = shapesOf(own);
  return {
    operation,
    descriptor: describe(planOf(own, shapes)),
    ...(checks !== undefined && { checks }),
    shapes,
  };
}

/** Shapes in which integers are numbers and dates are texts, as in JSON. */
export function shapesOf(api: Api): Shapes {
  return createShapes(api.schemas, 'number', new Set(), byteForms(api));
}

/** The description with these operations, messages and the schemas that they use, and without anything else. */
export function restrictTo(
  api: Api,
  operations: readonly Operation[],
  messages: Api['messages'] = [],
): Api {
  const { events: _events, fix: _fix, elsewhere: _elsewhere, int64: _int64, ...rest } = api;
  const alone: Api = {
    ...rest,
    operations,
    tags: [],
    messageServers: [],
    connections: [],
    channels: [],
    flows: [],
    messages,
    examples: [],
    states: [],
    rateLimits: [],
    limits: [],
    changes: [],
  };
  const reached = reachableSchemas(alone, []);
  return countLookups({
    ...alone,
    schemas: new Map([...api.schemas].filter(([id]) => reached.has(id))),
    components: api.components.filter(({ id }) => reached.has(id)),
  });
}

function plainOperation(operation: Operation): Operation {
  const {
    pagination: _pagination,
    idempotency: _idempotency,
    rateLimits: _rateLimits,
    ...rest
  } = operation;
  return {
    ...rest,
    outcomes: operation.outcomes.map(({ error: _error, links: _links, ...outcome }) => outcome),
  };
}

/** Emitters whose plans the descriptor and the checks of an operation need. */
const needed: ReadonlySet<string> = new Set(['types', 'validators']);
const selected = emitters.map((emitter) => ({
  emitter,
  options: {},
  isSelected: needed.has(emitter.name),
}));

function planOf(api: Api, shapes: Shapes): Plan {
  const { value } = planPackage(
    api,
    shapes,
    {
      kind: 'sources',
      name: 'mock',
      checkExtension: '.js',
      splitsChecks: false,
      linearPatterns: true,
      runtimeRange: `^${generatorVersion}`,
    },
    selected,
  );
  if (value === undefined)
    throw new Error('an operation of a description without errors has a plan');
  return value;
}

function compileRequests(api: Api): RequestCheck | undefined {
  const plan = planOf(api, shapesOf(api));
  const file = emitValidators(plan).find(({ path }) => path === checksFile('.js'));
  if (file === undefined) return undefined;
  const exports = evaluateChecks(printSourceFile(file));
  const table = exports.get(validatorsOf(plan).requestChecks.name);
  const [id = ''] = plan.operations.map((each) => each.id);
  return isTable(table) && Object.hasOwn(table, id) ? table[id] : undefined;
}

function isTable(value: unknown): value is Readonly<Record<string, RequestCheck>> {
  return typeof value === 'object' && value !== null;
}

function describe(plan: Plan): OperationDescriptor {
  const [operation] = plan.operations;
  if (operation === undefined) throw new Error('an operation has a plan');
  const scope = createDataScope(createFileScope(plan, 'mock.ts'), ({ name, from }) => {
    if (name !== xmlTable.name || from !== xmlTable.from)
      throw new Error(`a descriptor refers to "${name}"`);
    return scope.valueOf(withPatterns(xmlEntries(plan), scope));
  });
  return scope.valueOf(describeOperation(plan, scope, operation)) as OperationDescriptor;
}
