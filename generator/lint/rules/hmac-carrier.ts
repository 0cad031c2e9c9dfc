import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { HmacForm, HmacScheme } from '../../model/security.js';
import type { Rule } from '../rule.js';
import { elementsOf, hmacSchemes, sentExpressions } from '../hmac-expression.js';
import type { LocatedForm, LocatedHmac } from '../hmac-expression.js';
import { expressionsOf } from '../jwt-expression.js';

const hmacCarrier: DiagnosticType<{
  factory: { scheme: string; factory: string };
  unusedTimestamp: void;
  publicKey: void;
  unusedHeaders: void;
  eventId: { name: string };
  signature: { location: string };
  location: { location: string };
  unsent: { name: string };
  unsigned: { name: string };
  timestamp: void;
  header: { name: string };
}> = defineError('hmac-carrier', {
  factory: ({ scheme, factory }) => `the scheme "${scheme}" also has a factory "${factory}"`,
  unusedTimestamp: () => 'the timestamp is not used',
  publicKey: () => '"{key}" is sent, but "ed25519" signatures have no key',
  unusedHeaders: () => 'the signed headers are not used',
  eventId: ({ name }) => `the header "${name}" is not signed`,
  signature: ({ location }) => `"${location}" has no "{signature}"`,
  location: ({ location }) => `the other forms use "${location}"`,
  unsent: ({ name }) => `"{${name}}" is signed, but not sent`,
  unsigned: ({ name }) => `"{${name}}" is sent, but not signed`,
  timestamp: () => '"{timestamp}" is signed, but "timestamp" does not describe its format',
  header: ({ name }) => `the header "${name}" of the scheme is not among "headers"`,
});

/** Everything that a verifier needs is sent, everything sent is signed, and the signature is in the scheme's header. */
export const hmacCarrierRule: Rule = {
  diagnostics: [hmacCarrier],
  check(api, reporter) {
    const factories = new Map<string, string>();
    for (const located of hmacSchemes(api)) {
      const { key, hmac, origin, forms } = located;
      const other = factories.get(hmac.credential.name);
      if (other !== undefined) {
        reporter.report(
          hmacCarrier.factory({ scheme: other, factory: hmac.credential.name }),
          childOrigin(origin, 'credential', 'name'),
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
        reporter.report(hmacCarrier.unusedTimestamp(), childOrigin(origin, 'timestamp'));
      }
      if (hmac.eventId !== undefined) checkEventId(hmac.eventId, located, reporter);
      if (hmac.algorithm === 'ed25519' && forms.some(({ form }) => names(form, hmac, 'key'))) {
        reporter.report(hmacCarrier.publicKey(), childOrigin(origin, 'algorithm'), {
          hint: 'receivers know the public keys that they accept',
        });
      }
      if (hmac.signedHeaders.length > 0 && !uses(located, 'headers', 'headers.values')) {
        reporter.report(hmacCarrier.unusedHeaders(), childOrigin(origin, 'signedHeaders'));
      }
    }
  },
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
  reporter.report(hmacCarrier.eventId({ name: eventId }), childOrigin(origin, 'eventId'), {
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
    reporter.report(hmacCarrier.signature({ location: form.place }), location, { part: 'key' });
  }
  if (form.place !== hmac.place) {
    reporter.report(hmacCarrier.location({ location: hmac.place }), location, { part: 'key' });
  }
  for (const name of ['timestamp', 'key', 'passphrase']) {
    if (signed.includes(name) && !sent.includes(name)) {
      reporter.report(hmacCarrier.unsent({ name }), childOrigin(origin, 'prehash'));
    }
  }
  for (const name of ['timestamp', 'headers']) {
    if (sent.includes(name) && !signed.includes(name)) {
      reporter.report(hmacCarrier.unsigned({ name }), location, { part: 'key' });
    }
  }
  if (signed.includes('timestamp') && hmac.timestamp === undefined) {
    reporter.report(hmacCarrier.timestamp(), childOrigin(origin, 'prehash'), {
      hint: 'add "timestamp: { unit: seconds, tolerance: 30 }"',
    });
  }
}

/** Checks that the form uses the header of the scheme, which other tools rely on. */
function checkHeader(name: string, { form, origin }: LocatedForm, reporter: Reporter): void {
  if (form.place !== 'headers') return;
  const names = Object.keys(form.values).map((each) => each.toLowerCase());
  if (names.includes(name.toLowerCase())) return;
  reporter.report(hmacCarrier.header({ name }), childOrigin(origin, 'headers'), { part: 'key' });
}
