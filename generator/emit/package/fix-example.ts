import { fixExampleOf, type FixExample } from '../../plan/fix-example.js';
import type { FixPlan, FixRecordPlan, FixSessionPlan } from '../../plan/fix.js';
import type { Plan } from '../../plan/plan.js';
import {
  code,
  type Code,
  identifier,
  indented,
  join,
  propertyKey,
  stringLiteral,
} from '../code.js';
import { dataLiteral } from '../data-literal.js';
import { createExamplePrinter, type ExamplePrinter } from './fix-example-data.js';
import {
  type Signature,
  signatureLines,
  signatureNames,
  signatureOf,
} from './fix-example-signature.js';
import { importLine } from './import-line.js';

/** What one side says and the other answers, in an example. */
interface Talk {
  readonly asked: FixRecordPlan;
  readonly question: FixExample;
  readonly answered?: FixRecordPlan;
  readonly answer?: FixExample;
}

/** Both ends of the first FIX server's sessions and a message between them, as a README shows them; `false` where there is none. */
export function fixExample(plan: Plan): Code | false {
  const [session] = plan.fix?.sessions ?? [];
  if (plan.fix === undefined || session === undefined) return false;
  const talk = talkOf(plan, plan.fix, session);
  const printer = createExamplePrinter();
  const handler = talk === undefined ? code`{}` : handlers(talk, printer);
  const sent = talk === undefined ? [] : sendingLines(talk, printer);
  const signature = signatureOf(plan);
  const acceptor = identifier(session.acceptor.name);
  const initiator = identifier(session.initiator.name);
  const own = [acceptor, initiator, ...printer.names(), ...signatureNames(signature)];
  const runtime = [code`memoryFixConnection`, ...printer.runtimeNames()];
  const isNamed = hasCompId(session);
  const settings = [...(isNamed ? [] : [code`compId: 'SERVER'`]), ...verifySetting(signature)];
  return join(
    [
      importLine(own.sort(byLetters), stringLiteral(plan.package.name)),
      importLine(runtime, code`'@tallystick/runtime/fix'`),
      code``,
      ...signatureLines(signature),
      code`const acceptor = ${call(acceptor, handler, settings)};`,
      code`const initiator = ${initiator}({`,
      code`  open: memoryFixConnection(acceptor.accept),`,
      code`  address: { host: 'localhost', port: 9876 },`,
      code`  senderCompId: 'CLIENT',`,
      ...(isNamed ? [] : [code`  targetCompId: 'SERVER',`]),
      ...signLines(signature),
      code`});`,
      code`await initiator.opened();`,
      ...sent,
      code`await initiator.close();`,
      code`await acceptor.close();`,
    ],
    '\n',
  );
}

function verifySetting(signature: Signature | undefined): readonly Code[] {
  return signature === undefined ? [] : [code`verify: ({ field }) => verifier.verify(field)`];
}

function signLines(signature: Signature | undefined): readonly Code[] {
  return signature === undefined ? [] : [code`  sign: (field) => signer.sign(field),`];
}

/** A factory with handlers and settings, in the formatter's layout. */
function call(factory: Code, handlers: Code, settings: readonly Code[]): Code {
  if (settings.length === 0) return code`${factory}(${handlers})`;
  const options = code`{ ${join(settings, ', ')} }`;
  const line = code`${factory}({}, ${options})`;
  if (handlers === '{}' && line.length <= 80) return line;
  return code`${factory}(\n${indented(handlers)},\n  ${options},\n)`;
}

/** Both ends on sockets, with numbers that survive a process; `false` where there is no FIX. */
export function fixSocketExample(plan: Plan): Code | false {
  const [session] = plan.fix?.sessions ?? [];
  if (session === undefined) return false;
  const isSecure = session.session.policy['tls'] !== undefined;
  const acceptor = identifier(session.acceptor.name);
  const initiator = identifier(session.initiator.name);
  const policy = identifier(session.policy.name);
  const isNamed = hasCompId(session);
  const signature = signatureOf(plan);
  const settings = [
    ...(isNamed ? [] : [code`compId: 'SERVER'`]),
    ...verifySetting(signature),
    code`store: fixStoreFolder('sessions')`,
  ];
  const names = [
    acceptor,
    initiator,
    ...(isSecure ? [policy] : []),
    ...signatureNames(signature),
  ].sort(byLetters);
  return join(
    [
      importLine(names, stringLiteral(plan.package.name)),
      code`import { fileFixStore, fixStoreFolder, openFix, serveFix } from '@tallystick/runtime/fix/node';`,
      ...(isSecure
        ? [
            code`import { readFileSync } from 'node:fs';`,
            code``,
            code`const { tls: rules } = ${policy};`,
            code`if (rules === undefined) throw new Error('the description has TLS');`,
          ]
        : [code``]),
      ...signatureLines(signature),
      code`const acceptor = ${call(acceptor, code`{}`, settings)};`,
      ...(isSecure
        ? [
            code`const [cert, key] = [readFileSync('cert.pem', 'utf8'), readFileSync('key.pem', 'utf8')];`,
            code`await serveFix(acceptor.accept, { port: 9876, tls: { rules, cert, key } });`,
          ]
        : [code`await serveFix(acceptor.accept, { port: 9876 });`]),
      code``,
      code`const initiator = ${initiator}({`,
      isSecure ? code`  open: openFix({ tls: rules, ca: cert }),` : code`  open: openFix(),`,
      code`  address: { host: 'localhost', port: 9876 },`,
      code`  senderCompId: 'CLIENT',`,
      ...(isNamed ? [] : [code`  targetCompId: 'SERVER',`]),
      ...signLines(signature),
      code`  store: fileFixStore('client.fix'),`,
      code`});`,
      code`await initiator.opened();`,
    ],
    '\n',
  );
}

/** The first message that is answered and can be shown, or else the first that a client sends. */
function talkOf(
  { api: { schemas } }: Plan,
  { records }: FixPlan,
  { requests, session }: FixSessionPlan,
): Talk | undefined {
  for (const { request: asked, correlation, replies } of requests) {
    if (!session.fromClient.includes(asked.message?.name ?? '')) continue;
    const question = fixExampleOf(asked, schemas, { wanted: [correlation] });
    if (question === undefined) continue;
    for (const { reply: answered, correlation: known, entries } of replies) {
      if (entries !== undefined) continue;
      const answer = fixExampleOf(answered, schemas, { wanted: [known], given: question });
      if (answer !== undefined) return { asked, question, answered, answer };
    }
  }
  for (const name of session.fromClient) {
    const asked = records.find(({ message }) => message?.name === name);
    const question = asked && fixExampleOf(asked, schemas);
    if (asked !== undefined && question !== undefined) return { asked, question };
  }
  return undefined;
}

function handlers({ asked, answered, answer }: Talk, printer: ExamplePrinter): Code {
  const name = propertyKey(asked.message?.name ?? '');
  if (answered === undefined || answer === undefined)
    return code`{\n  ${name}: (message) => console.log(message),\n}`;
  const literal = dataLiteral(printer.data(answered, answer), 100);
  const lines = [
    code`async ${name}(message, session) {`,
    indented(code`await session.send(${literal});`),
    code`},`,
  ];
  return code`{\n${indented(join(lines, '\n'))}\n}`;
}

function sendingLines(
  { asked, question, answered }: Talk,
  printer: ExamplePrinter,
): readonly Code[] {
  const literal = dataLiteral(printer.data(asked, question), 100);
  return answered === undefined
    ? [code`await initiator.send(${literal});`]
    : [code`const answer = await initiator.request(${literal});`, code`console.log(answer);`];
}

function hasCompId({ session: { policy } }: FixSessionPlan): boolean {
  const { compIds } = policy;
  return typeof compIds === 'object' && compIds !== null && 'server' in compIds;
}

function byLetters(left: string, right: string): number {
  return left.toLowerCase() < right.toLowerCase() ? -1 : 1;
}
