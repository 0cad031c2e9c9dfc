import { childOrigin } from '../core/origin.js';
import type { Origin } from '../core/origin.js';
import type { Api } from '../model/api.js';
import type { HmacForm, HmacScheme } from '../model/security.js';

/** One way of signing, and where it is written. */
export interface FormPlace {
  readonly form: HmacForm;
  readonly origin: Origin;
}

/** A scheme with `x-hmac`, the place of the extension, and its forms, the first one first. */
export interface HmacPlace {
  readonly key: string;
  readonly hmac: HmacScheme;
  readonly origin: Origin;
  readonly forms: readonly FormPlace[];
}

/** Every scheme of a description that signs. */
export function hmacSchemes(api: Api): readonly HmacPlace[] {
  return api.securitySchemes.flatMap(({ key, hmac, origin: scheme }) => {
    if (hmac === undefined) return [];
    const origin = childOrigin(scheme, 'x-hmac');
    const others = hmac.alternatives.map((form, index) => ({
      form,
      origin: childOrigin(origin, 'alternatives', index),
    }));
    return [{ key, hmac, origin, forms: [{ form: hmac, origin }, ...others] }];
  });
}

/** What stands in a value of `headers`, `message` or `fields`: text, then one expression. */
export interface Element {
  readonly before: string;
  readonly expression: string;
}

/** The elements of a value between its separators; `undefined` where one of them is something else. */
export function elementsOf(
  value: string,
  { separator = ',' }: Pick<HmacScheme, 'separator'>,
): readonly Element[] | undefined {
  const elements = value.split(separator).map((text): Element | undefined => {
    const [, before, expression] = /^([^{}]*)\{([^{}]+)\}$/.exec(text.trim()) ?? [];
    return before === undefined || expression === undefined ? undefined : { before, expression };
  });
  return elements.every((element) => element !== undefined) ? elements : undefined;
}

/** Expressions of everything that a form puts on the wire. */
export function sentExpressions(form: HmacForm, scheme: HmacScheme): readonly string[] {
  return Object.values(form.values).flatMap((value) =>
    (elementsOf(value, scheme) ?? []).map(({ expression }) => expression),
  );
}

const REQUEST = ['method', 'target', 'path', 'body', 'body.sha256', 'headers', 'headers.values'];
const ANYWHERE = ['timestamp', 'key', 'passphrase', 'SOH'];

/** Expressions with a fixed spelling that a prehash may use, by where the signature stands. */
export function prehashExpressions({ place }: HmacForm): readonly string[] {
  return place === 'headers' ? [...ANYWHERE, ...REQUEST] : ANYWHERE;
}

/** Whether a prehash may use an expression, whatever its name refers to. */
export function isPrehashExpression(expression: string, form: HmacForm): boolean {
  if (prehashExpressions(form).includes(expression)) return true;
  if (form.place === 'headers' && /^header\.[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(expression))
    return true;
  if (form.place === 'fields' && /^field\.[1-9]\d{0,8}$/.test(expression)) return true;
  return /^variables\.[^.]+$/.test(expression);
}

/** Expressions that may be sent, by where the signature stands. */
export function sentNames({ place }: HmacForm): readonly string[] {
  const names = ['key', 'passphrase', 'timestamp', 'signature'];
  if (place === 'headers') return [...names, 'headers'];
  return place === 'fields' ? [...names, 'signature.length'] : names;
}
