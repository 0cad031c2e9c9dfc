import type { ClientOptions } from '../core/client/client-config.js';
import { closestName } from '../core/closest-name.js';
import type { ContractSuite, Effect } from './suite.js';

/** Options of contract tests, beside those of the client. */
export interface ContractTestOptions {
  /** URL of the service that is tested. The servers of the description are never called instead. */
  readonly baseUrl: string | URL;
  /**
   * Which calls are allowed: those that only read, also those that may change data, or also those that remove data. Tests of other calls are
   * skipped. Default: `read`.
   */
  readonly allow?: Effect;
  /**
   * If true, the service is a mock, such as `tallystick mock`, which sends any described response on request (`Prefer: code=…` and
   * `Prefer: example=…`): every described status and every named example of a response is requested as well. States are not checked, because
   * a mock makes them up. Default: false.
   */
  readonly mock?: boolean;
  /** Statuses of which one is expected of an operation's examples, by the name of its function: `{ getPet: 404 }`. */
  readonly expect?: Readonly<Record<string, number | readonly number[]>>;
  /** Operations that are not called, by the names of their functions, each with the reason. */
  readonly skip?: Readonly<Record<string, string>>;
}

/** Functions of a test runner. */
export interface TestRunner {
  describe(name: string, run: () => void): unknown;
  test(name: string, run: (context: TestContext) => Promise<void>): unknown;
}

/** Argument of a test. */
export interface TestContext {
  skip(reason?: string): void;
}

/** The options of the tests, separate from those of their clients. */
export interface SplitOptions {
  readonly tests: Omit<ContractTestOptions, 'baseUrl'>;
  readonly client: ClientOptions;
}

/**
 * Separates the options of tests from those of a client.
 *
 * @throws {TypeError} if there is no `baseUrl`, or an option names an operation that does not exist.
 */
export function splitOptions(
  suite: ContractSuite,
  { allow, mock, expect, skip, ...client }: ContractTestOptions & ClientOptions,
): SplitOptions {
  // Programs in JavaScript may omit it, and an environment variable that is not set is empty.
  if (client.baseUrl === undefined || String(client.baseUrl) === '')
    throw new TypeError('Contract tests need the option "baseUrl": the URL of the service.');
  const names = suite.operations.map(({ name }) => name);
  for (const [option, table = {}] of [['expect', expect] as const, ['skip', skip] as const])
    for (const name of Object.keys(table)) {
      if (names.includes(name)) continue;
      const similar = closestName(name, names);
      const hint = similar === undefined ? '' : ` Did you mean "${similar}"?`;
      throw new TypeError(`The option "${option}" names "${name}", which is no operation.${hint}`);
    }
  return {
    tests: {
      ...(allow !== undefined && { allow }),
      ...(mock !== undefined && { mock }),
      ...(expect !== undefined && { expect }),
      ...(skip !== undefined && { skip }),
    },
    client,
  };
}
