import { flagsOf } from '../core/pattern-flags.js';
import { runtimeNames } from '../plan/runtime-names.js';
import { code, type Leaf, type Name, type Text, join, stringLiteral } from '../printer/code.js';
import { type Data, PatternText, Reference } from './data-literal.js';
import type { FileScope } from '../printer/source-file.js';

/** Call that compiles a pattern to code that runs in linear time. */
export interface LinearCall {
  readonly function: Name;
  readonly arguments: readonly Text[];
}

/** Builds the call for a pattern that must run in linear time. */
export function linearCall(pattern: string, scope: FileScope): LinearCall {
  return {
    function: scope.name(runtimeNames.pattern.linearPattern),
    arguments: [stringLiteral(pattern), ...(flagsOf(pattern) === 'u' ? [] : [code`''`])],
  };
}

/** Prints the call of {@link linearCall}. */
export function linearCode(pattern: string, scope: FileScope): Leaf {
  const { function: callee, arguments: args } = linearCall(pattern, scope);
  return code`${callee}(${join(args, ', ')})`;
}

/** Replaces patterns in data: linear ones by a call, all others by their text. */
export function withPatterns(data: Data, scope: FileScope): Data {
  if (data instanceof PatternText) {
    const { source } = data;
    return scope.isLinear(source) ? new Reference(linearCode(source, scope)) : source;
  }
  if (typeof data !== 'object' || data === null || data instanceof Reference) return data;
  if (isList(data)) return data.map((each) => withPatterns(each, scope));
  return Object.fromEntries(
    Object.entries(data).map(([name, member]) => [name, withPatterns(member, scope)]),
  );
}

function isList(data: object): data is readonly Data[] {
  return Array.isArray(data);
}
