import template from '../../../templates/fix/readme.hbs';
import type { FixApi, FixMessage } from '../../model/fix.js';
import type { Plan } from '../../plan/plan.js';
import {
  type Text,
  code,
  empty,
  identifier,
  propertyKey,
  stringLiteral,
} from '../../printer/code.js';
import { printInTemplate } from '../../printer/print.js';
import type { Pages, View } from '../../printer/template.js';
import { dataLiteral } from '../../typescript/data-literal.js';
import { importedNames } from '../../typescript/examples/imports.js';
import { markdownCode, markdownLine } from '../../typescript/markdown.js';
import type { ReadmePart } from '../emitter.js';
import { createExamplePrinter } from './example-data.js';
import { exchangeOf } from './example-exchange.js';
import type { FixPlan, FixSessionPlan } from './plan.js';

/** README section about FIX: sessions over memory and over sockets, and a table of the messages. */
export function fixReadme(fix: FixPlan, plan: Plan, pages: Pages): ReadmePart {
  const [session] = fix.sessions;
  return {
    text: pages.render('fix/readme', template, {
      session: session !== undefined && sessionView(fix, plan, session),
      messages: fix.fix.messages.map((message) => ({
        name: markdownCode(message.name),
        msgType: markdownCode(message.msgType),
        senders: sendersOf(fix.fix, message),
        summary: markdownLine(message.summary ?? ''),
      })),
    }),
  };
}

/** Examples with an initiator and an acceptor of a session, and a message between them. */
function sessionView(fix: FixPlan, plan: Plan, session: FixSessionPlan): View {
  const printer = createExamplePrinter();
  const { request, reply, requestExample, replyExample } = exchangeOf(plan, fix, session) ?? {};
  const requestLiteral =
    request &&
    requestExample &&
    printInTemplate(dataLiteral(printer.data(request, requestExample)), { column: 40 });
  const replyLiteral =
    reply &&
    replyExample &&
    printInTemplate(dataLiteral(printer.data(reply, replyExample)), {
      column: 30,
      indentation: 6,
    });
  const signature = signatureView(plan);
  const signs = signature === undefined ? [] : [signature.signer, signature.verifier];
  const module = stringLiteral(plan.package.name);
  const acceptor = identifier(session.acceptor.name);
  const initiator = identifier(session.initiator.name);
  const policy = identifier(session.policy.name);
  const secure = session.session.policy['tls'] !== undefined;
  const runtime = [code`memoryFixConnection`, ...printer.runtimeNames()];
  const named = hasCompId(session);
  return {
    module,
    memoryImports: importedNames([acceptor, initiator, ...printer.names(), ...signs], module),
    runtimeImports: importedNames(runtime, code`'@tallystick/runtime/fix'`),
    socketImports: importedNames(
      [acceptor, initiator, ...(secure ? [policy] : []), ...signs],
      module,
    ),
    acceptor,
    initiator,
    policy,
    secure,
    named,
    signature: signature ?? false,
    hasSettings: !named || signature !== undefined,
    request: request === undefined ? empty : propertyKey(request.message?.name ?? ''),
    requestLiteral: requestLiteral ?? empty,
    replyLiteral: replyLiteral ?? empty,
  };
}

function hasCompId({ session: { policy } }: FixSessionPlan): boolean {
  const { compIds } = policy;
  return typeof compIds === 'object' && compIds !== null && 'server' in compIds;
}

/** Sides that send a message: one or both. */
function sendersOf({ sessions }: FixApi, { name, isSession }: FixMessage): Text {
  const isSent = (side: 'fromClient' | 'fromServer'): boolean =>
    isSession || sessions.some((session) => session[side].includes(name));
  const sides = [isSent('fromClient') && 'client', isSent('fromServer') && 'server'];
  return markdownCode(sides.filter((side) => side !== false).join(', '));
}

/** Signer and verifier of Logons in an example, with one shared secret. */
interface SignatureView extends View {
  /** Factory of the signer. */
  readonly signer: Text;
  /** Factory of the verifier. */
  readonly verifier: Text;
  /** The secret, with the passphrase if there is one. */
  readonly shared: Text;
  /** True if a signature names its key. */
  readonly keyed: boolean;
}

/** Signature of a package's Logons. `undefined` if they are not signed. */
function signatureView({ security }: Plan): SignatureView | undefined {
  for (const { scheme, hmac, factory, verifier } of security) {
    if (scheme.hmac?.place !== 'fields' || hmac === undefined) continue;
    if (factory === undefined || verifier === undefined) continue;
    const secret = secrets[scheme.hmac.secret];
    const shared = hmac.parts.includes('passphrase')
      ? { secret, passphrase: 'pass words' }
      : { secret };
    return {
      signer: identifier(factory.name),
      verifier: identifier(verifier.name),
      shared: printInTemplate(dataLiteral(shared), { column: 15 }),
      keyed: hmac.parts.includes('key'),
    };
  }
  return undefined;
}

/** The text \`secret\` in each encoding. */
const secrets = { base64: 'c2VjcmV0', hex: '736563726574', utf8: 'secret' };
