import { handlerText, defaultStyle } from './handler-text.js';
import type { Target } from './target.js';

/** Creates a file with all handlers, none of them implemented. */
export function newFile({ subject, factory, handlersType, module, operations }: Target): string {
  const style = { ...defaultStyle, indent: defaultStyle.unit };
  const body = operations.map(
    (operation) => `${handlerText(operation, { form: 'member', typing: 'context' }, style)}\n`,
  );
  const description =
    subject === 'operation' ? 'The handlers of the server' : 'The handlers of deliveries';
  const imports = [
    `import { notImplemented } from '@tallystick/runtime/http/server';`,
    `import { ${[factory, `type ${handlersType}`].sort(byName).join(', ')} } from '${module}';`,
  ];
  const isFirst = !module.startsWith('.') && module < '@tallystick';
  return `${(isFirst ? imports.reverse() : imports).join('\n')}

/** ${description}, for \`${factory}\`. */
export const handlers: ${handlersType} = {
${body.join('\n')}};

export { ${factory} };
`;
}

function byName(a: string, b: string): number {
  return a.replace('type ', '').toLowerCase() < b.replace('type ', '').toLowerCase() ? -1 : 1;
}
