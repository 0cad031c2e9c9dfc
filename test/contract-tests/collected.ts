import type { HttpHandler } from '@tallystick/runtime';
import {
  type ContractSuite,
  type ContractTestOptions,
  registerContractTests,
  type TestRunner,
} from '@tallystick/runtime/contract-tests';
import { connectBakery } from '../cases/contract-tests/output/src/client.js';
import { bakerySequences } from '../cases/contract-tests/output/src/contract-sequences.js';
import { breadsContractTests } from '../cases/contract-tests/output/src/contract-tests/breads.js';
import { ordersContractTests } from '../cases/contract-tests/output/src/contract-tests/orders.js';
import { bakeryResponseChecks } from '../cases/contract-tests/output/src/validators.js';

/** The suite of the generated package. */
export const bakery: ContractSuite = {
  title: 'Bakery',
  connect: connectBakery,
  checks: bakeryResponseChecks,
  operations: [...breadsContractTests, ...ordersContractTests],
  sequences: bakerySequences,
};

/** `passed`, `skipped: reason` or `failed: message` of each test, by its full title. */
export type Results = Readonly<Record<string, string>>;

/** Runs the tests of the package with a runner that records the results. */
export async function runOn(
  transport: HttpHandler,
  options: Partial<ContractTestOptions> & { readonly credentials?: object } = {},
  suite: ContractSuite = bakery,
): Promise<Results> {
  const titles: string[] = [];
  const tests: { readonly title: string; readonly run: () => Promise<string> }[] = [];
  const runner: TestRunner = {
    describe(name, run) {
      titles.push(name);
      run();
      titles.pop();
    },
    test(name, run) {
      tests.push({
        title: [...titles.slice(1), name].join(' > '),
        run: async () => {
          let result = 'passed';
          try {
            await run({ skip: (reason) => void (result = `skipped: ${reason}`) });
          } catch (error) {
            return `failed: ${(error as Error).message}`;
          }
          return result;
        },
      });
    },
  };
  registerContractTests(runner, suite, {
    baseUrl: 'http://bakery.test/v1',
    credentials: { key: 'secret' },
    transport,
    ...options,
  });
  const results: [string, string][] = [];
  for (const { title, run } of tests) results.push([title, await run()]);
  return Object.fromEntries(results);
}
