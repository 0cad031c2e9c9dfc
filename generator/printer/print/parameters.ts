import { type Doc, group, indent, line, separated, softLine, whenBroken } from '../layout.js';
import type { Code, Text } from '../code.js';
import { flat } from '../flat.js';
import { isCode, type TupleItem } from '../syntax.js';
import type { Parameter, TypeParameter } from './structures.js';
import { parametersDoc, typeAfter } from './syntax-layout.js';

type TypeParameters = readonly (TypeParameter | Code)[] | undefined;
type Parameters = readonly Parameter[] | undefined;

/** Formats `<A extends B = C>` on one line. Empty if there are no parameters. */
export function typeParametersText(parameters: TypeParameters): string {
  const names = (parameters ?? []).map(typeParameterText);
  return names.length === 0 ? '' : `<${names.join(', ')}>`;
}

/** Lays out type parameters, which can break. */
export function typeParametersDoc(parameters: TypeParameters): Doc {
  const names = (parameters ?? []).map(typeParameterText);
  if (names.length === 0) return '';
  const list = separated(names, [',', line]);
  return group(['<', indent([softLine, list]), whenBroken(','), softLine, '>']);
}

function typeParameterText(parameter: TypeParameter | Code): string {
  if (isCode(parameter)) return flat(parameter);
  const { name, constraint, default: fallback, isConst } = parameter;
  const bound = constraint === undefined ? '' : ` extends ${flat(constraint)}`;
  const fallbackText = fallback === undefined ? '' : ` = ${flat(fallback)}`;
  return `${isConst === true ? 'const ' : ''}${flat(name)}${bound}${fallbackText}`;
}

/** Formats a parameter list with its return type on one line. */
export function signatureText(parameters: Parameters, returnType: Code | undefined): string {
  const list = (parameters ?? []).map((parameter) => {
    const type = parameter.type === undefined ? '' : `: ${flat(parameter.type)}`;
    return `${parameterLabel(parameter)}${type}${initializerOf(parameter)}`;
  });
  return `(${list.join(', ')})${returnType === undefined ? '' : `: ${flat(returnType)}`}`;
}

/** Lays out a signature, which can break at every parameter. */
export function signatureDoc(
  typeParameters: TypeParameters,
  parameters: Parameters,
  returnType: Code | undefined,
): Doc {
  const items = (parameters ?? []).map((parameter): TupleItem => {
    if (initializerOf(parameter) !== '') throw new Error('a parameter has no initializer');
    const label = parameterLabel(parameter);
    return parameter.type === undefined
      ? { label: '', type: label }
      : { label, type: parameter.type };
  });
  const names = typeParametersDoc(typeParameters);
  const list = parametersDoc(items);
  if (returnType === undefined) return [names, group(list)];
  const result = typeAfter(':', returnType);
  // A single parameter stays on its line if the returned object breaks instead.
  const isSimple = (typeParameters ?? []).every(
    (each) => !/ extends | = /u.test(typeParameterText(each)),
  );
  const staysOnLine =
    items.length === 1 &&
    isSimple &&
    (typeParameters ?? []).length < 2 &&
    containsObject(returnType);
  return [names, group([staysOnLine ? group(list) : list, result])];
}

function containsObject(type: Code): boolean {
  if (typeof type === 'string') return false;
  switch (type.kind) {
    case 'object-type':
      return type.members.length > 0;
    case 'prefixed':
    case 'parenthesised':
      return containsObject(type.inner);
    case 'array-type':
      return containsObject(type.item);
    case 'generic':
      return type.args.some(containsObject);
    case 'union':
    case 'intersection':
      return type.members.some(containsObject);
    case 'tuple':
      return type.items.some((item) => containsObject(item.type));
    case 'sequence':
      return type.parts.some(containsObject);
    default:
      return false;
  }
}

function parameterLabel({
  isRestParameter,
  name,
  hasQuestionToken,
  isReadonly,
  scope,
}: Parameter): Text {
  const modifiers = `${scope === undefined ? '' : `${scope} `}${isReadonly === true ? 'readonly ' : ''}`;
  return `${modifiers}${isRestParameter === true ? '...' : ''}${flat(name)}${hasQuestionToken === true ? '?' : ''}` as Text;
}

function initializerOf({ initializer }: Parameter): string {
  return initializer === undefined ? '' : ` = ${flat(initializer)}`;
}
