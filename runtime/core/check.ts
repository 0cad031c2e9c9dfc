/** One way in which a value is not what the description says. Its texts may be put together only when they are read. */
export interface Violation {
  /** JSON Pointer (RFC 6901) into the value; empty for the value itself. */
  readonly pointer: string;
  /** The JSON Schema keyword that was not satisfied. */
  readonly keyword: string;
  /** What was expected, as a phrase: `a string of at most 50 characters`. */
  readonly expected: string;
  /** What was found, abbreviated; absent for secrets. */
  readonly found?: string | undefined;
  /** The branch of a union that the value was taken for: chosen by its discriminator, or the closest. */
  readonly branch?: string | undefined;
  /** Where the description demands it: document and pointer. */
  readonly schema: string;
}

/** The functions generated for one schema. Plain references: a bundler drops those that are not used. */
export interface Check {
  readonly is: (value: unknown) => boolean;
  readonly report: (value: unknown) => readonly Violation[];
}

/** Checks of requests, by operation id: made once, given to a server. */
export interface RequestChecks {
  readonly [operation: string]: RequestCheck;
}

/** Checks of one operation's requests. */
export interface RequestCheck {
  /** By index into the descriptor's parameters; `undefined` where anything goes. */
  readonly parameters?: readonly (Check | undefined)[];
  /** By index into the descriptor's body contents. */
  readonly body?: readonly (Check | undefined)[];
  /** Of bodies that are streams: by index into the contents, and into the forms of their items. */
  readonly items?: ItemChecks;
  /** Of header lines of parts: by index into the contents, by member, and by index into the headers of its parts. */
  readonly partHeaders?: readonly (PartHeaderChecks | undefined)[];
  /** By index into the params of a JSON-RPC method. */
  readonly params?: readonly (Check | undefined)[];
}

/** Checks of the header lines of parts, by member. */
export interface PartHeaderChecks {
  readonly [member: string]: readonly (Check | undefined)[];
}

/** Checks of responses, by operation id; given to a client (`checks`) or a server (`validateResponses`). */
export interface ResponseChecks {
  readonly [operation: string]: OutcomeChecks;
}

/** By index into the descriptor's outcomes. A check stands for an outcome of which nothing but its one content is checked. */
export type OutcomeChecks = readonly (OutcomeCheck | Check | undefined)[];

/** Checks of one outcome. */
export interface OutcomeCheck {
  readonly headers?: readonly (Check | undefined)[];
  readonly contents?: readonly (Check | undefined)[];
  /** Of contents that are streams: by index into the contents, and into the forms of their items. */
  readonly items?: ItemChecks;
}

/** Checks of items: of what `data` holds for each kind of event, or of the one kind that there is. */
export type ItemChecks = readonly (readonly (Check | undefined)[] | undefined)[];
