import type { Client, ClientOptions, Interceptor } from '../core/client/client-config.js';
import {
  type ContractTestOptions,
  splitOptions,
  type SplitOptions,
  type TestContext,
  type TestRunner,
} from './options.js';
import { runExample, runSequence, SequenceNotFollowed } from './run.js';
import type {
  ContractSuite,
  Effect,
  RequestExample,
  ResponseExample,
  TestedOperation,
} from './suite.js';

const effects: readonly Effect[] = ['read', 'write', 'delete'];

/** Titles of the tests of each effect. */
const titles: { readonly [Name in Effect]: string } = {
  read: 'examples of calls that read',
  write: 'examples of calls that may change data',
  delete: 'examples of calls that remove data',
};

/**
 * Registers the contract tests of a package: the examples of calls that read, of those that write, the sequences, and last the examples of
 * calls that remove data.
 *
 * @throws {TypeError} for invalid options.
 */
export function registerContractTests(
  runner: TestRunner,
  suite: ContractSuite,
  options: ContractTestOptions & ClientOptions,
): void {
  const split = splitOptions(suite, options);
  const registration: Registration = { runner, suite, ...split };
  runner.describe(`contract of ${suite.title}`, () => {
    registerExamples(registration, 'read');
    registerExamples(registration, 'write');
    registerSequences(registration);
    registerExamples(registration, 'delete');
    if (split.tests.mock === true) registerPreferred(registration);
  });
}

interface Registration extends SplitOptions {
  readonly runner: TestRunner;
  readonly suite: ContractSuite;
}

function clientOf({ suite, client }: Registration, prefer?: string): Client {
  const { checks, xml, connect } = suite;
  const asking: Interceptor = (request, next) =>
    next({ ...request, headers: [...request.headers, 'Prefer', prefer ?? ''] });
  const interceptors = [...(prefer === undefined ? [] : [asking]), ...(client.interceptors ?? [])];
  return connect({
    // A repeated request would hide a response.
    retry: false,
    ...(xml !== undefined && { xml }),
    ...client,
    interceptors,
    checks,
    onInvalidResponse: 'error',
  });
}

/** Reason why calls of an operation are skipped. */
function skipReason(
  { tests: { allow = 'read', skip = {} } }: Registration,
  effect: Effect,
  names: readonly string[],
): string | undefined {
  const named = names.find((name) => Object.hasOwn(skip, name));
  if (named !== undefined) return skip[named];
  if (effects.indexOf(effect) <= effects.indexOf(allow)) return undefined;
  return `it ${effect === 'write' ? 'may change' : 'removes'} data: allow it with the option allow: '${effect}'`;
}

function registerTest(
  { runner }: Registration,
  name: string,
  skip: string | undefined,
  run: () => Promise<void>,
): void {
  runner.test(name, async (context) => {
    if (skip !== undefined) return context.skip(skip);
    return run();
  });
}

function registerExamples(registration: Registration, effect: Effect): void {
  const { runner, suite, tests } = registration;
  const operations = suite.operations.filter((each) => each.effect === effect);
  if (operations.length === 0) return;
  runner.describe(titles[effect], () => {
    for (const operation of operations)
      for (const example of operation.examples) {
        const title = `${operation.name}: ${example.name}`;
        if ('skip' in example) {
          registerTest(registration, title, example.skip, async () => undefined);
          continue;
        }
        const expected = expectedOf(operation, example, tests);
        const suffix = expected === undefined ? '' : ` → ${expected.join(' or ')}`;
        const { response } = example;
        const prefer = tests.mock === true && response ? preferText(response) : undefined;
        registerTest(
          registration,
          `${title}${suffix}`,
          skipReason(registration, effect, [operation.name]),
          () => runExample(operation, example.arguments, clientOf(registration, prefer), expected),
        );
      }
  });
}

function expectedOf(
  { name }: TestedOperation,
  { response }: RequestExample,
  { expect = {} }: SplitOptions['tests'],
): readonly number[] | undefined {
  const own = Object.hasOwn(expect, name) ? expect[name] : undefined;
  if (own !== undefined) return [own].flat();
  return response && [response.status];
}

function preferText({ status, example }: ResponseExample): string {
  return `code=${status}, example="${example}"`;
}

function registerSequences(registration: Registration): void {
  const { runner, suite, tests } = registration;
  const checksStates = tests.mock !== true;
  if (suite.sequences.length === 0) return;
  runner.describe('sequences', () => {
    for (const sequence of suite.sequences) {
      const { name, effect, steps } = sequence;
      const reason = skipReason(
        registration,
        effect,
        steps.map((step) => step.name),
      );
      runner.test(name, async (context) => {
        if (reason !== undefined) return context.skip(reason);
        return followed(context, () => runSequence(sequence, clientOf(registration), checksStates));
      });
    }
  });
}

async function followed(context: TestContext, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof SequenceNotFollowed)) throw error;
    context.skip(error.message);
  }
}

/** Registers a test for each response that a mock sends on request. */
function registerPreferred(registration: Registration): void {
  const { runner, suite } = registration;
  const operations = suite.operations.flatMap((operation) => {
    const example = operation.examples.find((each) => !('skip' in each));
    const statuses = operation.descriptor.outcomes.flatMap(({ status }) =>
      typeof status === 'number' ? status : [],
    );
    return example === undefined || operation.descriptor.rpc !== undefined
      ? []
      : [{ operation, example: example as RequestExample, statuses }];
  });
  runner.describe('responses on request', () => {
    for (const { operation, example, statuses } of operations) {
      const reason = skipReason(registration, operation.effect, [operation.name]);
      const register = (status: number, title: string, prefer: string): void =>
        registerTest(registration, `${operation.name}: ${title}`, reason, () =>
          runExample(operation, example.arguments, clientOf(registration, prefer), [status]),
        );
      for (const status of statuses) register(status, `response ${status}`, `code=${status}`);
      for (const response of operation.responses ?? [])
        register(
          response.status,
          `response ${response.status}, example "${response.example}"`,
          preferText(response),
        );
    }
  });
}
