import type { Plan } from '../../plan/plan.js';
import { code, type Code, identifier, join, stringLiteral } from '../code.js';

/** Both ends of the first FIX server's sessions, as a README shows them; `false` where there is none. */
export function fixExample(plan: Plan): Code | false {
  const [session] = plan.fix?.sessions ?? [];
  if (session === undefined) return false;
  const acceptor = identifier(session.acceptor.name);
  const initiator = identifier(session.initiator.name);
  return join(
    [
      code`import { ${acceptor}, ${initiator} } from ${stringLiteral(plan.package.name)};`,
      code`import { memoryFixConnection } from '@tallystick/runtime/fix';`,
      code``,
      code`const acceptor = ${acceptor}({}, { compId: 'SERVER' });`,
      code`const initiator = ${initiator}({`,
      code`  open: memoryFixConnection(acceptor.accept),`,
      code`  address: { host: 'localhost', port: 9876 },`,
      code`  senderCompId: 'CLIENT',`,
      code`  targetCompId: 'SERVER',`,
      code`});`,
      code`await initiator.opened();`,
    ],
    '\n',
  );
}
