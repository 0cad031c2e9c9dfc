/** Function that claims deliveries. Each migration that changes it replaces it. */
const claimDeliveries = `
  create or replace function $s.claim_deliveries(
    new_claim text, now float8, until float8, most int, per_receiver int, total float8, after text
  ) returns table (seq bigint, due_at float8, receiver text, delivery text) language plpgsql as $$
  declare
    room bigint; this text := after; names text[]; chosen bigint[] := '{}'; heads bigint[];
    held text[]; last text; visited int := 0; begun boolean := false;
  begin
    -- A claim that is lost with the server is made again, so it does not wait for the disk.
    perform set_config('synchronous_commit', 'off', true);
    -- Claims follow one another, so that their limits and their order are exact.
    perform pg_advisory_xact_lock(hashtextextended('$s.outbox', 0));
    update $s.outbox as o set status = 'retrying', claim = null, lease_until = null,
      releases = o.ordering is not null
      where o.seq in (select e.seq from $s.outbox as e
        where e.status = 'processing' and e.lease_until <= now for update skip locked);
    with released as (
      update $s.outbox as o set releases = false
      where o.seq in (select e.seq from $s.outbox as e where e.releases for update skip locked)
      returning o.ordering
    ), successor as (
      select (select min(e.seq) from $s.outbox as e where e.ordering = r.ordering and e.blocked
        and e.status in ('pending', 'retrying', 'processing')) as seq
      from (select distinct ordering from released) as r
    )
    update $s.outbox as o set blocked = false from successor as f where o.seq = f.seq;
    room := least(most, total - (select count(*) from $s.outbox as o where o.status = 'processing'));
    while room > 0 and visited < 2000 loop
      with recursive turn (name) as (
        (select o.receiver from $s.outbox as o where o.status in ('pending', 'retrying')
          and not o.blocked and o.receiver > this order by o.receiver limit 1)
        union all
        select (select o.receiver from $s.outbox as o where o.status in ('pending', 'retrying')
          and not o.blocked and o.receiver > turn.name order by o.receiver limit 1)
        from turn where turn.name is not null
      )
      select array_agg(t.name) into names from (
        select turn.name from turn where turn.name is not null limit least(room, 200)
      ) as t where not begun or t.name <= after;
      if names is null then
        exit when begun;
        begun := true;
        this := '';
        continue;
      end if;
      visited := visited + cardinality(names);
      this := names[cardinality(names)];
      loop
        select
          array_agg(c.seq order by n.place, c.due_at, c.seq) filter (where c.is_head),
          array_agg(distinct c.ordering) filter (where not c.is_head)
          into heads, held
          from unnest(names) with ordinality as n (name, place)
          cross join lateral (
            select o.seq, o.due_at, o.ordering, (o.ordering is null or o.seq = (
              select min(e.seq) from $s.outbox as e where e.ordering = o.ordering
              and e.status in ('pending', 'retrying', 'processing')) and not exists (
              select 1 from $s.outbox as e where e.ordering = o.ordering
              and e.status = 'processing')) as is_head
            from $s.outbox as o
            where o.receiver = n.name and o.due_at <= now
              and o.status in ('pending', 'retrying') and not o.blocked
            order by o.due_at, o.seq
            limit greatest(0, least(room, per_receiver - (select count(*) from $s.outbox as r
              where r.status = 'processing' and r.receiver = n.name)))
          ) as c;
        exit when held is null;
        -- Those behind another, or beside one that is being sent, are removed from the index of due deliveries until it has finished.
        update $s.outbox as o set blocked = true where o.seq in (
          select e.seq from $s.outbox as e where e.ordering = any (held) and not e.blocked
          and e.status in ('pending', 'retrying')
          and (e.seq > (select min(f.seq) from $s.outbox as f where f.ordering = e.ordering
              and f.status in ('pending', 'retrying', 'processing'))
            or exists (select 1 from $s.outbox as f where f.ordering = e.ordering
              and f.status = 'processing'))
          limit 1000);
      end loop;
      if heads is not null then
        chosen := chosen || heads[1:room];
        room := room - least(room, cardinality(heads));
      end if;
    end loop;
    last := this;
    if room = 0 and cardinality(chosen) > 0 then
      select o.receiver into last from $s.outbox as o where o.seq = chosen[cardinality(chosen)];
    end if;
    return query update $s.outbox as o
      set status = 'processing', claim = new_claim, lease_until = until
      where o.seq = any (chosen) returning o.seq, o.due_at, o.receiver, o.delivery;
    -- The receiver behind which the next claim starts.
    return query select null::bigint, null::float8, last, null::text;
  end $$;
`;

/** Migrations by version, beginning with version 1. A published one never changes. `$s` is the quoted name of the schema. */
export const migrations: readonly string[] = [
  `
  create table $s.idempotency (
    key text primary key, claim text not null, digest text not null, lease_until float8 not null,
    expires float8 not null, answer text
  );
  create index on $s.idempotency (expires);

  create table $s.bucket (
    key text primary key, tokens float8 not null, at float8 not null, full_at float8 not null
  ) with (fillfactor = 70);

  create table $s.connection (
    key text not null, id text not null, lease_until float8 not null, primary key (key, id)
  );
  create index on $s.connection (id);

  create table $s.replay (digest text primary key, until float8 not null);
  create index on $s.replay (until);

  create table $s.received (
    key text primary key, owner text not null, token text not null, since float8 not null,
    lease_until float8 not null, forget_at float8 not null, handled boolean not null
  );
  create index on $s.received (forget_at);
  create index on $s.received (since) where not handled;

  create table $s.token (key text primary key, text text not null, until float8 not null);

  -- "blocked": waits for another delivery with the same ordering. "releases": is not being sent any more, and another one may be blocked.
  create table $s.outbox (
    seq bigserial primary key, id text not null unique, receiver text collate "C" not null,
    ordering text, status text not null, due_at float8 not null, claim text,
    lease_until float8, finished_at float8, created_at float8 not null, delivery text not null,
    blocked boolean not null default false, releases boolean not null default false
  ) with (fillfactor = 70);
  create index outbox_due on $s.outbox (receiver, due_at, seq)
    where status in ('pending', 'retrying') and not blocked;
  create index outbox_running on $s.outbox (receiver) where status = 'processing';
  create index outbox_order on $s.outbox (ordering, seq)
    where ordering is not null and status in ('pending', 'retrying', 'processing');
  create index outbox_releases on $s.outbox (seq) where releases;
  create index outbox_finished on $s.outbox (status, finished_at)
    where status in ('succeeded', 'failed');

  create table $s.fix_session (
    id text primary key, owner text, lease_until float8 not null,
    next_outgoing float8 not null, next_incoming float8 not null
  );
  create table $s.fix_message (
    session text not null, sequence float8 not null, bytes bytea not null,
    primary key (session, sequence)
  );

  create function $s.take(keys text[], rates float8[], bursts float8[], now float8) returns float8
  language plpgsql as $$
  declare wait float8 := 0; wanted record; have record; filled float8; missing float8;
  begin
    insert into $s.bucket select k, b, now, now from unnest(keys, bursts) as t (k, b) order by k
      on conflict (key) do nothing;
    -- In one order, so that two calls never wait for each other.
    perform 1 from $s.bucket where key = any (keys) order by key for update;
    for wanted in select k, r, b from unnest(keys, rates, bursts) as t (k, r, b) loop
      select * into have from $s.bucket where key = wanted.k;
      filled := least(wanted.b, have.tokens + greatest(0, now - have.at) / 1000 * wanted.r);
      missing := 1 - filled;
      if missing > 1e-9 then wait := greatest(wait, ceil(missing / wanted.r * 1000 - 1e-9)); end if;
    end loop;
    if wait > 0 then return wait; end if;
    update $s.bucket set at = greatest(at, now), tokens = t.left, full_at = greatest(at, now) + ceil((b - t.left) / r * 1000)
      from (
        select k, r, b, least(b, tokens + greatest(0, now - at) / 1000 * r) - 1 as left
        from unnest(keys, rates, bursts) as u (k, r, b) join $s.bucket on key = k
      ) as t where key = t.k;
    return 0;
  end $$;

  create function $s.open_connection(
    new_id text, keys text[], limits float8[], now float8, until float8
  ) returns boolean language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(h) from (
      select distinct hashtextextended('$s.' || k, 0) as h from unnest(keys) as t (k) order by h
    ) as locks;
    delete from $s.connection where id = new_id;
    if exists (
      select 1 from unnest(keys, limits) as t (k, l)
      where (select count(*) from $s.connection where key = k and lease_until > now) >= l
    ) then return false; end if;
    insert into $s.connection select distinct k, new_id, until from unnest(keys) as t (k);
    return true;
  end $$;

${claimDeliveries}
  `,
  `
  create table $s.revocation (seq bigserial primary key, key text not null, at float8 not null);
  create index on $s.revocation (at);

  create function $s.revoke(new_key text, now float8) returns void language plpgsql as $$
  begin
    -- One after the other, so that numbers become visible in their order.
    perform pg_advisory_xact_lock(hashtextextended('$s.revocation', 0));
    insert into $s.revocation (key, at) values (new_key, now);
    perform pg_notify('$s.revocation', '');
  end $$;

  ${claimDeliveries}
  `,
];
