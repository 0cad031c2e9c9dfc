import { empty, type Code, type Name } from './code.js';
import type { Declaration } from './source-file.js';
import { isCode, type FunctionParameter, type TupleItem, type TypeMember } from './syntax.js';

/** Names that occur in code. */
export function namesIn(values: readonly Code[]): ReadonlySet<Name> {
  const names = new Set<Name>();
  someOf(values, (name) => {
    names.add(name);
    return false;
  });
  return names;
}

/** Names that occur in declarations. */
export function namesInDeclarations(declarations: readonly Declaration[]): ReadonlySet<Name> {
  const names = new Set<Name>();
  someOfPart(declarations, (name) => {
    names.add(name);
    return false;
  });
  return names;
}

/** Those of some names that occur in declarations. The walk ends where all have been found. */
export function namesFound(
  names: Iterable<Name>,
  declarations: readonly Declaration[],
): ReadonlySet<Name> {
  const missing = new Set(names);
  const found = new Set<Name>();
  if (missing.size === 0) return found;
  someOfPart(declarations, (name) => {
    if (missing.delete(name)) found.add(name);
    return missing.size === 0;
  });
  return found;
}

/** True if a name in a structure, or in a part of one, passes a test. */
function someOfPart(part: unknown, test: Test): boolean {
  if (typeof part !== 'object' || part === null) return false;
  if (isCode(part)) return some(part, test);
  return Object.values(part).some((each) => someOfPart(each, test));
}

/** True if a name occurs in code. */
export function usesName(value: Code, name: Name): boolean {
  return some(value, (each) => each === name);
}

/** True if a name in code, which is visited in its order, passes a test. */
type Test = (name: Name) => boolean;

function someOf(values: readonly Code[], test: Test): boolean {
  for (const value of values) if (some(value, test)) return true;
  return false;
}

function some(value: Code | '', test: Test): boolean {
  if (typeof value === 'string') return false;
  switch (value.kind) {
    case 'named':
      return value.names.some(test);
    case 'sequence':
      return someOf(value.parts, test);
    case 'generic':
      return some(value.name, test) || someOf(value.args, test);
    case 'object-type':
      return value.members.some((member) => someOfMember(member, test));
    case 'tuple':
      return value.items.some((item) => someOfItem(item, test));
    case 'function-type':
      return value.parameters.some((each) => someOfItem(each, test)) || some(value.result, test);
    case 'prefixed':
    case 'parenthesised':
      return some(value.inner, test);
    case 'array-type':
      return some(value.item, test);
    case 'union':
    case 'intersection':
      return someOf(value.members, test);
    case 'object':
      return value.members.some((member) => some(member.value, test));
    case 'list':
      return someOf(value.items, test);
    case 'numbers':
      return false;
    case 'call':
      return some(value.callee, test) || someOf(value.types, test) || someOf(value.args, test);
    case 'chain':
      return some(value.start, test) || value.calls.some(({ args }) => someOf(args, test));
    case 'member':
      return some(value.object, test);
    case 'arrow':
      return someOf(value.parameters, test) || some(value.result, test);
    case 'logical':
    case 'guard':
      return someOf(value.operands, test);
    case 'annotated':
    case 'return':
    case 'evaluation':
      return some(value.value, test);
    case 'assignment':
      return some(value.left, test) || some(value.value, test);
    case 'if':
      return some(value.test, test) || some(value.body, test);
    case 'branch':
      return some(value.test, test) || someOf(value.then, test) || someOf(value.otherwise, test);
    case 'destructuring':
      return (
        value.names.some(({ constant, property }) => some(constant ?? property, test)) ||
        some(value.from, test)
      );
    case 'block':
      return some(value.head, test) || someOf(value.body, test);
    case 'switch':
      return (
        some(value.on, test) ||
        value.cases.some(({ labels, body }) => someOf(labels, test) || someOf(body, test))
      );
    case 'shortest':
      // All forms use the same names.
      return someOf(value.forms[0] ?? [], test);
    case 'printed':
      for (const name of value.names) if (test(name)) return true;
      return false;
  }
}

function someOfMember({ label, type, mapped = empty }: TypeMember, test: Test): boolean {
  return some(label, test) || some(mapped, test) || some(type, test);
}

function someOfItem({ label, type }: TupleItem | FunctionParameter, test: Test): boolean {
  return some(label, test) || some(type, test);
}
