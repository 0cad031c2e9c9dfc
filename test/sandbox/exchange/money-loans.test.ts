import { describe, expect, test } from 'vitest';
import { Engine } from '../../../sandbox/domain/engine.js';
import { previewLoan, previewRepayment } from '../../../sandbox/domain/loans/queries.js';
import {
  type LendingSummary,
  loanOptions,
  summarize,
} from '../../../sandbox/domain/loans/rules.js';
import { loanName, type LoanRow } from '../../../sandbox/domain/loans/state.js';
import { printDecimal } from '../../../sandbox/domain/numbers.js';
import { type Commands, type SandboxSubjects, subjects } from '../../../sandbox/domain/subjects.js';
import { day, second } from '../../../sandbox/domain/time.js';
import { addresses, decimal, Money } from './money.js';

const loanId = 'd0c5340b-6d6c-49d9-b567-48c4bfca13d2';
const idem = 'a3a1bd1f-2f6c-4d3b-9a1f-0d6a3c2e7b55';

/** A user with 10,000 dollars, where a bitcoin is worth 1,000. */
function lending(): Money {
  const world = new Money();
  world.deposit('USD', '10000');
  world.trade('BTC-USD', '1000');
  return world;
}

type Request = Commands['loans.open']['data'];

function request(world: Money, changes: Partial<Request> = {}): Request {
  const option = loanOptions(world.now).find(({ currency }) => currency === 'BTC');
  if (option === undefined) throw new Error('Bitcoin is offered.');
  const { rate, termStart, termEnd } = option;
  const terms = { rate: printDecimal(rate), termStart, termEnd };
  return { ...world.ada, id: loanId, currency: 'BTC', amount: '2', ...terms, ...changes };
}

function open(world: Money, changes: Partial<Request> = {}): LoanRow {
  return world.ok('loans.open', request(world, changes));
}

function repayment(
  world: Money,
  changes: Partial<Commands['loans.repay']['data']> = {},
): Commands['loans.repay']['data'] {
  return { ...world.ada, loan: loanId, idem, currency: 'BTC', amount: '0.5', ...changes };
}

function summary(world: Money): LendingSummary {
  return summarize(world.state, world.ada.user, world.now);
}

function loanOf(world: Money): LoanRow | undefined {
  return world.state.loans.byName.get(loanName(world.ada.user, loanId));
}

describe('opening loans', () => {
  test('loans-1: a current option, a profile of the user, and enough collateral', () => {
    const world = lending();
    const bob = world.newUser();
    const member = (changes: Partial<Request>): unknown => {
      const { data } = world.refused('loans.open', request(world, changes));
      return (data as { readonly member: string }).member;
    };
    expect(member({ profile: bob.profile })).toBe('profile_id');
    expect(member({ currency: 'XRP' })).toBe('currency');
    expect(member({ rate: '0.05' })).toBe('currency');
    expect(member({ termStart: 0 })).toBe('currency');
    expect(member({ termEnd: request(world).termEnd + day })).toBe('currency');
    for (const amount of ['0', '0.009', '25.00000001', '0.000000001'])
      expect(member({ amount }), amount).toBe('native_amount');
    // 10,000 dollars are enough for 8,000 of debt: 8 bitcoin, and not one unit more.
    expect(member({ amount: '8.00000001' })).toBe('native_amount');
    expect(open(world, { amount: '8' }).status).toBe('loan_pending');
    world.reconcile();
  });

  test('loans-1: what has no price cannot be borrowed', () => {
    const world = lending();
    const option = loanOptions(world.now).find(({ currency }) => currency === 'ETH');
    const terms = { currency: 'ETH', rate: printDecimal(option?.rate ?? 0n) };
    expect(world.refused('loans.open', request(world, terms))).toMatchObject({
      data: { member: 'native_amount' },
    });
  });

  test('loans-1: another user may choose the same identifier, and learns nothing of the other loan', () => {
    const world = lending();
    const bob = world.newUser();
    world.deposit('BTC', '10', bob);
    const first = open(world);
    const other = open(world, { ...bob, amount: '1' });
    expect([first.principal, other.principal]).toEqual([decimal('2'), decimal('1')]);
    world.step(second);
    const { byName } = world.state.loans;
    const statusOf = (user: string): unknown => byName.get(loanName(user, loanId))?.status;
    expect([statusOf(world.ada.user), statusOf(bob.user)]).toEqual(['loan_active', 'loan_active']);
    expect(
      world.refused('loans.repay', repayment(world, { ...bob, idem: loanId, amount: '2' })).code,
    ).toBe('form');
    world.ok('loans.repay', repayment(world, { ...bob, amount: '1' }));
    expect([statusOf(world.ada.user), statusOf(bob.user)]).toEqual(['loan_active', 'loan_closed']);
    const stranger = world.newUser();
    expect(world.refused('loans.cancel', { user: stranger.user, id: loanId }).code).toBe(
      'not-found',
    );
  });

  test('loans-1: a loan of a journal of the first release, whose key is its identifier, goes on', () => {
    const world = lending();
    const { key: _, ...loan } = open(world);
    const entry = world.entries.at(-1);
    if (entry === undefined) throw new Error('There is an entry.');
    const events = entry.events.map(({ type, data }) => {
      const { key: __, ...before } = data as { readonly key: string };
      return { type, data: before };
    });
    const old = new Engine<SandboxSubjects>(subjects, new Uint8Array(32));
    for (const each of world.entries.slice(0, -1)) old.apply(each);
    old.apply({ ...entry, events });
    expect(old.state.loans.byName.get(loanName(loan.user, loanId))).toMatchObject(loan);
    const at = world.now + second;
    while (old.executeDue(at) !== undefined);
    const data = repayment(world, { amount: '2' });
    const command = { type: 'loans.repay', data };
    const paid = old.execute({ surface: 'test', caller: '', now: at, command });
    expect(paid).toMatchObject({ ok: true, result: { status: 'loan_closed' } });
    expect(old.state.loans.loans.get(loanId)).toMatchObject({ status: 'loan_closed' });
  });

  test('loans-1: the same identifier with the same body gets the same response, with another it is refused', () => {
    const world = lending();
    const first = open(world);
    const number = world.entries.length;
    expect(open(world)).toEqual(first);
    expect(world.entries.length).toBe(number);
    world.step(second);
    world.ok('loans.repay', repayment(world));
    // The first response still, though the loan has changed.
    expect(open(world, request(world))).toEqual(first);
    expect(world.refused('loans.open', request(world, { amount: '1' }))).toMatchObject({
      data: { member: 'loan_id' },
    });
  });

  test('loans-1: two loans race for one collateral, and one is refused', () => {
    const world = lending();
    open(world, { amount: '5' });
    const other = { id: loanId.replace('d', 'e'), amount: '3.00000001' };
    expect(world.refused('loans.open', request(world, other))).toMatchObject({ code: 'form' });
    open(world, { ...other, amount: '3' });
    expect(printDecimal(summary(world).availableToBorrow)).toBe('0');
  });
});

describe('the life of a loan', () => {
  test('loans-2: it is paid out when its term begins', () => {
    const world = lending();
    const tomorrow = loanOptions(world.now).filter(({ currency }) => currency === 'BTC')[1];
    const { termStart = 0, termEnd = 0 } = tomorrow ?? {};
    open(world, { termStart, termEnd });
    expect([loanOf(world)?.status, world.money('BTC')[0]]).toEqual(['loan_pending', '0']);
    world.step(termStart - 1 - world.now);
    expect(loanOf(world)?.status).toBe('loan_pending');
    world.step(1);
    expect([loanOf(world)?.status, world.money('BTC')[0]]).toEqual(['loan_active', '2']);
    world.reconcile();
  });

  test('loans-2: a pending loan is cancelled by the control plane, an active one is not', () => {
    const world = lending();
    open(world);
    world.ok('loans.cancel', { user: world.ada.user, id: loanId });
    world.step(day);
    expect([loanOf(world)?.status, world.money('BTC')[0]]).toEqual(['loan_canceled', '0']);
    expect(summary(world).openLoanValue).toBe(0n);
    const id = loanId.replace('d', 'e');
    open(world, { id });
    world.step(second);
    expect(world.refused('loans.cancel', { user: world.ada.user, id })).toEqual({
      code: 'state',
      data: { what: 'loan', state: 'loan_active' },
    });
  });

  test('loans-2: past its term it stays active, and withdrawals are restricted until it is repaid', () => {
    const world = lending();
    world.deposit('BTC', '5');
    open(world);
    const { termEnd } = loanOf(world) ?? { termEnd: 0 };
    world.step(termEnd - world.now);
    const withdrawal = { currency: 'BTC', address: addresses.bitcoin, amount: '0.01' };
    world.withdraw(withdrawal);
    world.step(second);
    expect(loanOf(world)?.status).toBe('loan_active');
    expect(world.withdrawRefused(withdrawal)).toMatchObject({ code: 'restricted' });
    const owed = printDecimal(loanOf(world)?.outstanding ?? 0n);
    world.ok('loans.repay', repayment(world, { amount: owed }));
    world.withdraw(withdrawal);
    world.reconcile();
  });

  test('loans-3: interest is paid daily from the account, and what it lacks is owed', () => {
    const world = lending();
    open(world);
    world.step(second);
    const activated = world.entries.at(-1)?.at ?? 0;
    world.step(activated + day - 1 - world.now);
    expect(world.money('BTC')[0]).toBe('2');
    world.step(1);
    // 2 × 0.06 ÷ 365, rounded up to the eighth decimal.
    expect(world.money('BTC')[0]).toBe('1.99967123');
    const account = world.state.ledger.accounts.get(`${world.ada.profile} BTC`);
    expect(world.state.ledger.entriesByAccount.rows(account?.id ?? '').at(-1)).toMatchObject({
      type: 'margin_interest',
      amount: decimal('-0.00032877'),
    });
    world.withdraw({ currency: 'BTC', address: addresses.bitcoin, amount: '1.9996' });
    world.step(day);
    // 0.00007123 were left, and 0.00025754 are owed now.
    expect(world.money('BTC')[0]).toBe('0');
    expect(printDecimal(loanOf(world)?.outstanding ?? 0n)).toBe('2.00025754');
    world.reconcile();
  });
});

describe('repayments', () => {
  test('loans-4: each is made once, and closes the loan to the unit', () => {
    const world = lending();
    open(world);
    world.step(second);
    const first = world.ok('loans.repay', repayment(world));
    expect([printDecimal(first.outstanding), world.money('BTC')[0]]).toEqual(['1.5', '1.5']);
    expect(world.ok('loans.repay', repayment(world))).toEqual(first);
    expect(world.money('BTC')[0]).toBe('1.5');
    const another = world.refused('loans.repay', repayment(world, { amount: '0.6' }));
    expect(another).toMatchObject({ data: { member: 'idem' } });
    const last = repayment(world, { idem: loanId, amount: '1.5' });
    const closed = world.ok('loans.repay', last);
    expect(closed).toMatchObject({ status: 'loan_closed', outstanding: 0n });
    expect(closed.closedAt).toBe(world.entries.at(-1)?.at);
    expect(world.money('BTC')).toEqual(['0', '0', '0']);
    world.step(10 * day);
    expect(loanOf(world)).toEqual(closed);
    expect(world.ok('loans.repay', last)).toEqual(closed);
    world.reconcile();
  });

  test('loans-4: above zero, at most what is owed, in the currency of the loan, and available', () => {
    const world = lending();
    open(world);
    const member = (changes: object): unknown => {
      const refusal = world.refused('loans.repay', repayment(world, changes));
      return refusal.code === 'form' ? refusal.data.member : refusal.code;
    };
    expect(member({})).toBe('loan_id');
    world.step(second);
    expect(member({ loan: idem })).toBe('loan_id');
    expect(member({ currency: 'USD' })).toBe('currency');
    expect(member({ amount: '0' })).toBe('native_amount');
    expect(member({ amount: '2.00000001' })).toBe('native_amount');
    const bob = world.newUser();
    expect(member({ profile: bob.profile })).toBe('from_profile_id');
    expect(member({ user: bob.user })).toBe('loan_id');
    world.withdraw({ currency: 'BTC', address: addresses.bitcoin, amount: '1' });
    expect(member({ amount: '1.00000001' })).toBe('insufficient-funds');
    world.ok('loans.repay', repayment(world, { amount: '1' }));
  });
});

describe('the position', () => {
  test('loans-5: a preview changes nothing, and equals the position right after the action', () => {
    const world = lending();
    world.deposit('BTC', '1');
    const { user } = world.ada;
    const loan = (): unknown => previewLoan(world.state, user, 'BTC', '2', world.now);
    const before = world.engine.encode();
    const previewed = loan();
    expect(world.engine.encode()).toBe(before);
    expect(previewed).toMatchObject({ current: summary(world) });
    open(world);
    expect(previewed).toMatchObject({ preview: summary(world) });
    world.step(second);
    expect(previewed).toMatchObject({ preview: summary(world) });
    const payment = { id: loanId, currency: 'BTC', amount: '0.5' };
    const repaid = previewRepayment(world.state, user, payment, world.now);
    world.ok('loans.repay', repayment(world));
    expect(repaid).toMatchObject({ preview: summary(world) });
  });

  test('loans-5: values are those of the last prices, collateral after the haircuts', () => {
    const world = lending();
    world.deposit('BTC', '2');
    const read = (): unknown => {
      const { openLoanValue, collateralValue, percentage, creditLimit, ...rest } = summary(world);
      return [
        openLoanValue,
        collateralValue,
        percentage ?? 0n,
        creditLimit,
        rest.availableToBorrow,
      ].map(printDecimal);
    };
    expect(read()).toEqual(['0', '11800', '0', '9440', '9440']);
    open(world);
    world.step(second);
    // What was borrowed is no collateral.
    expect(read()).toEqual(['2000', '11800', '590', '9440', '7440']);
    world.trade('BTC-USD', '500');
    expect(read()).toEqual(['1000', '10900', '1090', '8720', '7720']);
    const btc = summary(world).availablePerAsset.get('BTC');
    expect([btc?.native ?? 0n, btc?.notional ?? 0n].map(printDecimal)).toEqual(['15.44', '7720']);
  });

  test('loans-5: when the price rises against the debt, withdrawals stop; what is available is never negative', () => {
    const world = lending();
    open(world, { amount: '8' });
    world.step(second);
    const withdrawal = { currency: 'BTC', address: addresses.bitcoin, amount: '1' };
    world.withdraw(withdrawal);
    world.trade('BTC-USD', '1000.01');
    expect(summary(world)).toMatchObject({ isRestricted: true, availableToBorrow: 0n });
    expect(world.withdrawRefused(withdrawal)).toEqual({
      code: 'restricted',
      data: { reason: 'loans' },
    });
    world.deposit('USD', '1');
    expect(summary(world).isRestricted).toBe(false);
    world.withdraw(withdrawal);
    world.reconcile();
  });

  test('loans-5: previews of what is not possible are refused', () => {
    const world = lending();
    open(world);
    world.step(second);
    const { user } = world.ada;
    const loan = (currency: string, amount: string): unknown =>
      previewLoan(world.state, user, currency, amount, world.now);
    expect(loan('XRP', '1')).toMatchObject({ refusal: { data: { member: 'currency' } } });
    expect(loan('BTC', '0')).toMatchObject({ refusal: { data: { member: 'native_amount' } } });
    const payment = { id: loanId, currency: 'BTC', amount: '1' };
    const refused = (changes: object): unknown =>
      previewRepayment(world.state, user, { ...payment, ...changes }, world.now);
    expect(refused({ id: idem })).toMatchObject({ refusal: { data: { member: 'loan_id' } } });
    expect(refused({ currency: 'USD' })).toMatchObject({
      refusal: { data: { member: 'currency' } },
    });
    for (const amount of ['0', '2.00000001'])
      expect(refused({ amount })).toMatchObject({ refusal: { data: { member: 'native_amount' } } });
  });
});
