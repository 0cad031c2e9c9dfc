import type { HmacForm, HmacScheme, SecurityScheme } from '../../model/security.js';
import type { HmacPlan, SecurityPlan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Code, literal, type Name, stringLiteral } from '../../printer/code.js';
import { call, returns } from '../../printer/values.js';
import { generic, union } from '../../printer/types.js';
import { type Data, dataLiteral } from '../../typescript/data-literal.js';
import { exportedConstant, exportedFunction, type Parameter } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { schemeDocs } from './scheme-docs.js';
import { scopeArguments } from './scope-type.js';

/** Emits the constant of a scheme that declares signatures. */
export function hmacConstant(
  scope: FileScope,
  { scheme, constant, carriedBy }: SecurityPlan,
): readonly Declaration[] {
  if (scheme.hmac === undefined) return [];
  const name = scope.name(constant);
  const type = scope.name(runtimeNames.types.HmacDescriptor);
  return [
    exportedConstant(name, type, dataLiteral(describeHmac(scheme, scheme.hmac, carriedBy)), [
      code`Signature of the security scheme ${literal(scheme.key)}: signed values, location and verification.`,
    ]),
  ];
}

function describeHmac(
  { key }: SecurityScheme,
  hmac: HmacScheme,
  carriedBy: SecurityPlan['carriedBy'],
): Data {
  const { algorithm, secret, encoding, timestamp, signedHeaders, alternatives, refusals } = hmac;
  return {
    scheme: key,
    algorithm,
    secret,
    secretPrefix: hmac.secretPrefix,
    publicKeyPrefix: hmac.publicKeyPrefix,
    encoding,
    separator: hmac.separator,
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
    eventId: carriedBy === 'requests' ? undefined : hmac.eventId,
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

/** Emits the credential factory of a signing scheme. */
export function hmacFactory(scope: FileScope, security: SecurityPlan): readonly Declaration[] {
  const { scheme, constant, factory, hmac: plan } = security;
  const { hmac } = scheme;
  if (hmac === undefined || plan === undefined || factory === undefined) return [];
  const { credentials, sign, signer, docs } = signingOf(scope, security, hmac, plan);
  return [
    exportedFunction(scope.name(factory), {
      docs: schemeDocs(scheme, docs),
      parameters: [
        { name: code`credentials`, type: credentials },
        { name: code`options`, type: credentialOptions(scope, hmac), optional: true },
      ],
      returnType: signer,
      statements: [returns(call(sign, [scope.name(constant), code`credentials`, code`options`]))],
    }),
  ];
}

/** Emits the verifier factory of a signing scheme. */
export function hmacVerifier(scope: FileScope, security: SecurityPlan): readonly Declaration[] {
  const { scheme, constant, verifier, hmac: plan } = security;
  const { hmac } = scheme;
  if (hmac === undefined || plan === undefined || verifier === undefined) return [];
  const scopes = scopeArguments(scope, security);
  const { verify, returnType, docs } = verifyingOf(scope, security, hmac, scopes);
  return [
    exportedFunction(scope.name(verifier), {
      docs: schemeDocs(scheme, docs),
      parameters: [verifierOptions(scope, plan, hmac, scopes)],
      returnType,
      statements: [returns(call(verify, [scope.name(constant), code`options`]))],
    }),
  ];
}

/** Runtime function and types for signing, which depend on the location of the signature. */
interface Signing {
  readonly credentials: Code;
  readonly sign: Name;
  readonly signer: Code;
  readonly docs: Code;
}

function signingOf(
  scope: FileScope,
  { carriedBy }: SecurityPlan,
  hmac: HmacScheme,
  plan: HmacPlan,
): Signing {
  const { types, hmac: names } = runtimeNames;
  const parts = plan.parts.length === 0 ? [] : [namesOf(plan.parts)];
  switch (hmac.place) {
    case 'headers':
      return {
        credentials: generic(scope.name(names.HmacRequestCredentials), parts),
        sign: scope.name(names.hmacSigner),
        signer: scope.name(types.Signer),
        docs:
          carriedBy === 'deliveries'
            ? code`Creates a signer of deliveries, for the \`credentials\` of a sender.`
            : code`Creates a signer of requests, for the \`credentials\` of a client.`,
      };
    case 'message':
      return {
        credentials: generic(scope.name(names.HmacChannelCredentials), parts),
        sign: scope.name(names.hmacMessageSigner),
        signer: generic(scope.name(names.HmacMessageSigner), [namesOf(Object.keys(hmac.values))]),
        docs: code`Creates a signer of messages, which computes their security members.`,
      };
    case 'fields':
      return {
        credentials: generic(scope.name(names.HmacChannelCredentials), parts),
        sign: scope.name(names.hmacFieldSigner),
        signer: scope.name(names.HmacFieldSigner),
        docs: code`Creates a signer of messages, which computes their security fields.`,
      };
  }
}

/** Runtime function and types for verification. */
interface Verifying {
  readonly verify: Name;
  readonly returnType: Code;
  readonly docs: Code;
}

function verifyingOf(
  scope: FileScope,
  { carriedBy }: SecurityPlan,
  hmac: HmacScheme,
  scopes: readonly Code[],
): Verifying {
  const { hmac: names } = runtimeNames;
  switch (hmac.place) {
    case 'headers': {
      const isDelivery = carriedBy === 'deliveries';
      return {
        verify: scope.name(isDelivery ? names.hmacDeliveryVerifier : names.hmacVerifier),
        returnType: generic(scope.name(names.HmacVerifier), scopes),
        docs: isDelivery
          ? code`Creates a verifier of deliveries, for the \`security\` of a receiver.`
          : code`Creates a verifier of requests, for the \`security\` of a server.`,
      };
    }
    case 'message':
      return {
        verify: scope.name(names.hmacMessageVerifier),
        returnType: generic(scope.name(names.HmacMessageVerifier), scopes),
        docs: code`Creates a verifier of the security members of messages.`,
      };
    case 'fields':
      return {
        verify: scope.name(names.hmacFieldVerifier),
        returnType: generic(scope.name(names.HmacFieldVerifier), scopes),
        docs: code`Creates a verifier of the security fields of messages.`,
      };
  }
}

function credentialOptions(scope: FileScope, { alternatives }: HmacScheme): Code {
  const type = scope.name(runtimeNames.hmac.HmacCredentialOptions);
  const names = alternatives.map(({ name }) => name);
  return generic(type, [names.length === 0 ? code`never` : namesOf(names)]);
}

function verifierOptions(
  scope: FileScope,
  { parts }: HmacPlan,
  { algorithm }: HmacScheme,
  scopes: readonly Code[],
): Parameter {
  const { HmacPublicKeyOptions, HmacSecretOptions, HmacVerifierOptions } = runtimeNames.hmac;
  const keylessOptions = algorithm === 'ed25519' ? HmacPublicKeyOptions : HmacSecretOptions;
  const type = parts.includes('key')
    ? generic(scope.name(HmacVerifierOptions), scopes)
    : scope.name(keylessOptions);
  return { name: code`options`, type };
}

function namesOf(texts: readonly string[]): Code {
  return union(texts.map(stringLiteral));
}
