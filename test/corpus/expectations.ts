/** Large documents that every run takes: long unions, deep bodies, many services, 3.1, many media types. */
export const large: ReadonlySet<string> = new Set([
  'coinbase-cdp-sdk__openapi.yaml',
  'docker.com__engine.json',
  'hey-api-openapi-ts__opencode.yaml',
  'id4i.de.json',
  'influxdata.com.json',
  'xero.com__xero_accounting.json',
]);

/** Documents that pass for right and yet ask for something that nobody can do: the diagnostic they get, and why. */
export const faulty: Readonly<Record<string, { readonly code: string; readonly why: string }>> = {
  'oapi-codegen__recursive__spec__3.0.yaml': {
    code: 'schema-cycle',
    why: 'a schema is part of its own "allOf", so that no validator comes to an end on it',
  },
  'rapidapi.com__dynamicdocs.json': {
    code: 'invalid-name',
    why: 'API keys are to be sent in headers whose names have spaces, which RFC 9110 forbids',
  },
};

/** Documents whose output does not compile yet, and why. */
export const knownGaps: Readonly<Record<string, string>> = {};
