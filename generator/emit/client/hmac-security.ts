import type { HmacForm, HmacScheme, SecurityScheme } from '../../model/security.js';
import type { HmacPlan, SecurityPlan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Code, commentLines, join, literal, stringLiteral } from '../code.js';
import { type Data, dataLiteral } from '../data-literal.js';
import { exportedAlias, exportedConstant, exportedFunction, type Parameter } from '../declare.js';
import type { Declaration, FileScope } from '../source-file.js';
import { schemeDocs } from './scheme-docs.js';

/** The literal of a scheme that declares how it signs. */
export function hmacConstant(
  scope: FileScope,
  { scheme, constant }: SecurityPlan,
): readonly Declaration[] {
  if (scheme.hmac === undefined) return [];
  const name = scope.name(constant);
  const type = scope.name(runtimeNames.types.HmacDescriptor);
  const before = `export const ${name}: ${type} = `.length;
  return [
    exportedConstant(name, type, dataLiteral(describeHmac(scheme, scheme.hmac), before), [
      code`How the scheme ${literal(scheme.key)} signs, and where its signature stands.`,
    ]),
  ];
}

function describeHmac({ key }: SecurityScheme, hmac: HmacScheme): Data {
  const { algorithm, secret, encoding, timestamp, signedHeaders, alternatives, refusals } = hmac;
  return {
    scheme: key,
    algorithm,
    secret,
    encoding,
    ...describeForm(hmac),
    timestamp:
      timestamp === undefined
        ? undefined
        : {
            unit: timestamp.unit,
            decimals: timestamp.decimals === 0 ? undefined : timestamp.decimals,
            tolerance: timestamp.tolerance,
          },
    signedHeaders: signedHeaders.length === 0 ? undefined : signedHeaders,
    alternatives:
      alternatives.length === 0
        ? undefined
        : alternatives.map((form) => ({ name: form.name, ...describeForm(form) })),
    refusals: Object.keys(refusals).length === 0 ? undefined : refusals,
  };
}

function describeForm({ prehash, place, values }: HmacForm): { readonly [name: string]: Data } {
  return { prehash, [place]: values };
}

/** The permissions of a scheme that signs, its credential factory and its verifier factory. */
export function hmacFunctions(scope: FileScope, security: SecurityPlan): readonly Declaration[] {
  const { scheme, constant, factory, verifier, hmac: plan } = security;
  const { hmac } = scheme;
  if (hmac === undefined || plan === undefined) return [];
  if (factory === undefined || verifier === undefined) return [];
  const words = wordsOf(scope, security, hmac, plan);
  const literalName = scope.name(constant);
  return [
    ...scopeType(scope, hmac, plan),
    exportedFunction(scope.name(factory), {
      docs: schemeDocs(scheme, words.signs),
      parameters: [
        { name: code`credentials`, type: words.credentials },
        { name: code`options`, type: credentialOptions(scope, hmac), optional: true },
      ],
      returnType: words.signer,
      statements: [code`return ${words.sign}(${literalName}, credentials, options);`],
    }),
    exportedFunction(scope.name(verifier), {
      docs: schemeDocs(scheme, words.verifies),
      parameters: [verifierOptions(scope, plan)],
      returnType: words.verifier,
      statements: [code`return ${words.verify}(${literalName}, options);`],
    }),
  ];
}

function scopeType(scope: FileScope, hmac: HmacScheme, plan: HmacPlan): readonly Declaration[] {
  if (plan.scopeType === undefined) return [];
  const prose = plan.scopes.flatMap((each) => {
    const text = Object.hasOwn(hmac.scopes, each) ? hmac.scopes[each] : undefined;
    return text === undefined ? [] : commentLines(`- \`${each}\`: ${text.trim()}`);
  });
  const head = code`What a key of this scheme may be allowed.`;
  const docs = prose.length === 0 ? head : join([head, code``, ...prose], '\n');
  const union = join(plan.scopes.map(stringLiteral), ' | ');
  return [exportedAlias(scope.name(plan.scopeType), union, { docs: [docs] })];
}

/** Functions and types of the runtime for the kind of place where the signature stands. */
interface Words {
  readonly credentials: Code;
  readonly sign: Code;
  readonly signer: Code;
  readonly verify: Code;
  readonly verifier: Code;
  readonly signs: Code;
  readonly verifies: Code;
}

function wordsOf(
  scope: FileScope,
  { carriedBy }: SecurityPlan,
  hmac: HmacScheme,
  plan: HmacPlan,
): Words {
  const { types, hmac: names } = runtimeNames;
  const parts = plan.parts.length === 0 ? code`` : code`<${union(plan.parts)}>`;
  const scopes = plan.scopeType === undefined ? code`` : code`<${scope.name(plan.scopeType)}>`;
  switch (hmac.place) {
    case 'headers':
      return {
        credentials: code`${scope.name(names.HmacRequestCredentials)}${parts}`,
        sign: scope.name(names.hmacSigner),
        signer: scope.name(types.Signer),
        verifier: code`${scope.name(names.HmacVerifier)}${scopes}`,
        ...(carriedBy === 'deliveries'
          ? {
              verify: scope.name(names.hmacDeliveryVerifier),
              signs: code`Signs the deliveries of this scheme; give it to a sender's credentials.`,
              verifies: code`Verifies the deliveries of this scheme; give it to a receiver's security.`,
            }
          : {
              verify: scope.name(names.hmacVerifier),
              signs: code`Signs the requests of this scheme; give it to a client's credentials.`,
              verifies: code`Verifies the requests of this scheme; give it to a server's security.`,
            }),
      };
    case 'message':
      return {
        credentials: code`${scope.name(names.HmacChannelCredentials)}${parts}`,
        sign: scope.name(names.hmacMessageSigner),
        signer: code`${scope.name(names.HmacMessageSigner)}<${union(Object.keys(hmac.values))}>`,
        verify: scope.name(names.hmacMessageVerifier),
        verifier: code`${scope.name(names.HmacMessageVerifier)}${scopes}`,
        signs: code`Signs messages: gives the members that they need.`,
        verifies: code`Verifies the members of messages.`,
      };
    case 'fields':
      return {
        credentials: code`${scope.name(names.HmacChannelCredentials)}${parts}`,
        sign: scope.name(names.hmacFieldSigner),
        signer: scope.name(names.HmacFieldSigner),
        verify: scope.name(names.hmacFieldVerifier),
        verifier: code`${scope.name(names.HmacFieldVerifier)}${scopes}`,
        signs: code`Signs messages: gives the fields that they need.`,
        verifies: code`Verifies the fields of messages.`,
      };
  }
}

function credentialOptions(scope: FileScope, { alternatives }: HmacScheme): Code {
  const type = scope.name(runtimeNames.hmac.HmacCredentialOptions);
  return alternatives.length === 0
    ? code`${type}<never>`
    : code`${type}<${union(alternatives.map(({ name }) => name))}>`;
}

function verifierOptions(scope: FileScope, { parts, scopeType: type }: HmacPlan): Parameter {
  const { HmacSecretOptions, HmacVerifierOptions } = runtimeNames.hmac;
  const named = scope.name(parts.includes('key') ? HmacVerifierOptions : HmacSecretOptions);
  const scopes =
    type === undefined || !parts.includes('key') ? code`` : code`<${scope.name(type)}>`;
  return { name: code`options`, type: code`${named}${scopes}` };
}

function union(texts: readonly string[]): Code {
  return join(texts.map(stringLiteral), ' | ');
}
