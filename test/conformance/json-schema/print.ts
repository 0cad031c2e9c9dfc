import type { Declaration } from '../../../generator/printer/source-file.js';

/** Declarations of validators as text: functions, and what is text already. Imports are left to the caller. */
export function printDeclarations(declarations: readonly Declaration[]): string {
  return declarations.map(printDeclaration).join('\n\n');
}

function printDeclaration(declaration: Declaration): string {
  if (typeof declaration === 'string') return declaration;
  if (!('parameters' in declaration) || !('statements' in declaration))
    throw new Error('validators are functions');
  const { name, parameters = [], returnType, statements, isExported } = declaration;
  const list = parameters.map((parameter) => {
    const type = parameter.type === undefined ? '' : `: ${parameter.type}`;
    return `${parameter.name}${type}${parameter.initializer === undefined ? '' : ` = ${parameter.initializer}`}`;
  });
  const lines = (Array.isArray(statements) ? statements : []).map((line) => `  ${line}`);
  return `${isExported === true ? 'export ' : ''}function ${name}(${list.join(', ')}): ${returnType} {\n${lines.join('\n')}\n}`;
}
