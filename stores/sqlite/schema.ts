/** Migrations by version, beginning with version 1. A published one never changes. */
export const migrations: readonly string[] = [
  `
  create table tallystick_idempotency (
    key text primary key, claim text not null, digest text not null, lease_until integer not null,
    expires integer not null, answer text
  ) without rowid;
  create index tallystick_idempotency_expires on tallystick_idempotency (expires);

  create table tallystick_bucket (
    key text primary key, tokens real not null, at real not null, full_at integer not null
  ) without rowid;
  create index tallystick_bucket_full on tallystick_bucket (full_at);

  create table tallystick_connection (
    key text not null, id text not null, lease_until integer not null, primary key (key, id)
  ) without rowid;
  create index tallystick_connection_id on tallystick_connection (id);

  create table tallystick_replay (
    digest text primary key, until integer not null
  ) without rowid;
  create index tallystick_replay_until on tallystick_replay (until);

  create table tallystick_received (
    key text primary key, owner text not null, token text not null, since integer not null,
    lease_until integer not null, forget_at integer not null, handled integer not null
  ) without rowid;
  create index tallystick_received_forget on tallystick_received (forget_at);
  create index tallystick_received_since on tallystick_received (since) where handled = 0;

  create table tallystick_token (
    key text primary key, text text not null, until integer not null
  ) without rowid;

  create table tallystick_outbox (
    seq integer primary key autoincrement, id text not null unique, receiver text not null,
    ordering text, status text not null, due_at integer not null, claim text,
    lease_until integer, finished_at integer, created_at integer not null, delivery text not null
  );
  create index tallystick_outbox_due on tallystick_outbox (receiver, due_at, seq)
    where status in ('pending', 'retrying');
  create index tallystick_outbox_running on tallystick_outbox (receiver, lease_until)
    where status = 'processing';
  create index tallystick_outbox_order on tallystick_outbox (ordering, seq)
    where ordering is not null and status in ('pending', 'retrying', 'processing');
  create index tallystick_outbox_finished on tallystick_outbox (status, finished_at)
    where status in ('succeeded', 'failed');

  create table tallystick_fix_session (
    id text primary key, owner text, lease_until integer not null,
    next_outgoing integer not null, next_incoming integer not null
  ) without rowid;
  create table tallystick_fix_message (
    session text not null, sequence integer not null, bytes blob not null,
    primary key (session, sequence)
  ) without rowid;
  `,
  `
  create table tallystick_revocation (
    seq integer primary key autoincrement, key text not null, at integer not null
  );
  create index tallystick_revocation_at on tallystick_revocation (at);
  `,
];
