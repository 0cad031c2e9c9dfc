import { type DiagnosticType, defineError, type Sentence } from '../diagnostic.js';
import type { Origin } from '../origin.js';

/** Generated code that would be much larger than the description. `keyword` is the keyword of the schema that causes it. */
export const tooLarge: DiagnosticType<{
  characters: { keyword: string; count: number };
  lookups: { keyword: string };
  meanings: { keyword: string; count: number };
  targets: { keyword: string };
  types: { keyword: string };
  uses: { keyword: string; count: number };
}> = defineError('too-large', {
  characters: ({ keyword, count }) => grows(keyword, `requires ${count} characters of checks`),
  lookups: ({ keyword }) => grows(keyword, 'is reached in too many ways'),
  meanings: ({ keyword, count }) => grows(keyword, `has ${count} meanings or more`),
  targets: ({ keyword }) => grows(keyword, 'may lead to too many schemas'),
  types: ({ keyword }) => grows(keyword, 'leads to too many types of a value'),
  uses: ({ keyword, count }) => grows(keyword, `depends on ${count} schemas, as others do`),
});

function grows(keyword: string, reason: string): string {
  return `the "${keyword}" of this schema ${reason}: the generated code grows much faster than the document`;
}

/** Thrown if output grows disproportionately to the description. Reported as a diagnostic, which ends the run. */
export class ResourceLimitError extends Error {
  readonly sentence: Sentence;
  /** The node that causes the growth. */
  readonly origin: Origin;
  readonly hint: string;

  constructor(sentence: Sentence, origin: Origin, hint: string) {
    super(sentence.message);
    this.sentence = sentence;
    this.origin = origin;
    this.hint = hint;
  }
}
