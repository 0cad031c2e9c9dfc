import { flagsOf } from '../../core/pattern-flags.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { lowerFirst } from '../../plan/names/words.js';
import {
  code,
  empty,
  literal,
  regularExpression,
  stringLiteral,
  textOf,
  type Code,
  type Name,
  type Text,
} from '../../printer/code.js';
import { constant } from '../../printer/declare.js';
import { namesIn } from '../../printer/names-in.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { annotated, call, list, numberList, pureCall } from '../../printer/values.js';
import { linearCall, linearCode } from '../../typescript/pattern-code.js';
import { baseNames } from './base-names.js';
import type { FileImports } from './imports.js';
import type { FileNames } from './names.js';

/** Constants that functions of a file share: patterns, sets and structures. */
export interface FileConstants {
  pattern(pattern: string, location: string): Name;
  values(values: readonly unknown[], location: string): Name;
  structure(value: unknown, location: string): Name;
  readonly all: readonly SharedConstant[];
}

/** A constant, and the names that it uses. */
export interface SharedConstant {
  readonly name: Name;
  readonly declaration: Declaration;
  readonly names: ReadonlySet<Name>;
}

/** Creates the constants of a file, each of which is declared once. */
export function createFileConstants(
  scope: FileScope,
  names: FileNames,
  imports: FileImports,
  isTyped: boolean,
): FileConstants {
  const all: SharedConstant[] = [];
  const byValue = new Map<string, Name>();
  const share = (candidate: string, key: string, value: Code, type?: Text): Name => {
    const existing = byValue.get(key);
    if (existing !== undefined) return existing;
    const name = names.unique([candidate]);
    byValue.set(key, name);
    all.push({ name, declaration: constant(name, type, value), names: namesIn([value]) });
    return name;
  };
  return {
    all,
    pattern(pattern, location) {
      const candidate = constantName(location, 'Pattern');
      if (scope.isLinear(pattern)) {
        const linear = linearCall(pattern, scope);
        const create = imports.add(runtimeNames.pattern.linearPattern);
        return share(
          candidate,
          textOf(linearCode(pattern, scope)),
          pureCall(create, linear.arguments),
        );
      }
      const flags = flagsOf(pattern);
      const args = [stringLiteral(pattern), ...(flags === '' ? [] : [stringLiteral(flags)])];
      const key = regularExpression(pattern, flags);
      return share(candidate, key, pureCall(code`new RegExp`, args));
    },
    values(values, location) {
      const key = code`${literal(values)} as a set`;
      return share(constantName(location, 'Values'), key, setOf(values, isTyped));
    },
    structure(value, location) {
      const type = isTyped ? code`unknown` : undefined;
      return share(constantName(location, 'Constant'), literal(value), literal(value), type);
    },
  };
}

/** Set of primitive values. */
function setOf(values: readonly unknown[], isTyped: boolean): Code {
  const items = values.map(literal);
  const areNumbers = values.every((value) => typeof value === 'number');
  const members = areNumbers ? numberList(items) : list(items);
  return annotated(
    code`/* @__PURE__ */ `,
    call(code`new Set`, [members], isTyped ? [code`unknown`] : []),
    empty,
  );
}

/** Name of a constant: that of the schema with the one around it, such as `policyIdPattern`. */
function constantName(location: string, suffix: 'Pattern' | 'Values' | 'Constant'): string {
  const [name = 'Value', withOwner = name] = baseNames(location);
  return `${lowerFirst(withOwner)}${suffix}`;
}
