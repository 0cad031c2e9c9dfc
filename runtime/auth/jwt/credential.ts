import { systemTimers, type Clock } from '../../core/clock.js';
import type { JsonValue, JwtDescriptor } from '../../core/descriptor.js';
import { encodeHex } from '../../core/hex.js';
import { JsonError, parseExactJson, type ExactJson } from '../../core/json.js';
import { randomUuid, systemRandom, type RandomSource } from '../../core/random.js';
import type { SecurityContext, TokenCredential } from '../../core/security.js';
import { sha256Hex } from '../../core/sha256.js';
import type { Body, WireRequest } from '../../core/wire.js';
import { AuthError } from '../error.js';
import { exactJson, sortedJson } from './canonical.js';
import { compactSigner, type CompactSigner } from './compact-signer.js';
import { readPrivateKey } from './private-key.js';
import { requestExpression, requestFacts, type RequestFacts } from './request-scope.js';
import { compileTemplate, type Template, type TemplateScope } from './template.js';

/** Options for creating tokens. */
export interface JwtCredentialOptions<Alternative extends string = string> {
  /** Name of an alternative set of claims in the description, for example with a digest instead of the body. */
  readonly alternative?: Alternative;
  /** Clock for `iat`, `nbf` and `exp`. */
  readonly clock?: Clock;
  /** Source of random bytes for nonces and token ids. */
  readonly random?: RandomSource;
}

/**
 * Creates a credential that generates tokens as described by `x-jwt`: one for each attempt, with current times and a new nonce, bound to
 * the request as it is sent.
 *
 * The secret is read immediately and imported by the platform's cryptography on first use. Printing the credential never shows it.
 *
 * @param parameters the arguments of the credential in the order of the description; the last one is the secret
 * @throws {AuthError} if the secret is not a key of an accepted format and algorithm, or the description is invalid
 */
export function jwtCredential(
  jwt: JwtDescriptor,
  parameters: Readonly<Record<string, string>>,
  options: JwtCredentialOptions = {},
): TokenCredential {
  const clock = options.clock ?? systemTimers;
  const random = options.random ?? systemRandom;
  const { secretName, secret, known } = readParameters(parameters);
  const data = readPrivateKey(secretName, secret, jwt.keyFormats, jwt.algorithms);
  const { algorithm } = data;
  const header = compileMembers('header', jwt.header);
  const claims = compileMembers('claims', claimsOf(jwt, options.alternative));
  for (const [name, template] of [...header, ...claims])
    checkExpressions(name, template, known, header.has(name));
  if (header.has('alg'))
    throw new AuthError('description', 'x-jwt header.alg: the key determines the algorithm');
  const bound = new Set(
    [...claims.values()].flatMap((template) => template.expressions.map(({ kind }) => kind)),
  );
  const needs = bound.has('body') || bound.has('body-digest') ? 'bytes' : 'head';
  const writeHeader = membersWriter(`{"alg":${JSON.stringify(algorithm)}`, header, known);
  const writeClaims = membersWriter('{', claims, known);
  let importing: Promise<CompactSigner> | undefined;
  let signer: CompactSigner | undefined;

  // Asynchronous only for the import of the key, once, and for a digest.
  const token = async (request: WireRequest, context: SecurityContext): Promise<string> => {
    importing ??= compactSigner(secretName, data);
    const body = needs === 'bytes' ? readBody(request.body) : undefined;
    const digest =
      body !== undefined && bound.has('body-digest') && !isEmptyObject(body)
        ? await digestOf(body)
        : undefined;
    signer ??= await importing;
    const value = valueAt({
      facts: requestFacts(request, request.authority),
      variables: context.variables,
      parameters: known,
      now: Math.floor(clock.now() / 1000),
      random,
      body,
      digest,
    });
    return signer(writeHeader(value), writeClaims(value));
  };
  return Object.freeze({ needs, token });
}

function readParameters(parameters: Readonly<Record<string, string>>): {
  readonly secretName: string;
  readonly secret: string;
  readonly known: Readonly<Record<string, string>>;
} {
  const entries = Object.entries(parameters);
  for (const [name, value] of entries) {
    if (typeof value !== 'string' || value === '') {
      throw new AuthError('parameter-missing', `${name}: must be a non-empty string`);
    }
  }
  const last = entries.pop();
  if (last === undefined) throw new AuthError('key-missing', 'A credential requires a secret');
  return { secretName: last[0], secret: last[1], known: Object.fromEntries(entries) };
}

function claimsOf(
  jwt: JwtDescriptor,
  alternative: string | undefined,
): Readonly<Record<string, JsonValue>> {
  if (alternative === undefined) return jwt.claims;
  const chosen = jwt.alternatives?.find(({ name }) => name === alternative);
  if (chosen === undefined) {
    throw new AuthError('description', `These claims have no alternative "${alternative}"`);
  }
  const remaining = Object.entries(jwt.claims).filter(
    ([name]) => !(chosen.omit ?? []).includes(name),
  );
  return { ...Object.fromEntries(remaining), ...chosen.claims };
}

function compileMembers(
  part: string,
  members: Readonly<Record<string, JsonValue>> | undefined,
): ReadonlyMap<string, Template> {
  return new Map(
    Object.entries(members ?? {}).map(([name, value]) => [
      name,
      compileTemplate(`${part}.${name}`, value),
    ]),
  );
}

function checkExpressions(
  name: string,
  template: Template,
  known: Readonly<Record<string, string>>,
  inHeader: boolean,
): void {
  for (const expression of template.expressions) {
    const { kind } = expression;
    const body = kind === 'body' || kind === 'body-digest';
    if (kind === 'header' || (body && (inHeader || template.alone !== true))) {
      throw new AuthError('description', `x-jwt ${name}: this expression is not allowed here`);
    }
    if (kind === 'credential' && !Object.hasOwn(known, expression.name)) {
      throw new AuthError(
        'description',
        `x-jwt ${name}: {credential.${expression.name}} is the secret or not a parameter`,
      );
    }
  }
}

/** Inputs that differ between tokens. */
interface TokenInputs {
  readonly facts: RequestFacts;
  readonly variables: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, string>>;
  /** Unix seconds, the same for the whole token. */
  readonly now: number;
  readonly random: RandomSource;
  readonly body: ExactJson | undefined;
  readonly digest: string | undefined;
}

/** Prepares the JSON text of an object that starts with `start`. Members that only depend on the credential are serialised once. */
function membersWriter(
  start: string,
  members: ReadonlyMap<string, Template>,
  known: Readonly<Record<string, string>>,
): (scope: TemplateScope) => string {
  const own: TemplateScope = (expression) =>
    expression.kind === 'credential' ? known[expression.name] : undefined;
  const prepared = [...members].map(([name, template]) => {
    const fixed = template.expressions.every(({ kind }) => kind === 'credential')
      ? template.evaluate(own)
      : undefined;
    const text = fixed === undefined ? undefined : exactJson(fixed);
    return { name: `${JSON.stringify(name)}:`, template, text };
  });
  return (scope) => {
    let written = start;
    for (const { name, template, text } of prepared) {
      const value = text === undefined ? template.evaluate(scope) : undefined;
      const memberText = text ?? (value === undefined ? undefined : exactJson(value));
      if (memberText !== undefined) written += `${written === '{' ? '' : ','}${name}${memberText}`;
    }
    return `${written}}`;
  };
}

/** Returns the values of expressions for one token. */
function valueAt(inputs: TokenInputs): TemplateScope {
  return (expression) => {
    switch (expression.kind) {
      case 'now':
        return inputs.now + expression.add;
      case 'uuid':
        return randomUuid(inputs.random);
      case 'random':
        return encodeHex(inputs.random(expression.bytes));
      case 'body':
        return inputs.body;
      case 'body-digest':
        return inputs.digest;
      case 'credential':
        return inputs.parameters[expression.name];
      default:
        return requestExpression(expression, inputs.facts, inputs.variables);
    }
  };
}

/** Parses the body as the verifier will; `undefined` if there is none. */
function readBody(body: Body): ExactJson | undefined {
  if (body === undefined || body.length === 0) return undefined;
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new AuthError(
      'body-unbindable',
      'A token cannot be bound to a body that is a stream; pass the body as bytes',
    );
  }
  let value: ExactJson;
  try {
    value = parseExactJson(body, { exactNumbers: true });
  } catch (error) {
    const reason = error instanceof JsonError ? error.message : 'it is not valid JSON';
    throw new AuthError(
      'body-unbindable',
      `A token that is bound to the body requires a JSON body: ${reason}`,
    );
  }
  return value;
}

/** True for `{}`, which SDKs cover by value and never by digest. */
function isEmptyObject(value: ExactJson): boolean {
  return exactJson(value) === '{}';
}

function digestOf(body: ExactJson): string | Promise<string> {
  return sha256Hex(new TextEncoder().encode(sortedJson(body, 'ecmascript')));
}
