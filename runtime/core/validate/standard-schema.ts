import type { Check, Violation } from '../check.js';
import { violationPath, violationPhrase } from './violation-text.js';

/**
 * A schema as libraries of many kinds take it: version 1 of the Standard Schema interface
 * (https://standardschema.dev). Declared here so that nothing has to be installed for it.
 */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaProperties<Input, Output>;
}

/** What a Standard Schema says of itself. */
export interface StandardSchemaProperties<Input, Output> {
  readonly version: 1;
  /** The library that made it. */
  readonly vendor: string;
  /** Never returns a promise here. The options are the caller's business with other vendors. */
  readonly validate: (
    value: unknown,
    options?: { readonly libraryOptions?: { readonly [name: string]: unknown } | undefined },
  ) => StandardResult<Output>;
  /** Exists for the compiler alone. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
}

/** The very value that was given, or what is wrong with it. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** A violation in the words of Standard Schema. */
export interface StandardIssue {
  /** What was expected and what was found, without the place. */
  readonly message: string;
  /** Names and indexes from the value down to the place; empty for the value itself. */
  readonly path: readonly (string | number)[];
}

/** Guard and report under one name, for whatever takes a check, and as a Standard Schema for libraries. */
export interface CheckedSchema<Value> extends StandardSchemaV1<Value>, Check {}

/**
 * The Standard Schema of a guard and its report. Values are never changed, and never copied. What the guard makes certain is declared
 * where the schema is kept, so that nothing has to be inferred there.
 */
export function standardSchema(
  is: (value: unknown) => boolean,
  report: (value: unknown) => readonly Violation[],
): CheckedSchema<never> {
  return {
    is,
    report,
    '~standard': {
      version: 1,
      vendor: 'tallystick',
      validate: (value) =>
        is(value) ? { value: value as never } : { issues: standardIssues(value, report(value)) },
    },
  };
}

/** Violations in the words of Standard Schema; the branch of a union is part of the message. */
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
