import type {
  ConversionDetails,
  DepositAddress as AddressBody,
  LoanDetails,
  Progress as ProgressBody,
  ReportDetails,
  StakeWrapDetails,
  TransferDetails,
  WrappedAssetDetails,
} from '@platform/sandbox-control';
import type { MoneyHandlers } from '@platform/sandbox-control/server';
import type { ConversionRow } from '../domain/conversions/state.js';
import type { LoanRow } from '../domain/loans/state.js';
import { printDecimal } from '../domain/numbers.js';
import type { Progress } from '../domain/progress/state.js';
import type { ReportRow } from '../domain/reports/state.js';
import { millisecond, printInstant } from '../domain/time.js';
import type { DepositAddress, TransferRow } from '../domain/transfers/state.js';
import type { StakeWrapRow, WrappedAssetRow } from '../domain/wrapped-assets/state.js';
import type { Core } from '../server/core.js';
import { settings } from '../settings.js';
import { origin } from './origin.js';
import { say } from './say-money.js';
import { userBody } from './users.js';

/** Handlers about money: what comes from outside of the exchange, and the steps that otherwise follow by themselves. */
export function moneyHandlers(core: Core): MoneyHandlers {
  return { ...transferHandlers(core), ...otherHandlers(core) };
}

type TransferOperation =
  | 'setUserCountry'
  | 'listTransfers'
  | 'createDeposit'
  | 'createDepositAddress'
  | 'sendTransfer'
  | 'finishTransfer'
  | 'failTransfer';

function transferHandlers({ loop }: Core): Pick<MoneyHandlers, TransferOperation> {
  return {
    setUserCountry({ path, body }, respond) {
      const data = { user: path.userId, country: body.country };
      const outcome = loop.execute('users.set-country', data, origin);
      return outcome.ok
        ? respond.ok(userBody(outcome.result))
        : say('setUserCountry', outcome.refusal);
    },

    listTransfers({ path, query }, respond) {
      if (!loop.state.users.profiles.has(path.profileId))
        return say('listTransfers', { code: 'not-found', data: { what: 'profile' } });
      const { slots } = loop.state.transfers.byProfile.page(path.profileId, { limit: query.limit });
      return respond.ok(slots.map(({ row }) => transferBody(row)));
    },

    createDeposit({ path, body }, respond) {
      const { destinationTag: tag, ...deposit } = body;
      const data = { profile: path.profileId, tag, ...deposit };
      const outcome = loop.execute('transfers.deposit', data, origin);
      return outcome.ok
        ? respond.created(transferBody(outcome.result))
        : say('createDeposit', outcome.refusal);
    },

    createDepositAddress({ path, body }, respond) {
      const data = { profile: path.profileId, network: body.network };
      const outcome = loop.execute('transfers.create-address', data, origin);
      return outcome.ok
        ? respond.ok(addressBody(outcome.result))
        : say('createDepositAddress', outcome.refusal);
    },

    sendTransfer({ path }, respond) {
      const outcome = loop.execute('transfers.send', { id: path.transferId }, origin);
      return outcome.ok
        ? respond.ok(transferBody(outcome.result))
        : say('sendTransfer', outcome.refusal);
    },

    finishTransfer({ path }, respond) {
      const outcome = loop.execute('transfers.finish', { id: path.transferId }, origin);
      return outcome.ok
        ? respond.ok(transferBody(outcome.result))
        : say('finishTransfer', outcome.refusal);
    },

    failTransfer({ path }, respond) {
      const outcome = loop.execute('transfers.fail', { id: path.transferId }, origin);
      return outcome.ok
        ? respond.ok(transferBody(outcome.result))
        : say('failTransfer', outcome.refusal);
    },
  };
}

function otherHandlers({ loop }: Core): Omit<MoneyHandlers, TransferOperation> {
  return {
    getProgress: (_, respond) => respond.ok(progressBody(loop.state.progress.progress.get())),

    setProgress({ body }, respond) {
      const outcome = loop.execute('progress.set', progressOf(body), origin);
      return outcome.ok
        ? respond.ok(progressBody(outcome.result))
        : say('setProgress', outcome.refusal);
    },

    convert({ path, body }, respond) {
      const { from, to, amount } = body;
      const data = { profile: path.profileId, from, to, amount };
      const outcome = loop.execute('conversions.convert', data, origin);
      return outcome.ok
        ? respond.created(conversionBody(outcome.result))
        : say('convert', outcome.refusal);
    },

    cancelLoan({ path }, respond) {
      const data = { user: path.userId, id: path.loanId };
      const outcome = loop.execute('loans.cancel', data, origin);
      return outcome.ok ? respond.ok(loanBody(outcome.result)) : say('cancelLoan', outcome.refusal);
    },

    completeStakeWrap({ path }, respond) {
      const data = { reference: path.stakeWrapId };
      const outcome = loop.execute('wrappedAssets.complete', data, origin);
      return outcome.ok
        ? respond.ok(stakeWrapBody(outcome.result))
        : say('completeStakeWrap', outcome.refusal);
    },

    cancelStakeWrap({ path }, respond) {
      const outcome = loop.execute('wrappedAssets.cancel', { id: path.stakeWrapId }, origin);
      return outcome.ok
        ? respond.ok(stakeWrapBody(outcome.result))
        : say('cancelStakeWrap', outcome.refusal);
    },

    setWrappedAssetRate({ path, body }, respond) {
      const data = { asset: path.wrappedAssetId, rate: body.rate };
      const outcome = loop.execute('wrappedAssets.set-rate', data, origin);
      return outcome.ok
        ? respond.ok(assetBody(outcome.result))
        : say('setWrappedAssetRate', outcome.refusal);
    },

    startReport({ path }, respond) {
      const outcome = loop.execute('reports.start', { id: path.reportId }, origin);
      return outcome.ok
        ? respond.ok(reportBody(outcome.result))
        : say('startReport', outcome.refusal);
    },

    finishReport({ path }, respond) {
      const outcome = loop.execute('reports.finish', { id: path.reportId }, origin);
      return outcome.ok
        ? respond.ok(reportBody(outcome.result))
        : say('finishReport', outcome.refusal);
    },

    failReport({ path }, respond) {
      const outcome = loop.execute('reports.fail', { id: path.reportId }, origin);
      return outcome.ok
        ? respond.ok(reportBody(outcome.result))
        : say('failReport', outcome.refusal);
    },
  };
}

function transferBody(row: TransferRow): TransferDetails {
  const { network, address, tag, transaction } = row;
  const { isIntermediary, intermediaryJurisdiction } = row;
  return {
    id: row.id,
    type: row.type,
    profileId: row.profile,
    currency: row.currency,
    total: printDecimal(row.total),
    fee: printDecimal(row.fee),
    status: row.status,
    travelRule: row.travel,
    ...(network === undefined ? {} : { network }),
    ...(address === undefined ? {} : { address }),
    ...(tag === undefined ? {} : { destinationTag: tag }),
    ...(isIntermediary === undefined ? {} : { isIntermediary }),
    ...(intermediaryJurisdiction === undefined ? {} : { intermediaryJurisdiction }),
    ...(transaction === undefined ? {} : { transactionHash: transaction }),
    createdAt: printInstant(row.createdAt),
    updatedAt: printInstant(row.updatedAt),
  };
}

function addressBody({ profile, network, address, createdAt }: DepositAddress): AddressBody {
  return { profileId: profile, network, address, createdAt: printInstant(createdAt) };
}

function progressOf({ mode, delays = {} }: ProgressBody): Progress {
  const own = settings['transfers-6'].delays;
  const micros = (given: number | undefined, otherwise: number): number =>
    given === undefined ? otherwise : given * millisecond;
  return {
    mode,
    delays: {
      'send-transfer': micros(delays.sendTransfer, own['send-transfer']),
      'finish-transfer': micros(delays.finishTransfer, own['finish-transfer']),
      'complete-stake-wrap': micros(delays.completeStakeWrap, own['complete-stake-wrap']),
      'start-report': micros(delays.startReport, own['start-report']),
      'finish-report': micros(delays.finishReport, own['finish-report']),
    },
  };
}

function progressBody({ mode, delays }: Progress): ProgressBody {
  return {
    mode,
    delays: {
      sendTransfer: Math.floor(delays['send-transfer'] / millisecond),
      finishTransfer: Math.floor(delays['finish-transfer'] / millisecond),
      completeStakeWrap: Math.floor(delays['complete-stake-wrap'] / millisecond),
      startReport: Math.floor(delays['start-report'] / millisecond),
      finishReport: Math.floor(delays['finish-report'] / millisecond),
    },
  };
}

function conversionBody(row: ConversionRow): ConversionDetails {
  return {
    id: row.id,
    from: row.from,
    to: row.to,
    amount: printDecimal(row.amount),
    feeAmount: printDecimal(row.fee),
    receivedAmount: printDecimal(row.received),
    createdAt: printInstant(row.createdAt),
  };
}

function loanBody({ id, currency, principal, outstanding, status }: LoanRow): LoanDetails {
  return {
    id,
    currency,
    principal: printDecimal(principal),
    outstanding: printDecimal(outstanding),
    status,
  };
}

function stakeWrapBody(row: StakeWrapRow): StakeWrapDetails {
  return {
    id: row.id,
    from: row.from,
    to: row.to,
    amount: printDecimal(row.amount),
    receivedAmount: printDecimal(row.received),
    rate: printDecimal(row.rate),
    status: row.status,
  };
}

function assetBody(row: WrappedAssetRow): WrappedAssetDetails {
  return {
    id: row.id,
    underlying: row.underlying,
    rate: printDecimal(row.rate),
    totalSupply: printDecimal(row.totalSupply),
    circulatingSupply: printDecimal(row.circulatingSupply),
  };
}

function reportBody({ id, profile, type, status }: ReportRow): ReportDetails {
  return { id, profileId: profile, type, status };
}
