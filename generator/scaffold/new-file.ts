import type { Target } from './target.js';

/** A server file for a person to go on with: every handler, none of them written. */
export function newFile({ factory, handlersType, module, operations }: Target): string {
  const body = operations.map((operation) => `${handlerText(operation, '  ')},\n`).join('\n');
  return `import { notImplemented } from '@tallystick/runtime/http/server';
import { ${[factory, `type ${handlersType}`].sort(byName).join(', ')} } from '${module}';

/** What the server does: give these to \`${factory}\`. */
export const handlers: ${handlersType} = {
${body}};

export { ${factory} };
`;
}

/** One handler that says that it is not written yet, without a line break at its end. */
export function handlerText(
  { name, line }: Target['operations'][number],
  indent: string,
  unit = '  ',
): string {
  const comment = line === '' ? '' : `${indent}/** ${line} */\n`;
  return `${comment}${indent}${name}(_request, _respond) {\n${indent}${unit}throw notImplemented('${name}');\n${indent}}`;
}

function byName(a: string, b: string): number {
  return a.replace('type ', '').toLowerCase() < b.replace('type ', '').toLowerCase() ? -1 : 1;
}
