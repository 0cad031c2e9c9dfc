import type { PartPrinter } from '../../schema/keyword.js';
import { keywordOf, keywords } from '../../schema/registry.js';
import type { CheckPart } from '../check.js';
import { convertedParts } from '../lower/converted-parts.js';
import type { FunctionContext, Instance } from '../emit-context.js';
import type { Statement } from '../statements/statement.js';
import { failWhen, reportKeyword } from '../reports/violations.js';

/** Statements that check one part of a check. */
export function guardPart(
  part: CheckPart,
  instance: Instance,
  context: FunctionContext,
): readonly Statement[] {
  const { guard, fails, expected } = printerOf(part);
  if (guard !== undefined) return guard(part, instance, context);
  if (fails === undefined || expected === undefined) throw unprintable(part);
  return failWhen(
    fails(part, instance, context),
    reportKeyword(part.keyword, expected(part), instance, context),
  );
}

/** Printer of a part: its keyword, or the one that covers its keyword. */
export function printerOf(part: CheckPart): PartPrinter<CheckPart> {
  const keyword = keywordOf(part);
  if (keyword === undefined)
    return convertedParts[part.keyword as keyof typeof convertedParts] as PartPrinter<CheckPart>;
  return keyword.loweredBy === undefined ? keyword : keywords[keyword.loweredBy];
}

/** The error for a keyword that lowers to a part and cannot print it. */
export function unprintable({ keyword }: CheckPart): Error {
  return new Error(`the keyword ${keyword} has a printer`);
}
