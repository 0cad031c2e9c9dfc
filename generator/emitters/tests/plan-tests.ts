import type { ResponseExample } from '../../../runtime/contract-tests/suite.js';
import { defineWarning, type DiagnosticType, type Reporter } from '../../core/diagnostic.js';
import { secretParameters } from '../../model/analysis/secret-parameters.js';
import { isStream } from '../../model/analysis/stream-forms.js';
import { nameOf, type NameScope } from '../../plan/names/name-scope.js';
import { lowerFirst } from '../../plan/names/words.js';
import type { Identifier, OperationPlan, Plan } from '../../plan/plan.js';
import { usesXml } from '../../typescript/examples/call.js';
import { effectOf } from './effects.js';
import { createExampleValues } from './example-values.js';
import { planCases } from './plan-cases.js';
import { planLinkSequences, type SequenceContext } from './plan-links.js';
import { observedStates, planStateSequences } from './plan-states.js';
import type {
  ObservedStatePlan,
  RequestPlan,
  Runner,
  SequencesPlan,
  TestedOperationPlan,
  TestsPlan,
} from './plan.js';

/** What no contract test can call. */
export const untestedOperation: DiagnosticType<{
  default: { subject: string; reason: string };
}> = defineWarning('untested-operation', {
  default: ({ subject, reason }) =>
    `the emitter "tests" writes no test for "${subject}": ${reason}`,
});

/** Input for planning tests. */
export interface TestsContext {
  readonly plan: Plan;
  readonly names: NameScope;
  readonly reporter: Reporter;
  readonly runner: Runner;
}

const file = 'contract-tests.ts';
const sequencesFile = 'contract-sequences.ts';

/** Plans the tests of all operations. Returns `undefined` if none can be called. What has no test is reported. */
export function planTests(context: TestsContext): TestsPlan | undefined {
  const { plan, runner } = context;
  reportOthers(context);
  const values = createExampleValues(plan);
  const secrets = secretParameters(plan.api);
  const tested = new Map<OperationPlan, TestedOperationPlan>();
  for (const operation of plan.operations) {
    if (isReported(operation, context)) continue;
    const responses = namedResponses(operation);
    const cases = planCases(operation, responses, { plan, values, secrets });
    tested.set(operation, { operation, effect: effectOf(operation), cases, responses });
  }
  if (tested.size === 0) return undefined;
  const sequences = sequencesOf(context, tested);
  const services = plan.services.filter(({ operations }) =>
    operations.some((each) => tested.has(each)),
  );
  const { baseName } = plan;
  const chosen = context.names.choose([
    { key: 'run', candidates: [`run${baseName}ContractTests`, `run${baseName}ApiContractTests`] },
    {
      key: 'options',
      candidates: [`${baseName}ContractTestOptions`, `${baseName}ApiContractTestOptions`],
    },
    {
      key: 'sequences',
      candidates: [`${lowerFirst(baseName)}Sequences`, `${lowerFirst(baseName)}CallSequences`],
    },
    ...services.map(({ property }) => ({
      key: `service ${property}`,
      candidates: [`${property}ContractTests`, `${property}ServiceContractTests`],
    })),
  ]);
  const identifier = (key: string, from: string, typeOnly = false): Identifier => ({
    name: nameOf(chosen, key),
    from,
    typeOnly,
  });
  return {
    runner,
    file,
    run: identifier('run', file),
    optionsType: identifier('options', file, true),
    services: services.map((service) => {
      const from = service.file.replace(/^operations\//, 'contract-tests/');
      return {
        service,
        file: from,
        constant: identifier(`service ${service.property}`, from),
        operations: service.operations.flatMap((each) => tested.get(each) ?? []),
      };
    }),
    ...(sequences.length > 0 && {
      sequences: {
        file: sequencesFile,
        constant: identifier('sequences', sequencesFile),
        sequences,
      },
    }),
    usesXml: usesXml(plan.operations),
  };
}

function sequencesOf(
  { plan, reporter }: TestsContext,
  tested: ReadonlyMap<OperationPlan, TestedOperationPlan>,
): SequencesPlan['sequences'] {
  const states = new Map<OperationPlan, readonly ObservedStatePlan[]>();
  const context: SequenceContext = {
    plan,
    reporter,
    exampleOf: (operation): RequestPlan | undefined => {
      const found = tested.get(operation)?.cases.find((each) => 'request' in each);
      return found !== undefined && 'request' in found ? found.request : undefined;
    },
    statesOf: (operation) => {
      const known = states.get(operation) ?? observedStates(plan, operation);
      states.set(operation, known);
      return known;
    },
  };
  return [...planLinkSequences(context), ...planStateSequences(context)];
}

/** Reports an operation that no test can call. */
function isReported(operation: OperationPlan, { reporter }: TestsContext): boolean {
  const { outcomes, arguments: args, function: own } = operation;
  const contents = args.body?.contents ?? [];
  const streams = outcomes.some(
    ({ success, defaultContents }) => success && defaultContents.some(isStream),
  );
  const reason = streams
    ? 'its response is a stream'
    : contents.length > 0 && contents.every(isStream)
      ? 'its body is a stream'
      : undefined;
  if (reason === undefined) return false;
  reporter.report(
    untestedOperation.default({ subject: own.name, reason }),
    operation.operation.origin,
  );
  return true;
}

/** Reports what arrives without a call. */
function reportOthers({ plan: { api, deliveries }, reporter }: TestsContext): void {
  for (const { name: subject, origin } of api.channels)
    reporter.report(
      untestedOperation.default({ subject, reason: 'messages of a channel arrive without a call' }),
      origin,
    );
  for (const { id: subject, operation } of deliveries)
    reporter.report(
      untestedOperation.default({ subject, reason: 'the service sends it by itself' }),
      operation.origin,
    );
}

/** Named examples of responses. A name that a header cannot contain is left out. */
function namedResponses({ outcomes }: OperationPlan): readonly ResponseExample[] {
  const all = outcomes.flatMap(({ outcome: { when, contents } }): readonly ResponseExample[] => {
    const status = 'status' in when ? when.status : undefined;
    if (typeof status !== 'number') return [];
    const names = new Set(contents.flatMap(({ exampleNames = [] }) => exampleNames));
    return [...names].flatMap((name) =>
      name !== undefined && /^[ !#-[\]-~]+$/.test(name) ? [{ status, example: name }] : [],
    );
  });
  return all.toSorted((left, right) => left.status - right.status);
}
