import { flagsOf } from '../core/pattern-flags.js';
import { runtimeNames } from '../plan/runtime-names.js';
import { code, type Code, join, stringLiteral } from './code.js';
import { type Data, PatternText, Reference } from './data-literal.js';
import type { FileScope } from './source-file.js';

/** The call that compiles a pattern of a description to what takes linear time. */
export interface LinearCall {
  readonly function: Code;
  readonly arguments: readonly Code[];
}

/** The call for a pattern that a package wants to be linear. */
export function linearCall(pattern: string, scope: FileScope): LinearCall {
  return {
    function: scope.name(runtimeNames.pattern.linearPattern),
    arguments: [stringLiteral(pattern), ...(flagsOf(pattern) === 'u' ? [] : [code`''`])],
  };
}

/** The same as code. */
export function linearCode(pattern: string, scope: FileScope): Code {
  const { function: callee, arguments: given } = linearCall(pattern, scope);
  return code`${callee}(${join(given, ', ')})`;
}

/** Data whose patterns are compiled in a file: those that are not linear stay texts. */
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
