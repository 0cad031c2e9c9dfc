import { it } from 'vitest';
import { inMemory, ways, credentialsOf } from './connection.js';
import { exchangeRaw, signedRequest } from './raw.js';
it('attack', async () => {
  const log = (name: string, x: any) => console.log(name, JSON.stringify(x).slice(0, 600));
  for (const { way, connect } of ways) {
    const c = await connect();
    const { world } = c;
    const own = credentialsOf(world);
    const P = '/platform/v2/policy-engine/policies';
    const accounts = '/platform/v2/evm/accounts';
    const r = async (name: string, given: any) => { try { const x = await exchangeRaw(c, given); log(`${way} ${name}`, { s: x.status, b: x.body, r: world.reasons.splice(0), l: world.log.splice(0).map((e) => e.reason), entered: world.entered.splice(0) }); } catch (e) { console.log(way, name, 'THROW', e); } };
    await r('49 wallet write bearer only', { method: 'POST', path: accounts, body: { name: 'ab' } });
    await r('50 wallet alone', { method: 'POST', path: accounts, body: { name: 'ab' }, bearer: 'none', wallet: own.walletAuth });
    await r('both', { method: 'POST', path: accounts, body: { name: 'ab' }, wallet: own.walletAuth });
    await r('54 xfh', { method: 'GET', path: P, headers: ['X-Forwarded-Host', 'evil', 'Forwarded', 'host=evil'], signedFor: 'evil' });
    await r('54 ok', { method: 'GET', path: P, headers: ['X-Forwarded-Host', 'evil'] });
    await r('bearer as wallet', { method: 'POST', path: accounts, body: { name: 'ab' }, wallet: own.bearer });
    await r('wallet as bearer', { method: 'GET', path: P, bearer: own.walletAuth });
    await r('proto body', { method: 'POST', path: P, body: '{"__proto__":{"scope":"account"},"rules":[]}' });
    await r('dup', { method: 'POST', path: P, body: '{"scope":"account","scope":"project","rules":[]}' });
    const big = JSON.stringify({ scope: 'account', rules: Array(300000).fill(1) });
    const t = performance.now();
    await r('amplify', { method: 'POST', path: P, body: big });
    console.log('amplify ms', performance.now() - t, big.length);
    await r('HEAD', { method: 'HEAD', path: P });
    await r('OPTIONS', { method: 'OPTIONS', path: P, bearer: 'none' });
    await r('PATCH', { method: 'PATCH', path: P, bearer: 'none' });
    await r('query pollution', { method: 'GET', path: P + '?__proto__=1&constructor[prototype][x]=1&pageSize=1&pageSize=2' });
    await r('encoded slash', { method: 'GET', path: P + '/a%2f..%2fb' });
    await r('dot', { method: 'GET', path: P + '/..' });
    await r('semi', { method: 'GET', path: P + ';x=1' });
    await r('idem empty', { method: 'POST', path: P, headers: ['X-Idempotency-Key', ''], body: { scope: 'account', rules: [] } });
    await r('idem two', { method: 'POST', path: P, headers: ['X-Idempotency-Key', 'a', 'X-Idempotency-Key', 'b'], body: { scope: 'account', rules: [] } });
    await r('deep', { method: 'POST', path: P, body: '['.repeat(100000) });
    await c.close();
  }
}, 60000);
