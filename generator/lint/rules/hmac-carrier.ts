import type { Reporter } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { HmacForm, HmacScheme } from '../../model/security.js';
import type { Rule } from '../rule.js';
import { elementsOf, hmacSchemes, sentExpressions } from '../hmac-expression.js';
import type { LocatedForm, LocatedHmac } from '../hmac-expression.js';
import { expressionsOf } from '../jwt-expression.js';

const CODE = 'hmac-carrier';

/** Everything that a verifier needs is sent, everything sent is signed, and the signature is in the scheme's header. */
export const hmacCarrier: Rule = (api, reporter) => {
  const factories = new Map<string, string>();
  for (const located of hmacSchemes(api)) {
    const { key, hmac, origin, forms } = located;
    const other = factories.get(hmac.credential.name);
    if (other !== undefined) {
      reporter.error(
        CODE,
        childOrigin(origin, 'credential', 'name'),
        `the scheme "${other}" has a factory "${hmac.credential.name}" too`,
      );
    }
    factories.set(hmac.credential.name, key);
    // An unreadable value has already been reported, and may contain any expression.
    if (!forms.every((form) => isReadable(form, hmac))) continue;
    for (const form of forms) checkForm(located, form, reporter);
    const scheme = api.securitySchemes.find((each) => each.key === key)?.scheme;
    if (hmac.place === 'headers' && scheme?.kind === 'apiKey') {
      for (const form of forms) checkHeader(scheme.name, form, reporter);
    }
    if (hmac.timestamp !== undefined && !uses(located, 'timestamp')) {
      reporter.error(CODE, childOrigin(origin, 'timestamp'), 'nothing uses the timestamp');
    }
    if (hmac.eventId !== undefined) checkEventId(hmac.eventId, located, reporter);
    if (hmac.algorithm === 'ed25519' && forms.some(({ form }) => names(form, hmac, 'key'))) {
      reporter.error(
        CODE,
        childOrigin(origin, 'algorithm'),
        'signatures of "ed25519" name no key',
        {
          hint: 'receivers know the public keys that they accept',
        },
      );
    }
    if (hmac.signedHeaders.length > 0 && !uses(located, 'headers', 'headers.values')) {
      reporter.error(CODE, childOrigin(origin, 'signedHeaders'), 'nothing uses the signed headers');
    }
  }
};

function isReadable({ form }: LocatedForm, scheme: HmacScheme): boolean {
  const values = Object.values(form.values);
  return (
    expressionsOf(form.prehash) !== undefined &&
    values.every((value) => elementsOf(value, scheme) !== undefined)
  );
}

function names(form: HmacForm, scheme: HmacScheme, part: string): boolean {
  return sentExpressions(form, scheme).includes(part);
}

/** Checks that every form signs the event id, because an attacker could change an unsigned one. */
function checkEventId(
  eventId: string,
  { hmac, origin, forms }: LocatedHmac,
  reporter: Reporter,
): void {
  const signsEventId = ({ form }: LocatedForm): boolean => {
    const signed = (expressionsOf(form.prehash) ?? []).map((each) => each.toLowerCase());
    if (signed.includes(`header.${eventId}`)) return true;
    const signsHeaders = signed.includes('headers.values');
    return signsHeaders && (names(form, hmac, 'headers') || hmac.signedHeaders.includes(eventId));
  };
  if (forms.some(signsEventId)) return;
  reporter.error(CODE, childOrigin(origin, 'eventId'), `the header "${eventId}" is not signed`, {
    hint: `sign "{header.${eventId}}"`,
  });
}

function uses({ forms }: LocatedHmac, ...names: readonly string[]): boolean {
  return forms.some(({ form }) =>
    (expressionsOf(form.prehash) ?? []).some((expression) => names.includes(expression)),
  );
}

function checkForm({ hmac }: LocatedHmac, { form, origin }: LocatedForm, reporter: Reporter): void {
  const location = childOrigin(origin, form.place);
  const sent = sentExpressions(form, hmac);
  const signed = expressionsOf(form.prehash) ?? [];
  if (!sent.includes('signature')) {
    reporter.error(CODE, location, `"${form.place}" has no "{signature}"`, { part: 'key' });
  }
  if (form.place !== hmac.place) {
    reporter.error(CODE, location, `the other forms have "${hmac.place}"`, { part: 'key' });
  }
  for (const name of ['timestamp', 'key', 'passphrase']) {
    if (signed.includes(name) && !sent.includes(name)) {
      reporter.error(CODE, childOrigin(origin, 'prehash'), `"{${name}}" is signed, but not sent`);
    }
  }
  for (const name of ['timestamp', 'headers']) {
    if (sent.includes(name) && !signed.includes(name)) {
      reporter.error(CODE, location, `"{${name}}" is sent, but not signed`, { part: 'key' });
    }
  }
  if (signed.includes('timestamp') && hmac.timestamp === undefined) {
    reporter.error(
      CODE,
      childOrigin(origin, 'prehash'),
      '"{timestamp}" is signed, but "timestamp" does not say how it is written',
      { hint: 'add "timestamp: { unit: seconds, tolerance: 30 }"' },
    );
  }
}

/** Checks that the form uses the header of the scheme, which other tools rely on. */
function checkHeader(name: string, { form, origin }: LocatedForm, reporter: Reporter): void {
  if (form.place !== 'headers') return;
  const names = Object.keys(form.values).map((each) => each.toLowerCase());
  if (names.includes(name.toLowerCase())) return;
  reporter.error(
    CODE,
    childOrigin(origin, 'headers'),
    `the scheme's header "${name}" is not among "headers"`,
    { part: 'key' },
  );
}
