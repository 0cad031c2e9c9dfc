import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { manualTimers } from '../runtime/http-client-fixture.js';
import { acceptorOf, type CreateAcceptor } from './acceptance/generated-acceptor.js';
import { play } from './conversations/conversation.js';
import { strictConversations, nextExpectedConversations } from './conversations/other-rules.js';
import type { Rules } from './conversations/titled.js';
import { defaultConversations } from './conversations/default-rules.js';

/** The guide's orders, with other rules. */
function description(version: string, applVerId: string, rules: string): string {
  const text = readFileSync('test/cases/fix/asyncapi.yaml', 'utf8');
  const session = /    protocolVersion: .*?(?=^channels:)/ms;
  const members = `compIds: { server: VENUE }, ${rules}${applVerId}`;
  return text.replace(
    session,
    `    protocolVersion: ${version}\n    x-fix-session: { ${members} }\n`,
  );
}

const versions: readonly (readonly [string, string, string, Rules])[] = [
  ['FIX.4.2', '', '', defaultConversations],
  ['FIXT.1.1', ", applVerId: '9'", '|1137=9', defaultConversations],
  ['FIX.4.2', '', '', strictConversations],
  ['FIXT.1.1', ", applVerId: '9'", '|1137=9', strictConversations],
  ['FIXT.1.1', ", applVerId: '9'", '|1137=9', nextExpectedConversations],
];

describe.each(versions.map((version, index) => [index, ...version] as const))(
  'acceptor %i, generated for %s',
  (index, version, applVerId, logon, { rules, conversations }) => {
    let create: CreateAcceptor;
    beforeAll(async () => {
      const text = description(version, applVerId, rules);
      create = await acceptorOf(text, `conversations-${index}`);
    }, 300_000);

    test.each(conversations)('$name', async ({ text }) => {
      const timers = manualTimers(Date.UTC(2026, 10, 21, 12));
      const { accept } = create(
        {
          async NewOrderSingle(message, session) {
            const clOrdId: unknown = Object.getOwnPropertyDescriptor(message, 'clOrdId')?.value;
            const transactTime = '20261121-12:00:00.000';
            await session.send(Object({ type: 'ExecutionReport', clOrdId, transactTime }));
          },
        },
        { timers, correlationId: false, expects: ({ senderCompId }) => senderCompId === 'TRADER' },
      );
      // FIX 4.2 has no words for some reasons.
      const known = version === 'FIX.4.2' ? text.replaceAll(/\|373=1[2-9]/g, '') : text;
      const wanted = known.replaceAll('{logon}', `98=0|108=30${logon}`).replaceAll('{appl}', logon);
      const lines = wanted.trim().split('\n');
      expect(await play(wanted, accept, timers, version)).toBe(
        lines.map((line) => line.trim()).join('\n'),
      );
    });
  },
);
