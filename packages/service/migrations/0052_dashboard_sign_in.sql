-- The tables of better-auth, which signs people in to the dashboard and does nothing else. Their shape is the library's; who
-- may do what is in `memberships`. Only the role that checks credentials reaches them.
create schema dashboard;

create table dashboard."user" (
  "id" text primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  "twoFactorEnabled" boolean
);

create table dashboard."session" (
  "id" text primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references dashboard."user" on delete cascade,
  -- When the person gave a second factor: a passkey, a code of an app, or the sign-in of their own company.
  "secondFactorAt" timestamptz,
  -- The store that is open in the dashboard; for an operator, until when.
  "storeId" integer,
  "storeUntil" timestamptz
);
create index session_of_user on dashboard."session" ("userId");
create index session_by_end on dashboard."session" ("expiresAt");

create table dashboard."account" (
  "id" text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references dashboard."user" on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null
);
create index account_of_user on dashboard."account" ("userId");

create table dashboard."verification" (
  "id" text primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index verification_by_identifier on dashboard."verification" ("identifier");
create index verification_by_end on dashboard."verification" ("expiresAt");

create table dashboard."twoFactor" (
  "id" text primary key,
  "secret" text not null,
  "backupCodes" text not null,
  "userId" text not null references dashboard."user" on delete cascade,
  "verified" boolean,
  "failedVerificationCount" integer,
  "lockedUntil" timestamptz
);
create index two_factor_of_user on dashboard."twoFactor" ("userId");

create table dashboard."passkey" (
  "id" text primary key,
  "name" text,
  "publicKey" text not null,
  "userId" text not null references dashboard."user" on delete cascade,
  "credentialID" text not null,
  "counter" integer not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  "transports" text,
  "createdAt" timestamptz,
  "aaguid" text
);
create index passkey_of_user on dashboard."passkey" ("userId");
create unique index passkey_by_credential on dashboard."passkey" ("credentialID");

grant usage on schema dashboard to keepsake_hot, keepsake_worker;
grant select, insert, update, delete on all tables in schema dashboard to keepsake_hot;
grant select, delete on dashboard."session", dashboard."verification" to keepsake_worker;
