import type { Message } from '../../model/message.js';
import type { Plan } from '../../plan/plan.js';
import { code, type Code, identifier, join } from '../code.js';
import { markdownCode, markdownLine, markdownTable } from '../markdown.js';
import { render } from '../render.js';
import type { SourceFile } from '../source-file.js';
import template from '../../../templates/message-readme.hbs';
import { validatorExample } from './readme.js';

/** The README of a package that speaks messages alone. */
export function emitMessageReadme(plan: Plan): SourceFile {
  const { api } = plan;
  const rows = api.messages.map((message) => [
    code`\`${markdownCode(message.name)}\``,
    code`${markdownCode(directionOf(plan, message))}`,
    typeOf(plan, message),
    markdownLine(message.summary ?? message.title ?? ''),
  ]);
  const name = markdownCode(plan.package.name);
  const signs = plan.security.some(({ factory }) => factory !== undefined);
  const text = render(template, {
    name,
    description: markdownLine(api.summary ?? api.title),
    title: markdownLine(api.title),
    version: markdownLine(api.version),
    documents: join(
      plan.package.documents.slice(0, 1).map((path) => code`\`${markdownCode(path)}\``),
      ', ',
    ),
    messages:
      rows.length === 0
        ? false
        : markdownTable([code`message`, code`to`, code`type`, code``], rows),
    validatorExample: plan.checks.some(({ exported }) => exported) ? validatorExample(plan) : false,
    subpaths: markdownTable(
      [code`import`, code`holds`],
      [
        [
          code`\`${name}\``,
          signs ? code`types, and what signs and verifies messages` : code`types`,
        ],
        [code`\`${name}/validators\``, code`guards and full checks for every named schema`],
        [code`\`${name}/types\``, code`the types alone`],
        ...(plan.zod === undefined
          ? []
          : [[code`\`${name}/zod\``, code`a Zod schema for every named schema; needs \`zod\``]]),
      ],
    ),
  });
  return { kind: 'text', path: 'README.md', text };
}

/** Who gets a message: one side, or both. */
function directionOf({ api }: Plan, { key }: Message): string {
  const ways = api.flows.flatMap(({ to, messages, reply }) => {
    const back = to === 'client' ? 'server' : 'client';
    return [
      ...(messages.includes(key) ? [to] : []),
      ...((reply?.messages ?? []).includes(key) ? [back] : []),
    ];
  });
  return [...new Set(ways)].sort().join(', ');
}

function typeOf(plan: Plan, { payload }: Message): Code {
  const type =
    payload === undefined
      ? undefined
      : plan.typeOf(payload, { direction: 'both', representation: 'value' });
  return type === undefined ? code`` : code`\`${identifier(type.name)}\``;
}
