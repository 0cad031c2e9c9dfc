import template from '../../../templates/webhooks/readme.hbs';
import type { Plan } from '../../plan/plan.js';
import { type Text, empty, identifier, stringLiteral } from '../../printer/code.js';
import { importedNames, codecImports, packageNames } from '../../typescript/examples/imports.js';
import { exampleArguments, usesXml } from '../../typescript/examples/call.js';
import { exampleCredentials } from '../../typescript/examples/credentials.js';
import { exampleResponse } from '../../typescript/examples/response.js';
import { exampleVerifiers } from '../../typescript/examples/verifiers.js';
import type { Pages } from '../../printer/template.js';
import type { ReadmePart } from '../emitter.js';
import type { WebhooksPlan } from './plan.js';

/** README section about webhooks and callbacks: the sender and the receiver. */
export function webhooksReadme(
  webhooks: WebhooksPlan,
  plan: Plan,
  pages: Pages,
): ReadmePart | undefined {
  const sent = webhooks.webhooks;
  const example =
    sent.find(({ operation, callback }) => callback === undefined && operation.arguments.body) ??
    sent[0];
  if (example === undefined) return undefined;
  const from = (subpath: '/webhooks' | '/webhook-receiver' | '/types'): Text =>
    stringLiteral(plan.package.name + subpath);
  const typesModule = from('/types');
  const sender = identifier(webhooks.sender.name);
  const receiver = identifier(webhooks.receiver.name);
  const call = exampleArguments(plan, example.operation);
  const response = exampleResponse(plan, example.operation);
  const { factories, environment, credentials } = exampleCredentials(webhooks.security);
  const { factories: verifierFactories, ...verifiers } = exampleVerifiers(webhooks.security);
  return {
    text: pages.render('webhooks/readme', template, {
      ...verifiers,
      senderModule: from('/webhooks'),
      receiverModule: from('/webhook-receiver'),
      typesModule,
      sender,
      receiver,
      verifier: identifier(webhooks.verifier.name),
      senderImports: importedNames([sender, ...factories], from('/webhooks')),
      receiverImports: importedNames([receiver, ...verifierFactories], from('/webhook-receiver')),
      sentCodecs: codecImports(plan, call.imports),
      sentTypes: importedNames(packageNames(plan, call.imports), typesModule),
      repliedCodecs: codecImports(plan, response?.imports ?? []),
      repliedTypes: importedNames(packageNames(plan, response?.imports ?? []), typesModule),
      environment,
      credentials,
      method: identifier(example.operation.function.name),
      arguments: call.text,
      respond: response?.respond ?? empty,
      responseArguments: response?.arguments ?? empty,
      xml: usesXml(webhooks.webhooks.map(({ operation }) => operation)),
      hostBound: webhooks.hostBound,
    }),
  };
}
