import type { Violation } from '../check.js';
import { violationPath, violationPhrase } from './invalid-value.js';

/**
 * Version 1 of the Standard Schema interface (https://standardschema.dev), which many libraries accept. Declared here so that it
 * needs no dependency.
 */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaProperties<Input, Output>;
}

/** Properties of a Standard Schema. */
export interface StandardSchemaProperties<Input, Output> {
  readonly version: 1;
  /** The library that created the schema. */
  readonly vendor: string;
  /** Validates a value. Never returns a promise. Ignores the options, which are intended for other libraries. */
  readonly validate: (
    value: unknown,
    options?: { readonly libraryOptions?: { readonly [name: string]: unknown } | undefined },
  ) => StandardResult<Output>;
  /** Only for the compiler. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
}

/** The unchanged value, or its violations. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** A violation as a Standard Schema issue. */
export interface StandardIssue {
  /** Expectation and actual value, without the location. */
  readonly message: string;
  /** Property names and indexes that lead to the invalid part; empty for the value itself. */
  readonly path: readonly (string | number)[];
}

/** Converts violations to Standard Schema issues. The branch of a union becomes part of the message. */
export function standardIssues(
  value: unknown,
  violations: readonly Violation[],
): readonly StandardIssue[] {
  return violations.map((violation) => ({
    message:
      violation.branch === undefined
        ? violationPhrase(violation)
        : `${violationPhrase(violation)} (of ${violation.branch})`,
    path: violationPath(value, violation.pointer),
  }));
}
