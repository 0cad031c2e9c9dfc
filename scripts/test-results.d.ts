/** A failed test, or a failed hook of a suite or a file. */
interface Failure {
  readonly file: string;
  readonly name: string;
  readonly message: string;
}

/** What vitest reports of a file, as far as it is counted. */
interface TestedModule {
  readonly moduleId: string;
  errors(): readonly { readonly message: string }[];
  readonly children: {
    allSuites(): Iterable<{
      readonly fullName: string;
      errors(): readonly { readonly message: string }[];
    }>;
    allTests(): Iterable<{
      readonly fullName: string;
      readonly options: { readonly mode?: string };
      result(): {
        readonly state: string;
        readonly note?: string;
        readonly errors?: readonly { readonly message: string }[];
      };
    }>;
  };
}

/** Counts the tests of a run. A failed hook of a suite, which skips its tests, is a failure. */
export function countsOf(modules: readonly TestedModule[]): {
  readonly passed: number;
  readonly failures: readonly Failure[];
  readonly skipped: readonly { readonly file: string; readonly name: string }[];
};

/** Sets `TALLYSTICK_SEED` where it is not set: another seed in each run, and the same one in CI. */
export function chooseSeed(environment?: NodeJS.ProcessEnv): void;

/** Reporter for vitest, in addition to the one that prints. */
export const countingReporter: import('vitest/reporters').Reporter;
