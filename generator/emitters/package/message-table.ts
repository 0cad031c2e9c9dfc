import { isBinaryMessage } from '../../model/analysis/binary-message.js';
import type { Message } from '../../model/message.js';
import type { Plan } from '../../plan/plan.js';
import { code, type Code, identifier } from '../../printer/code.js';
import { markdownCode, markdownLine, markdownTable } from '../../typescript/markdown.js';

/** README table of messages: name, receiver, type and summary. `false` if there are none. */
export function messageTable(plan: Plan): Code | false {
  const rows = plan.api.messages.map((message) => [
    code`\`${markdownCode(message.name)}\``,
    code`${markdownCode(receiversOf(plan, message))}`,
    typeOf(plan, message),
    markdownLine(message.summary ?? message.title ?? ''),
  ]);
  return rows.length > 0 && markdownTable([code`message`, code`to`, code`type`, code``], rows);
}

/** Receiver of a message: one side or both. */
function receiversOf({ api }: Plan, { key }: Message): string {
  const receivers = api.flows.flatMap(({ to, messages, reply }) => {
    const replyReceiver = to === 'client' ? 'server' : 'client';
    return [
      ...(messages.includes(key) ? [to] : []),
      ...((reply?.messages ?? []).includes(key) ? [replyReceiver] : []),
    ];
  });
  return [...new Set(receivers)].sort().join(', ');
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
