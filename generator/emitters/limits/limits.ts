import type { NamedLimit, RateLimit } from '../../model/limits.js';
import type { Plan } from '../../plan/plan.js';
import type { LimitsPlan } from './plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Code, commentLines, join, literal, empty } from '../../printer/code.js';
import { annotated } from '../../printer/values.js';
import { dataLiteral } from '../../typescript/data-literal.js';
import { exportedConstant, inferredConstant } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import { rateLimitText } from '../../typescript/operation-docs.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';

/**
 * Emits `limits.ts` with a separate constant for each limit, so that a bundler keeps only those
 * that are used.
 */
export function emitLimits({ file, values, rateLimits }: LimitsPlan, plan: Plan): SourceFile {
  const scope = createFileScope(plan, file);
  return scope.finish([
    ...values.map((each) => valueConstant(scope, each)),
    ...rateLimits.map((each) => rateConstant(scope, each)),
  ]);
}

function valueConstant(
  scope: FileScope,
  { identifier, limit }: LimitsPlan['values'][number],
): Declaration {
  const name = scope.name(identifier);
  const { value } = limit;
  const list = typeof value === 'object';
  const initializer = list ? annotated(empty, dataLiteral(value), code` as const`) : literal(value);
  return inferredConstant(name, initializer, valueDocs(limit));
}

function valueDocs({ description, unit }: NamedLimit): readonly Code[] {
  const prose = description?.trim() ?? '';
  const unitText = unit?.replace(/\s+/gu, ' ').trim() ?? '';
  const sections = [
    ...(prose === '' ? [] : [join(commentLines(prose), '\n')]),
    ...(unitText === '' ? [] : [code`Unit: ${join(commentLines(unitText), '')}.`]),
  ];
  return sections.length === 0 ? [] : [join(sections, '\n\n')];
}

function rateConstant(
  scope: FileScope,
  { identifier, limit }: LimitsPlan['rateLimits'][number],
): Declaration {
  const name = scope.name(identifier);
  const type = scope.name(runtimeNames.types.RateLimitDescriptor);
  const { bucket, rate, burst, per }: RateLimit = limit;
  return exportedConstant(name, type, dataLiteral({ bucket, rate, burst, per }), [
    code`${join(commentLines(rateLimitText(limit)), '')}.`,
  ]);
}
