import type { FixMessage } from '../../model/fix.js';
import type { Plan } from '../../plan/plan.js';
import { code, type Code } from '../../printer/code.js';
import { markdownCode, markdownLine, markdownTable } from '../../typescript/markdown.js';

/**
 * README table of all FIX messages: name, MsgType, sender and summary. `false` if there is no FIX.
 */
export function fixMessageTable({ fix: plan }: Plan): Code | false {
  if (plan === undefined) return false;
  const { messages, sessions } = plan.fix;
  const from = ({ name, isSession }: FixMessage): string => {
    const isSent = (side: 'fromClient' | 'fromServer'): boolean =>
      isSession || sessions.some((session) => session[side].includes(name));
    const sides = [isSent('fromClient') && 'client', isSent('fromServer') && 'server'];
    return sides.filter((side) => side !== false).join(', ');
  };
  return markdownTable(
    [code`message`, code`MsgType`, code`from`, code``],
    messages.map((message) => [
      code`\`${markdownCode(message.name)}\``,
      code`\`${markdownCode(message.msgType)}\``,
      code`${markdownCode(from(message))}`,
      markdownLine(message.summary ?? ''),
    ]),
  );
}
