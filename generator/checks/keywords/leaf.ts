import type { Text as Code } from '../../printer/code.js';
import type { Condition } from '../condition.js';
import { reportKeyword, failWhen } from '../violations.js';
import type { FunctionContext, KeywordPrinter, Instance } from '../emit-context.js';

/** Printer of a keyword for numbers or strings. */
export interface ScalarPrinter<Part> {
  /** Condition that the part is violated. */
  fails(part: Part, instance: Instance, context: FunctionContext): Condition;
  /** Expectation in words. For a pattern or a format, the pattern or the format's name. */
  expected(part: Part): string;
  /** Code of the expectation, if it is not the text. */
  readonly expectation?: (
    part: Part,
    instance: Instance,
    context: FunctionContext,
  ) => Code | undefined;
}

/** A keyword of objects or arrays that needs only a condition. */
export interface Leaf<Part> {
  /** Condition that the part is violated. */
  fails(part: Part, instance: Instance, context: FunctionContext): Condition;
  /** Expectation in words. */
  expected(part: Part): string;
}

/** Creates the printer of a keyword that needs only a condition. */
export function leaf<Part extends { readonly keyword: string }>(
  leaf: Leaf<Part>,
): KeywordPrinter<Part> {
  return {
    guard: (part, instance, context) =>
      failWhen(
        leaf.fails(part, instance, context),
        reportKeyword(part.keyword, leaf.expected(part), instance, context),
      ),
  };
}
