import type { DialectId } from '../model/schema.js';

/** Drafts of JSON Schema, from the oldest. */
const DRAFTS = ['4', '6', '7', '2019-09', '2020-12'] as const;

type Draft = (typeof DRAFTS)[number];

/** Dialects that define a keyword. */
export interface DialectRange {
  /** First draft that defines it. AsyncAPI takes over draft 7, and OpenAPI 3.1 draft 2020-12. */
  readonly since?: Draft;
  /** Last draft that defines it. */
  readonly until?: Draft;
  /** Dialects of descriptions that define it themselves. */
  readonly also?: readonly Exclude<DialectId, Draft>[];
}

/** Every draft, and OpenAPI 3.0. */
export const everyDialect: DialectRange = { since: '4', also: ['openapi-3.0'] };

/** Every draft. OpenAPI 3.0 does not define the keyword. */
export const everyDraft: DialectRange = { since: '4' };

/** Drafts with the keywords that 2019-09 added. */
export const since2019: DialectRange = { since: '2019-09' };

/** True if a dialect defines a keyword with this range. */
export function isInDialect({ since, until, also }: DialectRange, dialect: DialectId): boolean {
  if (also?.some((id) => id === dialect) === true) return true;
  const draft = draftOf(dialect);
  if (since === undefined || draft === undefined) return false;
  const number = DRAFTS.indexOf(draft);
  return DRAFTS.indexOf(since) <= number && number <= DRAFTS.indexOf(until ?? '2020-12');
}

/** The draft that a dialect is, or takes over. */
function draftOf(dialect: DialectId): Draft | undefined {
  switch (dialect) {
    case 'asyncapi':
      return '7';
    case 'openapi-3.1':
      return '2020-12';
    case 'openapi-3.0':
      return undefined;
    default:
      return dialect;
  }
}
