import type { NamedLimit, RateLimit } from '../../model/limits.js';
import type { LimitsPlan, Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Code, commentLines, join, literal } from '../code.js';
import { dataLiteral } from '../data-literal.js';
import { exportedConstant, inferredConstant } from '../declare.js';
import { createFileScope } from '../file-scope.js';
import { rateText } from '../rate-text.js';
import type { Declaration, FileScope, SourceFile } from '../source-file.js';

/** `limits.ts`: a constant for every limit of the description, so that a bundler keeps those that are used. */
export function emitLimits(plan: Plan): readonly SourceFile[] {
  if (plan.limits === undefined) return [];
  const scope = createFileScope(plan, plan.limits.file);
  const { values, rates } = plan.limits;
  return [
    scope.finish([
      ...values.map((each) => valueConstant(scope, each)),
      ...rates.map((each) => rateConstant(scope, each)),
    ]),
  ];
}

function valueConstant(
  scope: FileScope,
  { identifier, limit }: LimitsPlan['values'][number],
): Declaration {
  const name = scope.name(identifier);
  const { value } = limit;
  const before = `export const ${name} = `.length;
  const list = typeof value === 'object';
  const initializer = list
    ? code`${dataLiteral(value, before, 0, ' as const;'.length)} as const`
    : literal(value);
  return inferredConstant(name, initializer, valueDocs(limit));
}

function valueDocs({ description, unit }: NamedLimit): readonly Code[] {
  const prose = description?.trim() ?? '';
  const counted = unit?.replace(/\s+/gu, ' ').trim() ?? '';
  const sections = [
    ...(prose === '' ? [] : [join(commentLines(prose), '\n')]),
    ...(counted === '' ? [] : [code`Unit: ${join(commentLines(counted), '')}.`]),
  ];
  return sections.length === 0 ? [] : [join(sections, '\n\n')];
}

function rateConstant(
  scope: FileScope,
  { identifier, limit }: LimitsPlan['rates'][number],
): Declaration {
  const name = scope.name(identifier);
  const type = scope.name(runtimeNames.types.RateLimitDescriptor);
  const { bucket, rate, burst, per }: RateLimit = limit;
  const before = `export const ${name}: ${type} = `.length;
  return exportedConstant(name, type, dataLiteral({ bucket, rate, burst, per }, before), [
    code`${join(commentLines(rateText(limit)), '')}.`,
  ]);
}
