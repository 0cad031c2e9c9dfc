import type { Client } from '../core/client/client-config.js';
import { MissingValueError, resolveLinks, valueAt, type StepResponse } from './expression.js';
import { ContractError, type DescribedResponse, performDescribed } from './perform.js';
import type { ObservedState, SequenceStep, TestedOperation, TestedSequence } from './suite.js';

/** Statuses that say nothing about an example: the service did not carry out the call. */
function provesNothing({ status = 200 }: Pick<StepResponse, 'status'>): boolean {
  return status === 401 || status === 403 || status === 429 || status >= 500;
}

/**
 * Sends an example request. Without expected statuses, any described response will do, except those that say nothing about the example.
 *
 * @throws {ContractError} if the response is another one.
 */
export async function runExample(
  operation: Pick<TestedOperation, 'name' | 'call' | 'descriptor'>,
  args: readonly unknown[],
  client: Client,
  expected: readonly number[] | undefined,
): Promise<void> {
  const response = await performDescribed(operation, args, client);
  const { status, text } = response;
  if (expected === undefined) {
    if (provesNothing(response)) throw new ContractError(refusal(operation.name, text));
    return;
  }
  if (status === undefined || !expected.includes(status))
    throw new ContractError(
      `${operation.name}: expected the status ${expected.join(' or ')}, but the response is ${text}`,
    );
}

function refusal(name: string, text: string): string {
  return `${name}: the response ${text} is described, but it says nothing about the example: see the options "credentials" and "expect"`;
}

/** Reason why a sequence cannot be followed. It is no failure of the service. */
export class SequenceNotFollowed extends Error {
  override readonly name = 'SequenceNotFollowed';
}

/**
 * Performs the calls of a sequence. Each must succeed, unless its step says that the state may not allow it, and the states in the responses
 * must follow one another as described, unless `checksStates` is false.
 *
 * @throws {SequenceNotFollowed} if the response to the first call is described, and not the one that the sequence continues, or if a response
 *   lacks the value of a link, which it satisfies its description without.
 * @throws {ContractError} if a response is not the expected one.
 */
export async function runSequence(
  { steps }: TestedSequence,
  client: Client,
  checksStates: boolean,
): Promise<void> {
  const responses: DescribedResponse[] = [];
  const seen = new Map<ObservedState['transitions'], string>();
  for (const [index, step] of steps.entries()) {
    const args = argumentsOf(step, responses);
    const response = await performDescribed(step, args, client);
    if (index === 0) requireStart(step, response);
    else requireSuccess(step, response);
    responses.push(response);
    const states = response.ok && checksStates ? (step.states ?? []) : [];
    for (const state of states) observe(step, state, response, seen);
  }
}

function argumentsOf(step: SequenceStep, responses: readonly StepResponse[]): readonly unknown[] {
  try {
    return step.arguments.map((value) => resolveLinks(value, responses));
  } catch (error) {
    // A property may be optional, such as the number of the next page.
    if (error instanceof MissingValueError)
      throw new SequenceNotFollowed(`${step.name} cannot be called: ${error.message}`);
    throw error;
  }
}

function requireStart({ name, status }: SequenceStep, response: DescribedResponse): void {
  if (provesNothing(response)) throw new ContractError(refusal(name, response.text));
  if (!response.ok || (status !== undefined && status !== response.status))
    throw new SequenceNotFollowed(
      `${name} responded with ${response.text}, from which the sequence does not continue`,
    );
}

function requireSuccess({ name, mayRefuse }: SequenceStep, response: DescribedResponse): void {
  if (response.ok) return;
  const { status, text } = response;
  const isRefusal = mayRefuse === true && !provesNothing(response) && status !== 404;
  if (!isRefusal)
    throw new ContractError(
      `${name}: expected a success after the preceding calls, but the response is ${text}`,
    );
}

function observe(
  { name }: SequenceStep,
  { pointer, transitions, initial }: ObservedState,
  { value }: DescribedResponse,
  seen: Map<ObservedState['transitions'], string>,
): void {
  const found = valueAt(value, pointer);
  if (typeof found !== 'string') return;
  const before = seen.get(transitions);
  seen.set(transitions, found);
  if (before === undefined) {
    if (initial !== undefined && !initial.includes(found))
      throw new ContractError(
        `${name}: the state "${found}" at ${pointer} is not an initial one: ${initial.join(', ')}`,
      );
    return;
  }
  if (!isReachable(before, found, transitions))
    throw new ContractError(
      `${name}: the state "${found}" at ${pointer} cannot follow "${before}"`,
    );
}

/** True if transitions lead from a state to another one. Time may pass between two calls, so there may be several. */
function isReachable(from: string, to: string, transitions: ObservedState['transitions']): boolean {
  const reached = new Set([from]);
  // The iteration includes states that are added on the way.
  for (const state of reached)
    if (Object.hasOwn(transitions, state))
      for (const next of transitions[state] ?? []) reached.add(next);
  return reached.has(to);
}
