/** Cases in which another tool judges differently, with the reason. The list may only shrink. */
export interface Difference {
  readonly why: string;
  readonly cases: readonly string[];
}

/** Each case is the name of the test, the published level, and ours. */
export const oasdiffDifferences: readonly Difference[] = [
  {
    why: 'dates of `x-sunset` and `x-stability-level` are a policy: verdicts depend on the descriptions alone, and on no clock',
    cases: [
      'TestBreaking_DeprecationPathPast: INFO, not ERR',
      'TestBreaking_InvaidStability: ERR, not INFO',
      'TestBreaking_ParameterDeprecationFuture: ERR, not WARN',
      'TestBreaking_ParameterDeprecationNoSunset: INFO, not WARN',
      'TestBreaking_RemoveEndpointWithInvalidSunset: ERR, not INFO',
      'TestBreaking_RemoveParameterWithInvalidSunset: ERR, not WARN',
      'TestBreaking_SunsetDeletedForDeprecatedEndpoint: ERR, not INFO',
      'TestBreaking_SunsetDeletedForDeprecatedParameter: ERR, not INFO',
      'TestBreaking_SunsetDeleted_WithSources: ERR, not INFO',
      'TestBreaking_SunsetModifiedFromInvalidForDeprecatedEndpoint: ERR, not INFO',
      'TestBreaking_SunsetModifiedFromInvalidForDeprecatedParameter: ERR, not INFO',
      'TestBreaking_SunsetModifiedToInvalidForDeprecatedEndpoint: ERR, not INFO',
      'TestBreaking_SunsetModifiedToInvalidForDeprecatedParameter: ERR, not INFO',
    ],
  },
  {
    why: 'the case runs one check, and the documents have another change, which is breaking: a status of success or a media type is gone',
    cases: [
      'TestBreaking_NoChangeToSunsetDeprecatedEndpoint: INFO, not ERR',
      'TestRequestBodyContentSchemaRemoved: INFO, not ERR',
      'TestRequestBodyDefaultValueChanged: INFO, not ERR',
      'TestResponseBodyContentSchemaAdded: INFO, not ERR',
    ],
  },
  {
    why: 'the published case changes one document in the program: its two documents are equal',
    cases: [
      'TestListOfTypesIntegration_ParameterChanges: ERR, not INFO',
      'TestRequestBodyTypeAddedFromUntypedStillBreaking: ERR, not INFO',
      'TestRequestBodyTypeNarrowingStillBreaking: ERR, not INFO',
      'TestRequestBodyTypeRemovedNotBreaking: ERR, not INFO',
      'TestRequestBodyTypeWidenWithBreakingFormatStillBreaking: ERR, not INFO',
      'TestRequestBodyTypeWideningMultiTypeNotBreaking: ERR, not INFO',
      'TestRequestPathParamScalarToArrayStillBreaking: ERR, not INFO',
    ],
  },
  {
    why: 'a path parameter that the path does not contain is never sent, so it is ignored',
    cases: [
      'TestRequestParameterBecameEnum: ERR, not INFO',
      'TestRequestParameterMaxDecreased: ERR, not INFO',
      'TestRequestParameterMaxItemsDecreased: ERR, not INFO',
      'TestRequestParameterMinIncreased: ERR, not INFO',
    ],
  },
  {
    why: 'callers that send no credentials are refused from now on',
    cases: ['TestAPIGlobalSecurityyAdded: INFO, not ERR', 'TestAPISecurityAdded: INFO, not ERR'],
  },
  {
    why: 'generated checks choose the alternative by the discriminator: its change may accept or reject values',
    cases: [
      'TestRequestDiscriminatorUpdatedCheckAdded: INFO, not WARN',
      'TestRequestDiscriminatorUpdatedCheckMappingChanging: INFO, not WARN',
      'TestRequestDiscriminatorUpdatedCheckPropertyNameChanging: INFO, not WARN',
      'TestRequestDiscriminatorUpdatedCheckRemoved: INFO, not WARN',
      'TestResponseDiscriminatorUpdatedCheckAdded: INFO, not WARN',
      'TestResponseDiscriminatorUpdatedCheckMappingChanging: INFO, not WARN',
      'TestResponseDiscriminatorUpdatedCheckPropertyNameChanging: INFO, not WARN',
      'TestResponseDiscriminatorUpdatedCheckRemoved: INFO, not WARN',
    ],
  },
  {
    why: 'a pattern that responses no longer satisfy breaks callers that check it',
    cases: [
      'TestBreaking_DeletePatten: INFO, not ERR',
      'TestBreaking_GeneralizedPattern: INFO, not ERR',
      'TestBreaking_ModifyPatternToAnyString: INFO, not ERR',
    ],
  },
  {
    why: 'a new bound refuses requests that were valid, like a stricter one',
    cases: [
      'TestRequestParameterExclusiveMaxSet: WARN, not ERR',
      'TestRequestParameterExclusiveMinSet: WARN, not ERR',
      'TestRequestPropertyExclusiveMaxSet: WARN, not ERR',
      'TestRequestPropertyExclusiveMinSet: WARN, not ERR',
    ],
  },
  {
    why: 'the alternatives are open objects without required properties, so the others accept the values of the one that is gone',
    cases: [
      'TestBreaking_RequestPropertyAnyOfRemoved: ERR, not INFO',
      'TestBreaking_RequestPropertyOneOfRemoved: ERR, not INFO',
      'TestRequestPropertyAnyOfRemoved: ERR, not INFO',
      'TestRequestPropertyOneOfRemoved: ERR, not INFO',
    ],
  },
  {
    why: 'the schemas accept the same values: what is added says nothing, or the same in other words',
    cases: [
      'TestBreaking_AnyOf: ERR, not INFO',
      'TestRequestPropertyAllOfAdded_AnnotationOnly_AtProperty_EmitsInfo: ERR, not INFO',
      'TestRequestPropertyAllOfAdded_AnnotationOnly_EmitsInfo: ERR, not INFO',
      'TestRequestPropertyAnyOfInlineEnumRefactorToRef: ERR, not INFO',
    ],
  },
  {
    why: 'a stricter response is compatible for callers',
    cases: [
      'TestResponseBodyDependentRequiredChanged: ERR, not INFO',
      'TestResponsePropertyDependentRequiredChanged: ERR, not INFO',
    ],
  },
  {
    why: 'what `not` excludes changed, so nobody can tell which values are excluded now',
    cases: [
      'TestNotSubSchemaTraversalAddedProperty: ERR, not WARN',
      'TestNotSubSchemaTraversalModifiedProperty: ERR, not WARN',
    ],
  },
  {
    why: 'any value of an open list stays valid, and a request without a value stays valid if its default changes: both are risky',
    cases: [
      'TestRequestParameterDefaultValueChanged: ERR, not WARN',
      'TestRequestPropertyXExtensibleEnumValueRemovedCheck: ERR, not WARN',
      'TestRequestPropertyXExtensibleEnumValueRemoved_WithSources: ERR, not WARN',
    ],
  },
  {
    why: 'in a response, a property that becomes `writeOnly` is gone, and one that no longer is arrives in addition',
    cases: [
      'TestBreaking_RequiredPropertyWriteOnlyDisabled: WARN, not INFO',
      'TestBreaking_RequiredPropertyWriteOnlyEnabled: INFO, not ERR',
    ],
  },
  {
    why: 'a property that is required and not listed may have any value, and has to be sent',
    cases: ['TestBreaking_ReqBodyNewRequiredPropertyNew: INFO, not ERR'],
  },
  {
    why: 'a number that travels as text is a text',
    cases: ['TestBreaking_ReqQueryParamTypeNumberToString: WARN, not INFO'],
  },
  {
    why: 'an object is no text, and a text is no list, in XML and in a parameter',
    cases: [
      'TestRequestBodyTypeLooselyTypedCompatible: INFO, not ERR',
      'TestRequestQueryParamMultiTypeToFormExplodeArraySafe: INFO, not ERR',
    ],
  },
  {
    why: 'a `oneOf` whose alternatives may match together may reject what one of them accepts: nobody can tell',
    cases: ['TestRequestPropertyOneOfWrappingIsBreaking: ERR, not WARN'],
  },
];

/** Each case is the name of the test, its documents, the published verdict, and ours for clients. */
export const openApiDiffDifferences: readonly Difference[] = [
  {
    why: 'a response with fewer restrictions breaks callers that check it, and one with more does not',
    cases: [
      'MinLengthBCTest.responseMinLengthDecreasedButCompatible bc_minlength_base.yaml bc_response_minlength_changed_but_compatible.yaml: changed-compatible, not breaking',
      'MinLengthBCTest.responseMinLengthIncreased bc_minlength_base.yaml bc_response_minlength_increased.yaml: incompatible, not compatible',
    ],
  },
  {
    why: "alternatives of the `oneOf` accept one another's values, which it rejects: nobody can tell",
    cases: [
      'OneOfBCTest.changedButCompatible bc_oneof_base.yaml bc_oneof_changed_but_compatible.yaml: changed-compatible, not undecided',
    ],
  },
  {
    why: 'an `operationId` is the name of generated functions',
    cases: [
      'OperationBCTest.operationIdChangedButCompatible bc_operation_base.yaml bc_operation_changed_incompatible_operation_id.yaml: changed-compatible, not risky',
    ],
  },
  {
    why: 'a property that is gone is risky: it has no effect, or never arrives',
    cases: [
      'SchemaBCTest.changedButCompatible bc_schema_base.yaml bc_schema_changed_but_compatible.yaml: changed-compatible, not risky',
      'SchemaBCTest.requestPropsPutIncreased bc_schema_base.yaml bc_request_schema_props_put_increased.yaml: changed-compatible, not risky',
      'SchemaDiffTest.addPropertyHandlingTest schemaDiff/schema-add-property-1.yaml schemaDiff/schema-add-property-2.yaml: compatible, not risky',
    ],
  },
  {
    why: 'a scheme of the documents is incomplete, so requests need no credentials at all',
    cases: [
      'SecuritySchemeBCTest.bearerFormatChanged bc_security_scheme_base.yaml bc_security_scheme_bearer_format_changed.yaml: incompatible, not undefined',
      'SecuritySchemeBCTest.scopesIncreased bc_security_scheme_base.yaml bc_security_scheme_scopes_increased.yaml: incompatible, not undefined',
      'SecuritySchemeBCTest.typeChanged bc_security_scheme_base.yaml bc_security_scheme_type_changed.yaml: incompatible, not undefined',
    ],
  },
  {
    why: 'a property that is no longer `writeOnly` arrives in addition',
    cases: [
      'WriteOnlyBCTest.responseWriteOnlyRequiredDecreased bc_writeonly_base.yaml bc_response_writeonly_required_decreased.yaml: incompatible, not compatible',
    ],
  },
];
