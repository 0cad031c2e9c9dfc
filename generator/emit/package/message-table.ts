import { isBinaryMessage } from '../../model/binary-message.js';
import type { Message } from '../../model/message.js';
import type { Plan } from '../../plan/plan.js';
import { code, type Code, identifier } from '../code.js';
import { markdownCode, markdownLine, markdownTable } from '../markdown.js';

/** The messages of a description, who gets them and what they are; `false` where there are none. */
export function messageTable(plan: Plan): Code | false {
  const rows = plan.api.messages.map((message) => [
    code`\`${markdownCode(message.name)}\``,
    code`${markdownCode(directionOf(plan, message))}`,
    typeOf(plan, message),
    markdownLine(message.summary ?? message.title ?? ''),
  ]);
  return rows.length > 0 && markdownTable([code`message`, code`to`, code`type`, code``], rows);
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

function typeOf(plan: Plan, message: Message): Code {
  const { payload } = message;
  if (isBinaryMessage(plan.api.schemas, message)) return code`\`Uint8Array\``;
  const type =
    payload === undefined
      ? undefined
      : plan.typeOf(payload, { direction: 'both', representation: 'value' });
  return type === undefined ? code`` : code`\`${identifier(type.name)}\``;
}
