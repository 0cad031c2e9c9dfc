import { type Doc, group, indent, line, separated, softLine, whenBroken } from '../layout.js';
import { typeNode } from './lines.js';
import type { Parameter, TypeParameter } from './structures.js';
import { parametersDoc, typeAfter } from './type-docs.js';
import type { LabelledNode, TypeNode } from './type-nodes.js';

type TypeParameters = readonly (TypeParameter | string)[] | undefined;
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

function typeParameterText(parameter: TypeParameter | string): string {
  if (typeof parameter === 'string') return parameter;
  const { name, constraint, default: fallback, isConst } = parameter;
  const bound = typeof constraint === 'string' ? ` extends ${constraint}` : '';
  const fallbackText = typeof fallback === 'string' ? ` = ${fallback}` : '';
  return `${isConst === true ? 'const ' : ''}${name}${bound}${fallbackText}`;
}

/** Formats a parameter list with its return type on one line. */
export function signatureText(parameters: Parameters, returnType: string | undefined): string {
  const list = (parameters ?? []).map((parameter) => {
    const type = typeof parameter.type === 'string' ? `: ${parameter.type}` : '';
    return `${parameterLabel(parameter)}${type}${initializerOf(parameter)}`;
  });
  return `(${list.join(', ')})${returnType === undefined ? '' : `: ${returnType}`}`;
}

/** Lays out a signature, which can break at every parameter. */
export function signatureDoc(
  typeParameters: TypeParameters,
  parameters: Parameters,
  returnType: string | undefined,
): Doc {
  const nodes = (parameters ?? []).map((parameter): LabelledNode => {
    if (initializerOf(parameter) !== '') throw new Error('a parameter has no initializer');
    const label = parameterLabel(parameter);
    if (typeof parameter.type !== 'string')
      return { label: '', type: { kind: 'text', text: label } };
    return { label, type: typeNode(parameter.type) };
  });
  const names = typeParametersDoc(typeParameters);
  const list = parametersDoc(nodes);
  if (returnType === undefined) return [names, group(list)];
  const node = typeNode(returnType);
  const result = typeAfter(':', node);
  // A single parameter stays on its line if the returned object breaks instead.
  const isSimple = (typeParameters ?? []).every(
    (each) => !/ extends | = /u.test(typeParameterText(each)),
  );
  const staysOnLine =
    nodes.length === 1 && isSimple && (typeParameters ?? []).length < 2 && containsObject(node);
  return [names, group([staysOnLine ? group(list) : list, result])];
}

function containsObject(node: TypeNode): boolean {
  switch (node.kind) {
    case 'object':
      return node.members.length > 0;
    case 'prefix':
    case 'postfix':
    case 'group':
      return containsObject(node.inner);
    case 'generic':
      return node.args.some(containsObject);
    case 'union':
    case 'intersection':
      return node.members.some(containsObject);
    case 'tuple':
      return node.items.some(({ type }) => containsObject(type));
    case 'text':
    case 'function':
      return false;
  }
}

function parameterLabel({
  isRestParameter,
  name,
  hasQuestionToken,
  isReadonly,
  scope,
}: Parameter): string {
  const modifiers = `${scope === undefined ? '' : `${scope} `}${isReadonly === true ? 'readonly ' : ''}`;
  return `${modifiers}${isRestParameter === true ? '...' : ''}${name}${hasQuestionToken === true ? '?' : ''}`;
}

function initializerOf({ initializer }: Parameter): string {
  return typeof initializer === 'string' ? ` = ${initializer}` : '';
}
