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
} from '../../printer/code.js';
import { dataLiteral } from '../../typescript/data-literal.js';
import { createExamplePrinter, type ExamplePrinter } from './fix-example-data.js';
import {
  type Signature,
  signatureLines,
  signatureNames,
  signatureOf,
} from './fix-example-signature.js';
import { importLine } from './import-line.js';

/** A message and its reply in an example. */
interface Exchange {
  readonly request: FixRecordPlan;
  readonly requestExample: FixExample;
  readonly reply?: FixRecordPlan;
  readonly replyExample?: FixExample;
}

/**
 * README example with an initiator and an acceptor of the first FIX server, and a message between
 * them. `false` if there is none.
 */
export function fixExample(plan: Plan): Code | false {
  const [session] = plan.fix?.sessions ?? [];
  if (plan.fix === undefined || session === undefined) return false;
  const exchange = exchangeOf(plan, plan.fix, session);
  const printer = createExamplePrinter();
  const handler = exchange === undefined ? code`{}` : handlers(exchange, printer);
  const sent = exchange === undefined ? [] : sendingLines(exchange, printer);
  const signature = signatureOf(plan);
  const acceptor = identifier(session.acceptor.name);
  const initiator = identifier(session.initiator.name);
  const importedNames = [acceptor, initiator, ...printer.names(), ...signatureNames(signature)];
  const runtime = [code`memoryFixConnection`, ...printer.runtimeNames()];
  const isNamed = hasCompId(session);
  const settings = [...(isNamed ? [] : [code`compId: 'SERVER'`]), ...verifySetting(signature)];
  return join(
    [
      importLine(importedNames.sort(ignoringCase), stringLiteral(plan.package.name)),
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

/** Call of a factory with handlers and settings, in the formatter's layout. */
function call(factory: Code, handlers: Code, settings: readonly Code[]): Code {
  if (settings.length === 0) return code`${factory}(${handlers})`;
  const options = code`{ ${join(settings, ', ')} }`;
  const line = code`${factory}({}, ${options})`;
  if (handlers === '{}' && line.length <= 80) return line;
  return code`${factory}(\n${indented(handlers)},\n  ${options},\n)`;
}

/** README example with sockets and persistent sequence numbers. `false` if there is no FIX. */
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
  ].sort(ignoringCase);
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

/**
 * The first request that has a reply and can be shown, otherwise the first message that a client
 * sends.
 */
function exchangeOf(
  { api: { schemas } }: Plan,
  { records }: FixPlan,
  { requests, session }: FixSessionPlan,
): Exchange | undefined {
  for (const { request, correlation, replies } of requests) {
    if (!session.fromClient.includes(request.message?.name ?? '')) continue;
    const requestExample = fixExampleOf(request, schemas, { include: [correlation] });
    if (requestExample === undefined) continue;
    for (const { reply, correlation: replyCorrelation, entries } of replies) {
      if (entries !== undefined) continue;
      const replyExample = fixExampleOf(reply, schemas, {
        include: [replyCorrelation],
        request: requestExample,
      });
      if (replyExample !== undefined) return { request, requestExample, reply, replyExample };
    }
  }
  for (const name of session.fromClient) {
    const request = records.find(({ message }) => message?.name === name);
    const requestExample = request && fixExampleOf(request, schemas);
    if (request !== undefined && requestExample !== undefined) return { request, requestExample };
  }
  return undefined;
}

function handlers({ request, reply, replyExample }: Exchange, printer: ExamplePrinter): Code {
  const name = propertyKey(request.message?.name ?? '');
  if (reply === undefined || replyExample === undefined)
    return code`{\n  ${name}: (message) => console.log(message),\n}`;
  const literal = dataLiteral(printer.data(reply, replyExample), 100);
  const lines = [
    code`async ${name}(message, session) {`,
    indented(code`await session.send(${literal});`),
    code`},`,
  ];
  return code`{\n${indented(join(lines, '\n'))}\n}`;
}

function sendingLines(
  { request, requestExample, reply }: Exchange,
  printer: ExamplePrinter,
): readonly Code[] {
  const literal = dataLiteral(printer.data(request, requestExample), 100);
  return reply === undefined
    ? [code`await initiator.send(${literal});`]
    : [code`const answer = await initiator.request(${literal});`, code`console.log(answer);`];
}

function hasCompId({ session: { policy } }: FixSessionPlan): boolean {
  const { compIds } = policy;
  return typeof compIds === 'object' && compIds !== null && 'server' in compIds;
}

function ignoringCase(left: string, right: string): number {
  return left.toLowerCase() < right.toLowerCase() ? -1 : 1;
}
