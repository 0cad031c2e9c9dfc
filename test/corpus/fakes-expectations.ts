/**
 * Schemas of the small documents without fakes, because no value satisfies them: types by document. An enum lists values of another type,
 * every value of one branch of `oneOf` satisfies another, what is required is
 * impossible, or a required property is recursive.
 */
export const unfakable: Readonly<Record<string, readonly string[]>> = {
  'gov.bc.ca__jobposting.json': ['JobTypeID', 'RecordType', 'RegionID'],
  'kin-openapi__schema31refs__3.1.yml': ['ObjectWithIfThenElse'],
  'kiota__multi-anchor-generic-binding__3.1.yaml': ['EnvelopeTemplate', 'EnvelopeTemplateData'],
  'multi/openapi-ts__external__3.0/external.yaml': ['ExternalUnionSchema'],
  'nexmo.com__sms.json': ['SendAnSmsResponse', 'SendAnSmsXmlResponse'],
  'oapi-codegen__recursive__spec__3.0.yaml': ['FilterPredicateRangeOp'],
  'openapi-ts__faker__3.1.yaml': ['NeverTuple', 'ObjectWithRequiredNever'],
};
