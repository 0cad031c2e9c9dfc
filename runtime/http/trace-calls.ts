import type { Interceptor } from '../core/client/client-config.js';
import { ApiError } from '../core/errors.js';
import { hasHeader, withHeader } from '../core/headers.js';
import { failSpan, writeTraceParent, type CallSpan, type CallTracer } from '../core/tracing.js';
import type { WireRequest } from '../core/wire.js';
import { pathTemplate, redactedUrl } from './log-format.js';

/** `SpanKind.CLIENT` */
const client = 2;

/**
 * Creates an interceptor that records a client span for every call
 * and sends its context in `traceparent` (W3C Trace Context).
 *
 * Names and attributes follow the OpenTelemetry conventions for HTTP clients. Spans contain no query values, bodies or
 * credentials. The span of a streamed response ends with the response's head.
 */
export function traceCalls(tracer: CallTracer): Interceptor {
  return async (request, next, redact) => {
    const { operation, method } = request;
    const template = operation === undefined ? undefined : pathTemplate(operation);
    const span = tracer.startSpan(template === undefined ? method : `${method} ${template}`, {
      kind: client,
      attributes: attributesOf(request, template),
    });
    try {
      const response = await next(withTraceContext(request, span));
      span.setAttribute('http.response.status_code', response.status);
      if (response.status >= 400) failSpan(span, String(response.status));
      return response;
    } catch (error) {
      failSpan(span, error instanceof ApiError ? redact(error.code) : 'unknown');
      throw error;
    } finally {
      span.end();
    }
  };
}

function attributesOf(
  request: WireRequest,
  template: string | undefined,
): Record<string, string | number> {
  const { hostname, port } = new URL(`${request.scheme}://${request.authority}`);
  return {
    'http.request.method': request.method,
    'server.address': hostname,
    'server.port': port === '' ? (request.scheme === 'https' ? 443 : 80) : Number(port),
    'url.full': redactedUrl(request),
    ...(template === undefined ? {} : { 'url.template': template }),
  };
}

function withTraceContext(request: WireRequest, span: CallSpan): WireRequest {
  const value = writeTraceParent(span);
  if (value === undefined || hasHeader(request.headers, 'traceparent')) return request;
  return { ...request, headers: withHeader(request.headers, 'traceparent', value) };
}
