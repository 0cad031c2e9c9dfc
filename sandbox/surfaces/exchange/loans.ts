import type { LendingSummary as SummaryBody, Loan, LoanPreview } from '@platform/exchange';
import type { LoansHandlers } from '@platform/exchange/server';
import {
  loansOf,
  type Preview,
  previewLoan,
  previewRepayment,
} from '../../domain/loans/queries.js';
import { type LendingSummary, loanOptions, summarize } from '../../domain/loans/rules.js';
import type { LoanRow } from '../../domain/loans/state.js';
import { printDecimal } from '../../domain/numbers.js';
import { printInstant } from '../../domain/time.js';
import type { Core } from '../../server/core.js';
import { settings } from '../../settings.js';
import { type ExchangePrincipals, originOf, userOf } from './requests.js';
import { say } from './say-money.js';
import { instantOfDate, uuidOf } from './values.js';

/** Handlers of the operations about loans. They are at the level of the user: every key of the user reads the same (tenancy-8). */
export function loansHandlers({ loop }: Core): LoansHandlers<ExchangePrincipals> {
  return {
    listLoans(request, respond) {
      const { id: user } = userOf(loop.state, request);
      const ids = request.query.ids?.map(uuidOf);
      return respond.ok(loansOf(loop.state.loans, user, ids).map(loanBody));
    },

    listLoanAssets(_, respond) {
      const { currencies, haircuts } = settings['loans-1'];
      const collateral = Object.entries(haircuts).map(
        ([currency, haircut]) => [currency, printDecimal(haircut)] as const,
      );
      return respond.ok({
        lendable_assets: Object.keys(currencies),
        collateral_assets: Object.fromEntries(collateral),
      });
    },

    getLendingOverview(request, respond) {
      const { state, now } = loop;
      const { id: user } = userOf(state, request);
      return respond.ok({
        overview: summaryBody(summarize(state, user, now)),
        loans: state.loans.openByUser.rows(user).map(loanBody),
      });
    },

    previewLoan(request, respond) {
      const { currency, native_amount: amount } = request.query;
      const { id: user } = userOf(loop.state, request);
      const preview = previewLoan(loop.state, user, currency, amount, loop.now);
      return 'refusal' in preview
        ? say('previewLoan', preview.refusal)
        : respond.ok(previewBody(preview));
    },

    listLoanOptions: (_, respond) =>
      respond.ok(
        loanOptions(loop.now).map(({ currency, rate, min, max, termStart, termEnd }) => ({
          currency,
          interest_rate: printDecimal(rate),
          min_native_amount: printDecimal(min),
          max_native_amount: printDecimal(max),
          term_start_date: printInstant(termStart),
          term_end_date: printInstant(termEnd),
        })),
      ),

    previewLoanRepayment(request, respond) {
      const { loan_id: loan, currency, native_amount: amount } = request.query;
      const { id: user } = userOf(loop.state, request);
      const payment = { id: uuidOf(loan), currency, amount };
      const preview = previewRepayment(loop.state, user, payment, loop.now);
      return 'refusal' in preview
        ? say('previewLoanRepayment', preview.refusal)
        : respond.ok(previewBody(preview));
    },

    openLoan(request, respond) {
      const { body } = request;
      const data = {
        user: userOf(loop.state, request).id,
        id: uuidOf(body.loan_id),
        profile: uuidOf(body.profile_id),
        currency: body.currency,
        amount: body.native_amount,
        rate: body.interest_rate,
        termStart: instantOfDate(body.term_start_date),
        termEnd: instantOfDate(body.term_end_date),
      };
      const outcome = loop.execute('loans.open', data, originOf(request));
      return outcome.ok ? respond.ok(loanBody(outcome.result)) : say('openLoan', outcome.refusal);
    },

    repayLoanPrincipal(request, respond) {
      const { body } = request;
      const data = {
        user: userOf(loop.state, request).id,
        loan: uuidOf(body.loan_id),
        idem: uuidOf(body.idem),
        profile: uuidOf(body.from_profile_id),
        currency: body.currency,
        amount: body.native_amount,
      };
      const outcome = loop.execute('loans.repay', data, originOf(request));
      return outcome.ok
        ? respond.ok(loanBody(outcome.result))
        : say('repayLoanPrincipal', outcome.refusal);
    },
  };
}

function loanBody(row: LoanRow): Loan {
  return {
    id: row.id,
    currency: row.currency,
    principal_amount: printDecimal(row.principal),
    outstanding_principal_amount: printDecimal(row.outstanding),
    interest_rate: printDecimal(row.rate),
    interest_currency: row.currency,
    status: row.status,
    effective_at: printInstant(row.createdAt),
    closed_at: row.closedAt === null ? null : printInstant(row.closedAt),
    term_start_date: printInstant(row.termStart),
    term_end_date: printInstant(row.termEnd),
  };
}

function previewBody({ current, preview }: Preview): LoanPreview {
  return { current: summaryBody(current), preview: summaryBody(preview) };
}

function summaryBody(summary: LendingSummary): SummaryBody {
  const perAsset = [...summary.availablePerAsset].map(([currency, { native, notional }]) => {
    const amounts = {
      native_amount: printDecimal(native),
      notional_amount: printDecimal(notional),
    };
    return [currency, amounts] as const;
  });
  return {
    open_loan_value: printDecimal(summary.openLoanValue),
    collateral_value: printDecimal(summary.collateralValue),
    ...(summary.percentage === undefined
      ? {}
      : { collateralization_percentage: printDecimal(summary.percentage) }),
    available_to_borrow: printDecimal(summary.availableToBorrow),
    available_per_asset: Object.fromEntries(perAsset),
    withdrawal_restricted: summary.isRestricted,
    credit_limit_value: printDecimal(summary.creditLimit),
  };
}
