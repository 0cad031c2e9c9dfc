import type { Reporter } from '../core/diagnostic.js';
import type { Origin } from '../core/origin.js';
import type { Json } from '../model/schema.js';

/**
 * An option of a package. The config reader, its JSON Schema, the command line, the guide's table, the digest in the manifest and the
 * types of requests are derived from the options that `package-options.ts` exports.
 */
export interface PackageOption<Value> {
  /** Sentence for the JSON Schema of the config file and for the guide. Names the default. */
  readonly summary: string;
  /** Page of the guide about the option, relative to `docs/guide`. */
  readonly page?: string;
  readonly type: OptionType<Value>;
  /** Flags of `generate` and `check`. If there are several, the value is an object, and each flag sets one of its members. */
  readonly flags?: readonly OptionFlag<Value>[];
  /** States that the option requires `package`, or the reason why it excludes `package`. */
  readonly package?: 'required' | { readonly excludedBecause: string };
  /** Value if absent. It is not part of the digest, so that a new option does not make existing output out of date. */
  readonly defaultValue?: Value;
  /** The part of the value that affects the output. Default: all of it. */
  readonly digest?: (value: Value) => unknown;
}

/** A flag of the command line for an option. */
export interface OptionFlag<Value> {
  /** Name and parameter in the syntax of commander, such as `--enums <style>`. */
  readonly syntax: string;
  /** Help text: begins with an imperative, and has no full stop. */
  readonly summary: string;
  /** True if the flag can be repeated. */
  readonly isRepeatable?: true;
  /** Value that a flag without a parameter sets. Default: true. */
  readonly value?: Value;
  /** Converts the parameter; `previous` is the value of an earlier occurrence. Returns `undefined` if it is invalid. */
  parse?(text: string, previous: Value | undefined): Value | undefined;
  /** Sentence for a parameter that is invalid. */
  readonly usage?: string;
}

/** Values that an option can have. */
export interface OptionType<Value> {
  /** JSON Schema of the values (2020-12). */
  readonly schema: { readonly [keyword: string]: unknown };
  /** Reads a value of the config file. Reports other values, and returns `undefined` for them. */
  read(value: Json, origin: Origin, reporter: Reporter): Value | undefined;
  /** Words that are the only values, for the command line. */
  readonly choices?: readonly string[];
  /** Sentence about a text of the command line that is not a value; `undefined` if it is one. */
  problem?(text: string): string | undefined;
}

/** The value of an option. */
export type OptionValue<Option> = Option extends PackageOption<infer Value> ? Value : never;
