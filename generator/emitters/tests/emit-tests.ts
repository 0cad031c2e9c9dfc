import type { Identifier, IdentifierName, OperationPlan, Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, identifier, stringLiteral, type Code } from '../../printer/code.js';
import { exportedConstant, exportedFunction, exportedInterface } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { FileScope, SourceFile } from '../../printer/source-file.js';
import { readonlyArray } from '../../printer/types.js';
import { call, evaluates, listLines, objectLines } from '../../printer/values.js';
import { dataLiteral, Reference, type Data } from '../../typescript/data-literal.js';
import { clientOf } from '../client/plan.js';
import { validatorsOf } from '../validators/plan.js';
import { argumentsData } from './emit-arguments.js';
import type { CasePlan, SequencesPlan, StepPlan, TestedServicePlan, TestsPlan } from './plan.js';

const { contractTests, nodeTest, xml } = runtimeNames;

/** Emits the function that registers all tests, a file for each service, and one for the sequences. */
export function* emitTests(planned: TestsPlan, plan: Plan): Iterable<SourceFile> {
  for (const service of planned.services) yield emitService(service, plan);
  if (planned.sequences !== undefined) yield emitSequences(planned.sequences, plan);
  yield emitMain(planned, plan);
}

function emitMain(planned: TestsPlan, plan: Plan): SourceFile {
  const { file, run, optionsType, services, sequences, runner, usesXml } = planned;
  const scope = createFileScope(plan, file);
  const [runName, optionsName] = [scope.name(run), scope.name(optionsType)];
  const client = clientOf(plan);
  const suite = objectLines([
    { key: code`title`, value: stringLiteral(plan.api.title) },
    { key: code`connect`, value: scope.name(client.connect) },
    { key: code`checks`, value: scope.name(validatorsOf(plan).responseChecks) },
    ...(usesXml ? [{ value: scope.name(xml.xml) }] : []),
    {
      key: code`operations`,
      value: listLines(services.map(({ constant: own }) => code`...${scope.name(own)}`)),
    },
    {
      key: code`sequences`,
      value: sequences === undefined ? code`[]` : scope.name(sequences.constant),
    },
  ]);
  return scope.finish([
    exportedInterface(optionsName, {
      docs: [code`Options of the tests, and of the client that sends the examples.`],
      extends: [scope.name(client.optionsType), scope.name(contractTests.ContractTestOptions)],
      members: [
        {
          name: code`baseUrl`,
          type: code`string | URL`,
          docs: [
            code`URL of the service that is tested. The servers of the description are never called instead.`,
          ],
        },
      ],
    }),
    exportedFunction(runName, {
      docs: [
        code`Registers the contract tests: each example of the description is sent to the service, and each response is checked. Call it once, in a test file.`,
      ],
      parameters: [{ name: code`options`, type: optionsName }],
      returnType: code`void`,
      statements: [
        evaluates(
          call(scope.name(contractTests.registerContractTests), [
            runnerOf(runner, scope),
            suite,
            code`options`,
          ]),
        ),
      ],
    }),
  ]);
}

function runnerOf(runner: TestsPlan['runner'], scope: FileScope): Code {
  if (runner === 'node:test') return scope.name(nodeTest.nodeTest);
  const imported = (name: string): Identifier => ({
    name: name as IdentifierName,
    from: 'vitest',
    typeOnly: false,
  });
  return code`{ ${scope.name(imported('describe'))}, ${scope.name(imported('test'))} }`;
}

function emitService(
  { service, file, constant: own, operations }: TestedServicePlan,
  plan: Plan,
): SourceFile {
  const scope = createFileScope(plan, file);
  const name = scope.name(own);
  const type = readonlyArray(scope.name(contractTests.TestedOperation));
  const tests = operations.map(({ operation, effect, cases, responses }) =>
    dataLiteral({
      ...calledOperation(operation, scope),
      effect,
      examples: cases.map((each) => caseData(each, operation, plan, scope)),
      responses: responses.length === 0 ? undefined : responses.map((each) => ({ ...each })),
    }),
  );
  return scope.finish([
    exportedConstant(name, type, listLines(tests), [
      code`Examples of the operations of \`${identifier(service.property)}\`.`,
    ]),
  ]);
}

/** The members that name an operation. */
function calledOperation(
  operation: OperationPlan,
  scope: FileScope,
): { readonly [name: string]: Data } {
  return {
    name: operation.function.name,
    call: new Reference(scope.name(operation.function)),
    descriptor: new Reference(scope.name(operation.descriptor)),
  };
}

function caseData(planned: CasePlan, operation: OperationPlan, plan: Plan, scope: FileScope): Data {
  const { name } = planned;
  if ('skip' in planned) return { name, skip: planned.skip };
  return {
    name,
    arguments: argumentsData(operation, planned.request, { plan, scope, step: 0 }),
    response: planned.response && { ...planned.response },
  };
}

function emitSequences({ file, constant: own, sequences }: SequencesPlan, plan: Plan): SourceFile {
  const scope = createFileScope(plan, file);
  const name = scope.name(own);
  const type = readonlyArray(scope.name(contractTests.TestedSequence));
  return scope.finish([
    exportedConstant(
      name,
      type,
      listLines(
        sequences.map(({ name: title, effect, steps }) =>
          dataLiteral({
            name: title,
            effect,
            steps: steps.map((step, index) => stepData(step, index, plan, scope)),
          }),
        ),
      ),
      [code`Calls in order, of which each uses values of the preceding ones.`],
    ),
  ]);
}

function stepData(planned: StepPlan, index: number, plan: Plan, scope: FileScope): Data {
  const { operation, request, status, states, mayRefuse } = planned;
  return {
    ...calledOperation(operation, scope),
    arguments: argumentsData(operation, request, { plan, scope, step: index }),
    status,
    states:
      states.length === 0
        ? undefined
        : states.map(({ pointer, state: { constant: transitions, table }, isInitial }) => ({
            pointer,
            transitions: new Reference(scope.name(transitions)),
            initial:
              index === 0 && isInitial && table.initial.length > 0 ? table.initial : undefined,
          })),
    mayRefuse,
  };
}
