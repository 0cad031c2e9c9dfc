/** The methods of an OpenTelemetry tracer that are used here. */
export interface CallTracer {
  startSpan(name: string, options: CallSpanOptions): CallSpan;
}

/** How a span starts. */
export interface CallSpanOptions {
  readonly kind: number;
  readonly attributes: Record<string, string | number>;
}

/** The methods of an OpenTelemetry span that are used here. */
export interface CallSpan {
  setAttribute(name: string, value: string | number): unknown;
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  end(): void;
  spanContext(): CallSpanContext;
}

/** Identifies a span, also one of another program. */
export interface CallSpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/** `SpanStatusCode.ERROR` */
const failed = 2;

const nonZero = /[1-9a-f]/;

/** Writes the header `traceparent` (W3C Trace Context, section 3.2); `undefined` for a span that is not recorded anywhere. */
export function writeTraceParent(span: CallSpan): string | undefined {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const flags = (traceFlags & 0xff).toString(16).padStart(2, '0');
  const text = `00-${traceId}-${spanId}-${flags}`;
  return readTraceParent(text) === undefined ? undefined : text;
}

/** Reads a `traceparent`, also of a later version; `undefined` if it is to be ignored (section 4.3). */
export function readTraceParent(text: string): CallSpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(text) ?? [];
  const isValid =
    version !== 'ff' &&
    (version !== '00' || rest === undefined) &&
    nonZero.test(traceId) &&
    nonZero.test(spanId);
  return isValid ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16) } : undefined;
}

/** Marks a span as failed. */
export function failSpan(span: CallSpan, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: failed });
}
