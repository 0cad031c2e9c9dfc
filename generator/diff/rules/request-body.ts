import { childOrigin } from '../../core/origin.js';
import type { ChangeRule } from '../change.js';
import { isSameProse } from '../plain-text.js';
import { compareContents, contentRules } from './contents.js';
import { compatible, cosmetic, type OperationRule } from './operation-rule.js';

const added: ChangeRule = {
  id: 'request-body-added',
  when: 'An operation takes a request body now.',
  advice: 'A required body breaks callers, which send none. An optional one is compatible.',
};

const removed: ChangeRule = {
  id: 'request-body-removed',
  when: 'An operation no longer takes a request body.',
  advice:
    'It is risky for callers, because the body has no effect any more. A server breaks if it requires the body.',
};

const requiredNow: ChangeRule = {
  id: 'request-body-required',
  when: 'The request body is required now.',
  advice: 'It breaks callers that send none.',
};

const optionalNow: ChangeRule = {
  id: 'request-body-optional',
  when: 'The request body is optional now.',
  advice: 'It breaks servers that require the body, once callers leave it out.',
};

const documentation: ChangeRule = {
  id: 'request-body-documentation',
  when: 'The description of a request body changed.',
  advice: 'Only words change.',
};

/** The body of requests. */
export const requestBody: OperationRule = {
  rules: [added, removed, requiredNow, optionalNow, documentation, ...contentRules],
  compare({ old, next }, context) {
    const [before, after] = [old.request, next.request];
    const use = `request of ${context.subject}`;
    if (before === undefined) {
      if (after !== undefined)
        context.report(
          added,
          after.required
            ? 'a required request body was added'
            : 'an optional request body was added',
          { requester: after.required ? 'breaking' : 'compatible', answerer: 'compatible' },
          { old: old.origin, next: after.origin },
        );
      return;
    }
    if (after === undefined)
      return context.report(
        removed,
        'the request body was removed',
        { requester: 'risky', answerer: before.required ? 'breaking' : 'compatible' },
        { old: before.origin, next: next.origin },
      );
    const around = { old: before.origin, next: after.origin };
    if (before.required !== after.required)
      context.report(
        after.required ? requiredNow : optionalNow,
        `the request body is ${after.required ? 'required now' : 'no longer required'}`,
        after.required
          ? { requester: 'breaking', answerer: 'compatible' }
          : { ...compatible, answerer: 'breaking' },
        {
          old: childOrigin(before.origin, 'required'),
          next: childOrigin(after.origin, 'required'),
        },
      );
    if (!isSameProse(before.description, after.description))
      context.report(
        documentation,
        'the description of the request body changed',
        cosmetic,
        around,
      );
    compareContents(before.contents, after.contents, {
      use,
      way: 'request',
      sender: 'requester',
      around,
      context,
    });
  },
};
