import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** One way to get a value of a kind wrong, as text: of JSON in a body, or plain in a parameter. */
export interface Kind {
  /** A JSON Schema. */
  readonly schema: object;
  /** A JSON text that is right. */
  readonly right: string;
  /** JSON texts of other values. */
  readonly wrong: readonly string[];
  /** Where the faults of a value with parts are said to be, by its text; the value itself otherwise. */
  readonly within?: Readonly<Record<string, string>>;
  /** Texts that are no value in a parameter; absent where any text is one, or no style can spell it. */
  readonly wrongText?: readonly string[];
  /** The right value as a parameter spells it. */
  readonly rightText?: string;
}

/** A grammar of faults: `faults.yaml`. */
export interface FaultGrammar {
  /** Every kind of value, with what people send in its place. */
  readonly kinds: Readonly<Record<string, Kind>>;
  /** Texts that are no JSON, or none that is read. */
  readonly brokenJson: readonly string[];
  /** Content types under which a JSON body is not taken. */
  readonly strangeTypes: readonly string[];
  /** `Accept` of callers who take nothing that there is: refused with 406. */
  readonly unacceptable: readonly string[];
  /** Texts that are no `Accept`: refused with 400. */
  readonly malformedAccept: readonly string[];
}

/** Reads the grammar. */
export function readFaults(): FaultGrammar {
  const text = readFileSync(join(import.meta.dirname, '../faults.yaml'), 'utf8');
  return parse(text) as FaultGrammar;
}
