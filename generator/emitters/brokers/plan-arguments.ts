import type { BrokerMessagePlan, OperationMessagePlan, PublishArgumentsPlan } from './plan.js';

/**
 * Decides with which arguments a publisher sends the messages of an operation. What a message requires depends on the message: headers, and its name if
 * the payload alone would select another one.
 */
export function planArguments(
  messages: readonly OperationMessagePlan[],
  planned: readonly BrokerMessagePlan[],
): readonly PublishArgumentsPlan[] {
  const planOf = ({ message }: OperationMessagePlan): BrokerMessagePlan | undefined =>
    planned.find((each) => each.message === message);
  const requiresHeaders = (each: OperationMessagePlan): boolean =>
    planOf(each)?.requiresHeaders === true;
  const [first, ...others] = messages;
  if (first === undefined || others.length === 0)
    return [{ messages, requiresHeaders: messages.some(requiresHeaders), name: 'absent' }];
  const unnamed = messages.filter(({ match }) => match.length === 0);
  const isBytes = (each: OperationMessagePlan): boolean => planOf(each)?.form === 'bytes';
  const fallbacks = [messages.find(isBytes), unnamed.find((each) => !isBytes(each))];
  // Of several messages with codecs, the one whose check the payload passes is sent.
  const coded = messages.filter((each) => planOf(each)?.form === 'codec');
  const isSelected = (each: OperationMessagePlan): boolean =>
    fallbacks.includes(each) ||
    (each.match.length > 0 && !isBytes(each)) ||
    (coded.length > 1 && coded.includes(each));
  const hasEqualHeaders = others.every(({ message }) => message.headers === first.message.headers);
  return [
    ...messages.map((each): PublishArgumentsPlan => ({
      messages: [each],
      requiresHeaders: requiresHeaders(each),
      name: isSelected(each) ? 'optional' : 'required',
    })),
    // A payload that may be any of them.
    ...(hasEqualHeaders && messages.every(isSelected)
      ? [{ messages, requiresHeaders: requiresHeaders(first), name: 'absent' } as const]
      : []),
  ];
}
