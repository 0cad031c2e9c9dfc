import { flagsOf } from '../../core/pattern-flags.js';
import { formatFunctions } from '../../model/formats.js';
import { identifierName } from '../../plan/names/names.js';
import {
  code,
  regularExpression,
  stringLiteral,
  type Code,
  type Leaf,
  type Name,
} from '../../printer/code.js';
import type { FileScope } from '../../printer/source-file.js';
import { annotated, arrow, call, memberOf } from '../../printer/values.js';
import { linearCode } from '../../typescript/pattern-code.js';
import type { Constraint } from './constraints.js';

/** Imports an export of `@tallystick/runtime/validate`. */
export function runtimeName(scope: FileScope, name: string, typeOnly = false): Name {
  const from = '@tallystick/runtime/validate';
  return scope.name({ name: identifierName(name), from, typeOnly });
}

/**
 * Function that tests a constraint as the generated checks do: lengths are in code points, integers
 * are not limited to 2^53, and multiples are exact. Returns `undefined` for formats without a test.
 */
export function constraintTest(constraint: Constraint, scope: FileScope): Code | undefined {
  const runtime = (name: string): Name => runtimeName(scope, name);
  switch (constraint.keyword) {
    case 'integer':
      return code`Number.isInteger`;
    case 'uniqueItems':
      return runtime('isUnique');
    case 'pattern':
      return patternTest(constraint.pattern, scope);
    case 'format': {
      const known = formatFunctions[constraint.format];
      return known === undefined ? undefined : runtime(known);
    }
    case 'multipleOf': {
      const args = [code`value`, stringLiteral(constraint.divisor)];
      return arrow([code`value`], call(runtime('isMultipleOf'), args));
    }
    case 'minLength':
      return lengthTest(runtime('isShorter'), constraint.limit);
    case 'maxLength':
      return lengthTest(runtime('isLonger'), constraint.limit);
    case 'minimum':
      return arrow([code`value`], code`value >= ${constraint.limit}`);
    case 'maximum':
      return arrow([code`value`], code`value <= ${constraint.limit}`);
    case 'exclusiveMinimum':
      return arrow([code`value`], code`value > ${constraint.limit}`);
    case 'exclusiveMaximum':
      return arrow([code`value`], code`value < ${constraint.limit}`);
    // The type of a tuple would make the comparison of its length an error.
    case 'minItems':
      return arrow([code`items`], code`${itemCount} >= ${constraint.limit}`);
    case 'maxItems':
      return arrow([code`items`], code`${itemCount} <= ${constraint.limit}`);
    case 'minProperties':
      return arrow([code`value`], code`${members(scope)} >= ${constraint.limit}`);
    case 'maxProperties':
      return arrow([code`value`], code`${members(scope)} <= ${constraint.limit}`);
  }
}

const itemCount = code`(items as readonly unknown[]).length`;

function members(scope: FileScope): Leaf {
  return code`${runtimeName(scope, 'countMembers')}(value)`;
}

/** Function that tests the length of a text with a function of the runtime that is true for wrong ones. */
function lengthTest(isWrong: Name, limit: number): Code {
  return arrow(
    [code`text`],
    annotated(code`!`, call(isWrong, [code`text`, code`${limit}`]), code``),
  );
}

function patternTest(pattern: string, scope: FileScope): Code {
  return scope.isLinear(pattern)
    ? memberOf(linearCode(pattern, scope), code`test`)
    : arrow([code`text`], code`${patternCode(pattern)}.test(text)`);
}

/** Regular expression of a pattern, as JSON Schema reads it. */
export function patternCode(pattern: string): Leaf {
  return regularExpression(pattern, flagsOf(pattern));
}
