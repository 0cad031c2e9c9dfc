import type { OperationDescriptor, OutcomeDescriptor } from '../../core/descriptor.js';
import { isHandlerResponse } from '../../core/server/handler-response.js';
import { hasAt, withValueAt } from '../../core/server/body-property.js';
import type { HandlerRequest } from './operation.js';

/**
 * Prepares the completion of errors that handlers return: the identifier of the request is set where the description has a property for
 * it (`x-error`) and the handler has set none.
 */
export function errorIdentifier({
  outcomes,
}: OperationDescriptor): (
  answer: unknown,
  request: Pick<HandlerRequest, 'correlationId'>,
) => unknown {
  const targets = new Map<OutcomeDescriptor['status'], string>();
  for (const { status, error } of outcomes)
    if (error?.correlationId !== undefined) targets.set(status, error.correlationId);
  if (targets.size === 0) return (answer) => answer;
  return (answer, request) => {
    if (!isHandlerResponse(answer) || answer.status < 400) return answer;
    const target = targets.get(answer.when);
    const { body } = answer;
    if (target === undefined || typeof body !== 'object' || body === null || hasAt(body, target))
      return answer;
    return { ...answer, body: withValueAt(body, target, request.correlationId) };
  };
}
