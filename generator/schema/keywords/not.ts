import {
  type Check,
  type NotPart,
  type Target,
  isTypeOnly,
  requiredOnly,
} from '../../checks/check.js';
import { conjunction } from '../../checks/reports/phrase.js';
import { allTypes } from '../../checks/type-set.js';
import { failWhen, reportKeyword } from '../../checks/reports/violations.js';
import { everyDialect } from '../dialect-range.js';
import type { DescribeTarget, Keyword } from '../keyword.js';
import { readSchema } from '../read/subschemas.js';

/** Core 10.2.1.4. */
export const not: Keyword<'not', NotPart> = {
  name: 'not',
  dialects: everyDialect,
  vocabulary: 'applicator',
  group: 'any',
  subschemas: 'one',
  applies: 'in-place',
  isTest: true,
  read: readSchema('not'),
  targets: ({ target }) => [target],
  lower: ({ keywords: { not: id } }, lowering) =>
    id === undefined ? [] : [{ keyword: 'not', target: lowering.target(id) }],
  guard({ target }, instance, context) {
    return failWhen(
      context.passes(target, instance),
      reportKeyword('not', complement(target, context.describe), instance, context),
    );
  },
};

/** Describes the accepted values. */
function complement(target: Target, describe: DescribeTarget): string {
  if (target.kind === 'anything') return 'nothing';
  const kind = describe(target);
  if (kind !== undefined) return `anything but ${kind}`;
  const names = requiredOnly(target)?.map((name) => JSON.stringify(name)) ?? [];
  if (names.length === 1) return `no member ${names[0]}`;
  if (names.length > 1) return `no members ${conjunction(names)} together`;
  return singleComplement(target, describe) ?? 'anything that the schema under "not" refuses';
}

/** Describes the accepted values if the target has a single constraint for values of any type. */
function singleComplement(target: Target, describe: DescribeTarget): string | undefined {
  if (target.kind !== 'inline' || target.check.types !== allTypes) return undefined;
  const { check } = target;
  const [text, ...others] = check.string;
  if (text?.keyword === 'pattern' && others.length === 0 && isTypeOnly({ ...check, string: [] }))
    return `a string that does not match ${text.pattern}`;
  const [part] = check.any;
  if (part?.keyword !== 'not' || !isSingleAny(check)) return undefined;
  return describe(part.target);
}

/** True if a check has a single constraint, which applies to every type. */
function isSingleAny(check: Check): boolean {
  return check.any.length === 1 && isTypeOnly({ ...check, any: [] });
}
