import { childOrigin } from '../core/origin.js';
import type { Origin } from '../core/origin.js';
import type { Api } from '../model/api.js';
import type { HmacForm, HmacScheme } from '../model/security.js';

/** One signature form, with its origin. */
export interface LocatedForm {
  readonly form: HmacForm;
  readonly origin: Origin;
}

/** A scheme with `x-hmac`, the origin of the extension, and its forms, the primary one first. */
export interface LocatedHmac {
  readonly key: string;
  readonly hmac: HmacScheme;
  readonly origin: Origin;
  readonly forms: readonly LocatedForm[];
}

/** Returns every scheme with `x-hmac` of a description. */
export function hmacSchemes(api: Api): readonly LocatedHmac[] {
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

/** An element of a value of `headers`, `message` or `fields`: text, then one expression. */
export interface Element {
  readonly before: string;
  readonly expression: string;
}

/** Splits a value at its separators; `undefined` if an element does not have this form. */
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

/** Returns the expressions of everything that a form sends. */
export function sentExpressions(form: HmacForm, scheme: HmacScheme): readonly string[] {
  return Object.values(form.values).flatMap((value) =>
    (elementsOf(value, scheme) ?? []).map(({ expression }) => expression),
  );
}

const REQUEST = ['method', 'target', 'path', 'body', 'body.sha256', 'headers', 'headers.values'];
const ANYWHERE = ['timestamp', 'key', 'passphrase', 'SOH'];

/** Returns the expressions without parameters that a prehash may use, by the location of the signature. */
export function prehashExpressions({ place }: HmacForm): readonly string[] {
  return place === 'headers' ? [...ANYWHERE, ...REQUEST] : ANYWHERE;
}

/** True if a prehash may use the expression. The names in it are checked elsewhere. */
export function isPrehashExpression(expression: string, form: HmacForm): boolean {
  if (prehashExpressions(form).includes(expression)) return true;
  if (form.place === 'headers' && /^header\.[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(expression))
    return true;
  if (form.place === 'fields' && /^field\.[1-9]\d{0,8}$/.test(expression)) return true;
  return /^variables\.[^.]+$/.test(expression);
}

/** Returns the expressions that may be sent, by the location of the signature. */
export function sentNames({ place }: HmacForm): readonly string[] {
  const names = ['key', 'passphrase', 'timestamp', 'signature'];
  if (place === 'headers') return [...names, 'headers'];
  return place === 'fields' ? [...names, 'signature.length'] : names;
}
