-- the caller and their role, by session
select "users"."id", "users"."name", "users"."email", "users"."phone", "users"."address", "users"."role",
    "users"."email_verified"
from "sessions"
inner join "users" on "users"."id" = "sessions"."user_id"
where ("sessions"."id" = ? and "sessions"."expires_at" > ?);

-- the session and its user, by the session's token
select "id", "token", "user_id", "expires_at", "ip_address", "user_agent", "created_at", "updated_at", (select
    json_array("number", "id", "name", "email", "email_verified", "image", "phone", "address", "role",
    "created_at", "updated_at", "blocked_at", "order_count", "spent_cents", "last_seen_at") as "data" from
    (select * from "users" "sessions_user" where "sessions_user"."id" = "sessions"."user_id" limit ?)
    "sessions_user") as "user"
from "sessions" "sessions"
where "sessions"."token" = ?
limit ?;

-- the requests of an IP address
select "id", "key", "count", "last_request"
from "rate_limits"
where "rate_limits"."key" = ?
limit ?;

-- the first request of an IP address
insert into "rate_limits" ("id", "key", "count", "last_request")
values (?, ?, ?, ?)
returning "id", "key", "count", "last_request";

-- GET /
-- 1 trip, rows: 7 read, 0 written
-- a batch of 3
select "slug", "name", "position", "description", "tool_count", "in_stock_count", "well_rated_count",
    "well_rated_in_stock_count"
from "categories"
where "categories"."slug" > ?
limit ?;
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated", "number" as "place"
from "tools"
where "tools"."archived_at" is null
order by "tools"."created_at" desc, "tools"."id" desc
limit ?;
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug"
from "reviews"
left join "tools" on ("tools"."id" = "reviews"."tool_id" and "tools"."archived_at" is null)
where "reviews"."hidden_at" is null
order by "reviews"."created_at" desc, "reviews"."id" desc
limit ?;

-- GET /404
-- 0 trips, rows: 0 read, 0 written

-- GET /alerts/stop
-- 0 trips, rows: 0 read, 0 written

-- POST /alerts/stop
-- 1 trip, rows: 0 read, 0 written
delete
from "stock_alerts"
where "stock_alerts"."user_id" = ?;

-- POST /alerts/stop (of the digest)
-- 1 trip, rows: 0 read, 2 written
insert into "digest_stops" ("recipient", "created_at")
values (?, ?)
on conflict do nothing;

-- POST /alerts/stop (undone)
-- 1 trip, rows: 1 read, 1 written
delete
from "digest_stops"
where "digest_stops"."recipient" = ?;

-- GET /api/[...path]
-- 0 trips, rows: 0 read, 0 written

-- GET /api/admin/[email]
-- 2 trips, rows: 3 read, 0 written
-- the caller and their role, by session
select "id", "name", "email", "phone", "address", "role", "email_verified"
from "users"
where ("users"."email" = ? and "users"."id" <> ?);

-- GET /api/audit
-- 2 trips, rows: 20 read, 0 written
-- the caller and their role, by session
select "audit"."id", "audit"."created_at" as "at", "audit"."action", "audit"."subject_id", "audit"."detail",
    "who"."name" as "who_name", "who"."email" as "who_email", "whom"."name" as "whom_name", "whom"."email" as
    "whom_email"
from "audit"
left join "users" "who" on "who"."id" = "audit"."actor_id"
left join "users" "whom" on "whom"."id" = "audit"."subject_id"
order by "audit"."created_at" desc, "audit"."id" desc
limit ?;

-- GET /api/audit (of a kind)
-- 2 trips, rows: 14 read, 0 written
-- the caller and their role, by session
select "audit"."id", "audit"."created_at" as "at", "audit"."action", "audit"."subject_id", "audit"."detail",
    "who"."name" as "who_name", "who"."email" as "who_email", "whom"."name" as "whom_name", "whom"."email" as
    "whom_email"
from "audit"
left join "users" "who" on "who"."id" = "audit"."actor_id"
left join "users" "whom" on "whom"."id" = "audit"."subject_id"
where "audit"."action" in ('order.placed', 'order.paid', 'order.shipped', 'order.deleted', 'order.expired',
    'order.refund_owed', 'order.refunded', 'order.ship_undone', 'order.disputed', 'order.dispute_closed')
order by "audit"."created_at" desc, "audit"."id" desc
limit ?;

-- GET /api/auth/callback/google
-- 12 trips, rows: 158 read, 23 written
-- the requests of an IP address
-- the first request of an IP address
select "id", "identifier", "value", "expires_at", "created_at", "updated_at"
from "verifications"
where "verifications"."identifier" = ?
order by "verifications"."created_at" desc
limit ?;
select "id", "identifier", "value", "expires_at", "created_at", "updated_at"
from "verifications"
where "verifications"."expires_at" < ?
limit ?;
delete
from "verifications"
where "verifications"."expires_at" < ?;
select "id", "identifier", "value", "expires_at", "created_at", "updated_at"
from "verifications"
where "verifications"."identifier" = ?
limit ?;
delete
from "verifications"
where "verifications"."identifier" = ?;
select "id", "account_id", "provider_id", "user_id", "access_token", "refresh_token", "id_token",
    "access_token_expires_at", "refresh_token_expires_at", "scope", "password", "created_at", "updated_at",
    (select json_array("number", "id", "name", "email", "email_verified", "image", "phone", "address", "role",
    "created_at", "updated_at", "blocked_at", "order_count", "spent_cents", "last_seen_at") as "data" from
    (select * from "users" "accounts_user" where "accounts_user"."id" = "accounts"."user_id" limit ?)
    "accounts_user") as "user"
from "accounts" "accounts"
where ("accounts"."provider_id" = ? and "accounts"."account_id" = ?)
limit ?;
select "number", "id", "name", "email", "email_verified", "image", "phone", "address", "role", "created_at",
    "updated_at", "blocked_at", "order_count", "spent_cents", "last_seen_at", (select
    coalesce(json_group_array(json_array("id", "account_id", "provider_id", "user_id", "access_token",
    "refresh_token", "id_token", "access_token_expires_at", "refresh_token_expires_at", "scope", "password",
    "created_at", "updated_at")), json_array()) as "data" from (select * from "accounts" "users_accounts"
    where "users_accounts"."user_id" = "users"."id" limit ?) "users_accounts") as "accounts"
from "users" "users"
where "users"."email" = ?
limit ?;
-- a batch of 2
insert into "users" ("number", "id", "name", "email", "email_verified", "image", "phone", "address", "role",
    "created_at", "updated_at", "blocked_at", "order_count", "spent_cents", "last_seen_at")
values (null, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null, ?, ?, null);
insert into "accounts" ("id", "account_id", "provider_id", "user_id", "access_token", "refresh_token",
    "id_token", "access_token_expires_at", "refresh_token_expires_at", "scope", "password", "created_at",
    "updated_at")
values (?, ?, ?, ?, ?, ?, ?, ?, null, ?, null, ?, ?);
insert into "sessions" ("id", "token", "user_id", "expires_at", "ip_address", "user_agent", "created_at",
    "updated_at")
values (?, ?, ?, ?, ?, ?, ?, ?)
returning "id", "token", "user_id", "expires_at", "ip_address", "user_agent", "created_at", "updated_at";
select "id", "account_id", "provider_id", "user_id", "access_token", "refresh_token", "id_token",
    "access_token_expires_at", "refresh_token_expires_at", "scope", "password", "created_at", "updated_at"
from "accounts"
where "accounts"."user_id" = ?
limit ?;

-- POST /api/auth/change-password
-- 13 trips, rows: 20 read, 15 written
-- the requests of an IP address
-- the first request of an IP address
-- the session and its user, by the session's token
insert into "account_attempts" ("account", "attempts", "ends_at")
values (?, ?, ?)
on conflict ("account_attempts"."account") do update
set "attempts" = case when "account_attempts"."ends_at" <= ? then 1 else "account_attempts"."attempts" + 1
    end, "ends_at" = case when "account_attempts"."ends_at" <= ? then ? else "account_attempts"."ends_at" end
returning "attempts", "ends_at";
-- the session and its user, by the session's token
select "id", "account_id", "provider_id", "user_id", "access_token", "refresh_token", "id_token",
    "access_token_expires_at", "refresh_token_expires_at", "scope", "password", "created_at", "updated_at"
from "accounts"
where ("accounts"."user_id" = ? and "accounts"."provider_id" = ? and "accounts"."account_id" = ?);
update "accounts"
set "password" = ?, "updated_at" = ?
where "accounts"."id" = ?
returning "id", "account_id", "provider_id", "user_id", "access_token", "refresh_token", "id_token",
    "access_token_expires_at", "refresh_token_expires_at", "scope", "password", "created_at", "updated_at";
select "id", "token", "user_id", "expires_at", "ip_address", "user_agent", "created_at", "updated_at"
from "sessions"
where "sessions"."user_id" = ?
limit ?;
delete
from "sessions"
where "sessions"."user_id" = ?;
insert into "sessions" ("id", "token", "user_id", "expires_at", "ip_address", "user_agent", "created_at",
    "updated_at")
values (?, ?, ?, ?, ?, ?, ?, ?)
returning "id", "token", "user_id", "expires_at", "ip_address", "user_agent", "created_at", "updated_at";
delete
from "verifications"
where "verifications"."value" = ?;
delete
from "account_attempts"
where "account_attempts"."account" = ?;
select "id", "account_id", "provider_id", "user_id", "access_token", "refresh_token", "id_token",
    "access_token_expires_at", "refresh_token_expires_at", "scope", "password", "created_at", "updated_at"
from "accounts"
where "accounts"."user_id" = ?
limit ?;

-- GET /api/auth/get-session
-- 3 trips, rows: 3 read, 4 written
-- the requests of an IP address
-- the first request of an IP address
-- the session and its user, by the session's token

-- POST /api/auth/request-password-reset
-- 5 trips, rows: 5 read, 11 written
-- the requests of an IP address
-- the first request of an IP address
insert into "account_attempts" ("account", "attempts", "ends_at")
values (?, ?, ?)
on conflict ("account_attempts"."account") do update
set "attempts" = case when "account_attempts"."ends_at" <= ? then 1 else "account_attempts"."attempts" + 1
    end, "ends_at" = case when "account_attempts"."ends_at" <= ? then ? else "account_attempts"."ends_at" end
returning "attempts", "ends_at";
select "number", "id", "name", "email", "email_verified", "image", "phone", "address", "role", "created_at",
    "updated_at", "blocked_at", "order_count", "spent_cents", "last_seen_at"
from "users"
where "users"."email" = ?;
insert into "verifications" ("id", "identifier", "value", "expires_at", "created_at", "updated_at")
values (?, ?, ?, ?, ?, ?)
returning "id", "identifier", "value", "expires_at", "created_at", "updated_at";

-- POST /api/auth/reset-password
-- 17 trips, rows: 27 read, 8 written
-- the requests of an IP address
-- the first request of an IP address
select "id", "identifier", "value", "expires_at", "created_at", "updated_at"
from "verifications"
where "verifications"."identifier" = ?
order by "verifications"."created_at" desc
limit ?;
select "id", "identifier", "value", "expires_at", "created_at", "updated_at"
from "verifications"
where "verifications"."expires_at" < ?
limit ?;
delete
from "verifications"
where "verifications"."expires_at" < ?;
select "number", "id", "name", "email", "email_verified", "image", "phone", "address", "role", "created_at",
    "updated_at", "blocked_at", "order_count", "spent_cents", "last_seen_at"
from "users"
where "users"."id" = ?;
select "id", "identifier", "value", "expires_at", "created_at", "updated_at"
from "verifications"
where "verifications"."identifier" = ?
order by "verifications"."created_at" desc
limit ?;
delete
from "verifications"
where "verifications"."id" in (select "id" from "verifications" where "verifications"."id" = ? limit ?)
returning "id", "identifier", "value", "expires_at", "created_at", "updated_at";
delete
from "verifications"
where "verifications"."identifier" = ?;
select "number", "id", "name", "email", "email_verified", "image", "phone", "address", "role", "created_at",
    "updated_at", "blocked_at", "order_count", "spent_cents", "last_seen_at"
from "users"
where "users"."id" = ?;
select "id", "account_id", "provider_id", "user_id", "access_token", "refresh_token", "id_token",
    "access_token_expires_at", "refresh_token_expires_at", "scope", "password", "created_at", "updated_at"
from "accounts"
where ("accounts"."user_id" = ? and "accounts"."provider_id" = ? and "accounts"."account_id" = ?);
update "accounts"
set "password" = ?, "updated_at" = ?
where ("accounts"."user_id" = ? and "accounts"."provider_id" = ? and "accounts"."account_id" = ?);
update "users"
set "email_verified" = ?
where "users"."id" = ?;
delete
from "verifications"
where "verifications"."value" = ?;
delete
from "account_attempts"
where "account_attempts"."account" = ?;
select "id", "token", "user_id", "expires_at", "ip_address", "user_agent", "created_at", "updated_at"
from "sessions"
where "sessions"."user_id" = ?
limit ?;
delete
from "sessions"
where "sessions"."user_id" = ?;

-- POST /api/auth/send-verification-email
-- 4 trips, rows: 4 read, 7 written
-- the requests of an IP address
-- the first request of an IP address
-- the session and its user, by the session's token
insert into "account_attempts" ("account", "attempts", "ends_at")
values (?, ?, ?)
on conflict ("account_attempts"."account") do update
set "attempts" = case when "account_attempts"."ends_at" <= ? then 1 else "account_attempts"."attempts" + 1
    end, "ends_at" = case when "account_attempts"."ends_at" <= ? then ? else "account_attempts"."ends_at" end
returning "attempts", "ends_at";

-- POST /api/auth/sign-in/email
-- 7 trips, rows: 12 read, 13 written
-- the requests of an IP address
-- the first request of an IP address
select "number", "id", "name", "email", "email_verified", "image", "phone", "address", "role", "created_at",
    "updated_at", "blocked_at", "order_count", "spent_cents", "last_seen_at", (select
    coalesce(json_group_array(json_array("id", "account_id", "provider_id", "user_id", "access_token",
    "refresh_token", "id_token", "access_token_expires_at", "refresh_token_expires_at", "scope", "password",
    "created_at", "updated_at")), json_array()) as "data" from (select * from "accounts" "users_accounts"
    where "users_accounts"."user_id" = "users"."id" limit ?) "users_accounts") as "accounts"
from "users" "users"
where "users"."email" = ?
limit ?;
insert into "account_attempts" ("account", "attempts", "ends_at")
values (?, ?, ?)
on conflict ("account_attempts"."account") do update
set "attempts" = case when "account_attempts"."ends_at" <= ? then 1 else "account_attempts"."attempts" + 1
    end, "ends_at" = case when "account_attempts"."ends_at" <= ? then ? else "account_attempts"."ends_at" end
returning "attempts", "ends_at";
delete
from "account_attempts"
where "account_attempts"."account" = ?;
insert into "sessions" ("id", "token", "user_id", "expires_at", "ip_address", "user_agent", "created_at",
    "updated_at")
values (?, ?, ?, ?, ?, ?, ?, ?)
returning "id", "token", "user_id", "expires_at", "ip_address", "user_agent", "created_at", "updated_at";
select "id", "account_id", "provider_id", "user_id", "access_token", "refresh_token", "id_token",
    "access_token_expires_at", "refresh_token_expires_at", "scope", "password", "created_at", "updated_at"
from "accounts"
where "accounts"."user_id" = ?
limit ?;

-- POST /api/auth/sign-in/email (rejected)
-- 4 trips, rows: 5 read, 7 written
-- the requests of an IP address
-- the first request of an IP address
select "number", "id", "name", "email", "email_verified", "image", "phone", "address", "role", "created_at",
    "updated_at", "blocked_at", "order_count", "spent_cents", "last_seen_at", (select
    coalesce(json_group_array(json_array("id", "account_id", "provider_id", "user_id", "access_token",
    "refresh_token", "id_token", "access_token_expires_at", "refresh_token_expires_at", "scope", "password",
    "created_at", "updated_at")), json_array()) as "data" from (select * from "accounts" "users_accounts"
    where "users_accounts"."user_id" = "users"."id" limit ?) "users_accounts") as "accounts"
from "users" "users"
where "users"."email" = ?
limit ?;
insert into "account_attempts" ("account", "attempts", "ends_at")
values (?, ?, ?)
on conflict ("account_attempts"."account") do update
set "attempts" = case when "account_attempts"."ends_at" <= ? then 1 else "account_attempts"."attempts" + 1
    end, "ends_at" = case when "account_attempts"."ends_at" <= ? then ? else "account_attempts"."ends_at" end
returning "attempts", "ends_at";

-- POST /api/auth/sign-in/social
-- 3 trips, rows: 2 read, 9 written
-- the requests of an IP address
-- the first request of an IP address
insert into "verifications" ("id", "identifier", "value", "expires_at", "created_at", "updated_at")
values (?, ?, ?, ?, ?, ?)
returning "id", "identifier", "value", "expires_at", "created_at", "updated_at";

-- POST /api/auth/sign-out
-- 6 trips, rows: 7 read, 5 written
-- the requests of an IP address
-- the first request of an IP address
-- the session and its user, by the session's token
select "id", "token", "user_id", "expires_at", "ip_address", "user_agent", "created_at", "updated_at"
from "sessions"
where "sessions"."token" = ?
limit ?;
delete
from "sessions"
where "sessions"."token" = ?;
select "id", "account_id", "provider_id", "user_id", "access_token", "refresh_token", "id_token",
    "access_token_expires_at", "refresh_token_expires_at", "scope", "password", "created_at", "updated_at"
from "accounts"
where "accounts"."user_id" = ?
limit ?;

-- POST /api/auth/sign-up/email
-- 6 trips, rows: 138 read, 22 written
-- the requests of an IP address
-- the first request of an IP address
select "number", "id", "name", "email", "email_verified", "image", "phone", "address", "role", "created_at",
    "updated_at", "blocked_at", "order_count", "spent_cents", "last_seen_at"
from "users"
where "users"."email" = ?;
-- a batch of 2
insert into "users" ("number", "id", "name", "email", "email_verified", "image", "phone", "address", "role",
    "created_at", "updated_at", "blocked_at", "order_count", "spent_cents", "last_seen_at")
values (null, ?, ?, ?, ?, null, ?, ?, ?, ?, ?, null, ?, ?, null);
insert into "accounts" ("id", "account_id", "provider_id", "user_id", "access_token", "refresh_token",
    "id_token", "access_token_expires_at", "refresh_token_expires_at", "scope", "password", "created_at",
    "updated_at")
values (?, ?, ?, ?, null, null, null, null, null, null, ?, ?, ?);
insert into "sessions" ("id", "token", "user_id", "expires_at", "ip_address", "user_agent", "created_at",
    "updated_at")
values (?, ?, ?, ?, ?, ?, ?, ?)
returning "id", "token", "user_id", "expires_at", "ip_address", "user_agent", "created_at", "updated_at";
select "id", "account_id", "provider_id", "user_id", "access_token", "refresh_token", "id_token",
    "access_token_expires_at", "refresh_token_expires_at", "scope", "password", "created_at", "updated_at"
from "accounts"
where "accounts"."user_id" = ?
limit ?;

-- GET /api/bought
-- 2 trips, rows: 16 read, 0 written
-- the caller and their role, by session
with recursive bought(tool_id) as ( select min("order_lines"."tool_id") from "order_lines" where
    "order_lines"."user_id" = ? and ("order_lines"."transaction_id" is not null and "order_lines"."closed_at"
    is null) union all select (select min("order_lines"."tool_id") from "order_lines" where
    "order_lines"."user_id" = ? and ("order_lines"."transaction_id" is not null and "order_lines"."closed_at"
    is null) and "order_lines"."tool_id" > bought.tool_id) from bought where bought.tool_id is not null limit
    ? ) select latest.tool_id as id, latest.tool_name as name
from bought join "order_lines" as latest on latest.number = (select "order_lines"."number" from "order_lines"
    where "order_lines"."user_id" = ? and ("order_lines"."transaction_id" is not null and
    "order_lines"."closed_at" is null) and "order_lines"."tool_id" = bought.tool_id and
    "order_lines"."refunded_at" is null order by "order_lines"."number" desc limit 1)
order by latest.number desc;

-- POST /api/cart
-- 1 trip, rows: 8 read, 0 written
select "id", "slug", "name", "image", "min_order_quantity", "quantity", "price_cents", "archived_at",
    "capabilities"
from "tools"
where "tools"."id" in (select value from json_each(?));

-- GET /api/category
-- 1 trip, rows: 1 read, 0 written
select "slug", "name", "position", "description", "tool_count", "in_stock_count", "well_rated_count",
    "well_rated_in_stock_count"
from "categories"
where "categories"."slug" > ?
limit ?;

-- POST /api/category
-- 3 trips, rows: 8 read, 8 written
-- the caller and their role, by session
select "slug", "name", "position", "description", "tool_count", "in_stock_count", "well_rated_count",
    "well_rated_in_stock_count"
from "categories"
where "categories"."slug" > ?
limit ?;
-- a batch of 2
insert into "categories" ("slug", "name", "position", "description", "tool_count", "in_stock_count",
    "well_rated_count", "well_rated_in_stock_count")
values (?, ?, ?, ?, ?, ?, ?, ?);
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, 'category ' || "categories"."name")
from "categories"
where ("categories"."slug" = ? and changes() = 1);

-- DELETE /api/category/[slug]
-- 2 trips, rows: 9 read, 7 written
-- the caller and their role, by session
-- a batch of 2
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, 'category ' || "categories"."name")
from "categories"
where "categories"."slug" = ?;
delete
from "categories"
where "categories"."slug" = ?
returning "slug";

-- PATCH /api/category/[slug]
-- 3 trips, rows: 24 read, 9 written
-- the caller and their role, by session
select "slug", "name", "position", "description", "tool_count", "in_stock_count", "well_rated_count",
    "well_rated_in_stock_count"
from "categories"
where "categories"."slug" > ?
limit ?;
-- a batch of 3
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, 'category ' || "categories"."name")
from "categories"
where "categories"."slug" = ?;
update "categories"
set "name" = ?, "description" = ?
where ("categories"."slug" = ? and ("categories"."name" <> ? or "categories"."description" <> ?));
update "categories"
set "position" = (select key + 1 from json_each(?) where value = "categories"."slug")
where "categories"."slug" in (select value from json_each(?));

-- GET /api/checkout
-- 2 trips, rows: 35 read, 0 written
-- the caller and their role, by session
-- a batch of 2
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."user_id" = ? and ("orders"."closed_why" is null or "orders"."closed_why" = 'refunded'))
order by "orders"."created_at" desc, "orders"."id" desc
limit ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where ("order_lines"."order_id" in (select "id" from "orders" where ("orders"."user_id" = ? and
    ("orders"."closed_why" is null or "orders"."closed_why" = 'refunded')) order by "orders"."created_at"
    desc, "orders"."id" desc limit ?) and ("order_lines"."closed_why" is null or "order_lines"."closed_why" =
    'refunded'))
order by "order_lines"."number";

-- GET /api/checkout (further on)
-- 2 trips, rows: 35 read, 0 written
-- the caller and their role, by session
-- a batch of 2
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."user_id" = ? and ("orders"."closed_why" is null or "orders"."closed_why" = 'refunded') and
    ("orders"."created_at", "orders"."id") < (?, ?))
order by "orders"."created_at" desc, "orders"."id" desc
limit ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where ("order_lines"."order_id" in (select "id" from "orders" where ("orders"."user_id" = ? and
    ("orders"."closed_why" is null or "orders"."closed_why" = 'refunded') and ("orders"."created_at",
    "orders"."id") < (?, ?)) order by "orders"."created_at" desc, "orders"."id" desc limit ?) and
    ("order_lines"."closed_why" is null or "order_lines"."closed_why" = 'refunded'))
order by "order_lines"."number";

-- POST /api/checkout
-- 2 trips, rows: 422 read, 71 written
-- the caller and their role, by session
-- a batch of 11
insert into "orders" ("number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1",
    "line2", "city", "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key") select null, ?, ?, null, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
    ?, null, null, ?, ?, ?, ?, null, null, null, null, ?, ?, null, null, ?, null, null
from (select 1)
where ((select count(*) from json_each(?) join "tools" on json_each.value ->> 'toolId' = "tools"."id" where
    "tools"."archived_at" is null and "tools"."min_order_quantity" <= json_each.value ->> 'quantity' and
    "tools"."quantity" >= json_each.value ->> 'quantity' and "tools"."price_cents" = json_each.value ->>
    'cents') = ? and not exists (select 1 from "orders" where ("orders"."user_id" = ? and
    "orders"."request_key" = ?)) and (select count(*) from "orders" indexed by orders_open_by_user where
    ("orders"."user_id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null)) < ? and
    ((select coalesce(sum("order_lines"."quantity"), 0) from "order_lines" indexed by
    order_lines_holding_by_user where ("order_lines"."user_id" = ? and "order_lines"."transaction_id" is null
    and "order_lines"."closed_at" is null)) + ? <= ? or ? <= 0));
update "tools"
set "quantity" = "tools"."quantity" - (select json_each.value ->> 'quantity' from json_each(?) where
    json_each.value ->> 'toolId' = "tools"."id"), "updated_at" = ?
where ("tools"."id" in (select json_each.value ->> 'toolId' from json_each(?)) and exists (select 1 from
    "orders" where "orders"."id" = ?));
insert into "order_lines" ("number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id",
    "tool_name", "image", "unit_price_cents", "quantity", "total_cents", "status", "transaction_id",
    "request_key", "created_at", "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why",
    "refunded_at", "disputed_at", "partner", "currency", "order_id", "refunded_cents", "shipment_id",
    "refund_due_cents", "restocked_at", "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "packed_at", "fit", "changed_at") select null, json_each.value ->> 'id', ?, ?, ?, ?,
    ?, "tools"."id", "tools"."name", "tools"."image", "tools"."price_cents", json_each.value ->> 'quantity',
    "tools"."price_cents" * json_each.value ->> 'quantity', ?, null, json_each.value ->> 'id', ?, ?, null,
    null, null, null, null, null, ?, ?, ?, ?, null, ?, null, null, ?, json_each.value ->> 'shippingCents',
    json_each.value ->> 'taxCents', json_each.value ->> 'includedTaxCents', null, json_each.value ->> 'fit', ?
from json_each(?) join "tools" on json_each.value ->> 'toolId' = "tools"."id"
where exists (select 1 from "orders" where "orders"."id" = ?)
order by json_each.key;
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents")
from "order_lines"
where "order_lines"."order_id" = ?;
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where exists (select 1 from "orders" where "orders"."id" = ?)
on conflict do nothing
returning "id", "available_at";
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select lower(hex(randomblob(16))), ?,
    "tools"."id", ?, ?, ?, ?, null, null, null, ?, ?
from json_each(?) join "tools" on json_each.value ->> 'toolId' = "tools"."id"
where "tools"."quantity" <= coalesce("tools"."low_stock", ?) and "tools"."quantity" + (json_each.value ->>
    'quantity') > coalesce("tools"."low_stock", ?) and exists (select 1 from "orders" where "orders"."id" = ?)
on conflict do nothing
returning "id", "available_at";
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."user_id" = ? and "orders"."request_key" = ?);
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."order_id" in (select "id" from "orders" where ("orders"."user_id" = ? and
    "orders"."request_key" = ?))
order by "order_lines"."number";
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where "tools"."id" in (select json_each.value ->> 'toolId' from json_each(?));
select (select count(*) from "orders" indexed by orders_open_by_user where ("orders"."user_id" = ? and
    "orders"."transaction_id" is null and "orders"."closed_at" is null)) as "open_orders", (select
    coalesce(sum("order_lines"."quantity"), 0) from "order_lines" indexed by order_lines_holding_by_user where
    ("order_lines"."user_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at" is
    null)) as "held_pieces"
from (select 1);
update "users"
set "phone" = case when "users"."phone" = '' then ? else "users"."phone" end, "address" = case when
    "users"."address" = '' then ? else "users"."address" end, "updated_at" = ?
where ("users"."id" = ? and ("users"."phone" = ? or "users"."address" = ?) and exists (select 1 from
    "order_lines" where "order_lines"."id" = ?));

-- POST /api/checkout (more than in stock)
-- 2 trips, rows: 45 read, 0 written
-- the caller and their role, by session
-- a batch of 11
insert into "orders" ("number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1",
    "line2", "city", "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key") select null, ?, ?, null, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
    ?, null, null, ?, ?, ?, ?, null, null, null, null, ?, ?, null, null, ?, null, null
from (select 1)
where ((select count(*) from json_each(?) join "tools" on json_each.value ->> 'toolId' = "tools"."id" where
    "tools"."archived_at" is null and "tools"."min_order_quantity" <= json_each.value ->> 'quantity' and
    "tools"."quantity" >= json_each.value ->> 'quantity' and "tools"."price_cents" = json_each.value ->>
    'cents') = ? and not exists (select 1 from "orders" where ("orders"."user_id" = ? and
    "orders"."request_key" = ?)) and (select count(*) from "orders" indexed by orders_open_by_user where
    ("orders"."user_id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null)) < ? and
    ((select coalesce(sum("order_lines"."quantity"), 0) from "order_lines" indexed by
    order_lines_holding_by_user where ("order_lines"."user_id" = ? and "order_lines"."transaction_id" is null
    and "order_lines"."closed_at" is null)) + ? <= ? or ? <= 0));
update "tools"
set "quantity" = "tools"."quantity" - (select json_each.value ->> 'quantity' from json_each(?) where
    json_each.value ->> 'toolId' = "tools"."id"), "updated_at" = ?
where ("tools"."id" in (select json_each.value ->> 'toolId' from json_each(?)) and exists (select 1 from
    "orders" where "orders"."id" = ?));
insert into "order_lines" ("number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id",
    "tool_name", "image", "unit_price_cents", "quantity", "total_cents", "status", "transaction_id",
    "request_key", "created_at", "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why",
    "refunded_at", "disputed_at", "partner", "currency", "order_id", "refunded_cents", "shipment_id",
    "refund_due_cents", "restocked_at", "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "packed_at", "fit", "changed_at") select null, json_each.value ->> 'id', ?, ?, ?, ?,
    ?, "tools"."id", "tools"."name", "tools"."image", "tools"."price_cents", json_each.value ->> 'quantity',
    "tools"."price_cents" * json_each.value ->> 'quantity', ?, null, json_each.value ->> 'id', ?, ?, null,
    null, null, null, null, null, ?, ?, ?, ?, null, ?, null, null, ?, json_each.value ->> 'shippingCents',
    json_each.value ->> 'taxCents', json_each.value ->> 'includedTaxCents', null, json_each.value ->> 'fit', ?
from json_each(?) join "tools" on json_each.value ->> 'toolId' = "tools"."id"
where exists (select 1 from "orders" where "orders"."id" = ?)
order by json_each.key;
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents")
from "order_lines"
where "order_lines"."order_id" = ?;
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where exists (select 1 from "orders" where "orders"."id" = ?)
on conflict do nothing
returning "id", "available_at";
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select lower(hex(randomblob(16))), ?,
    "tools"."id", ?, ?, ?, ?, null, null, null, ?, ?
from json_each(?) join "tools" on json_each.value ->> 'toolId' = "tools"."id"
where "tools"."quantity" <= coalesce("tools"."low_stock", ?) and "tools"."quantity" + (json_each.value ->>
    'quantity') > coalesce("tools"."low_stock", ?) and exists (select 1 from "orders" where "orders"."id" = ?)
on conflict do nothing
returning "id", "available_at";
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."user_id" = ? and "orders"."request_key" = ?);
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."order_id" in (select "id" from "orders" where ("orders"."user_id" = ? and
    "orders"."request_key" = ?))
order by "order_lines"."number";
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where "tools"."id" in (select json_each.value ->> 'toolId' from json_each(?));
select (select count(*) from "orders" indexed by orders_open_by_user where ("orders"."user_id" = ? and
    "orders"."transaction_id" is null and "orders"."closed_at" is null)) as "open_orders", (select
    coalesce(sum("order_lines"."quantity"), 0) from "order_lines" indexed by order_lines_holding_by_user where
    ("order_lines"."user_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at" is
    null)) as "held_pieces"
from (select 1);
update "users"
set "phone" = case when "users"."phone" = '' then ? else "users"."phone" end, "address" = case when
    "users"."address" = '' then ? else "users"."address" end, "updated_at" = ?
where ("users"."id" = ? and ("users"."phone" = ? or "users"."address" = ?) and exists (select 1 from
    "order_lines" where "order_lines"."id" = ?));

-- POST /api/checkout (of a guest)
-- 1 trip, rows: 405 read, 72 written
-- a batch of 10
insert into "orders" ("number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1",
    "line2", "city", "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key") select null, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
    null, null, ?, ?, ?, ?, null, null, null, null, ?, ?, null, null, ?, null, ?
from (select 1)
where ((select count(*) from json_each(?) join "tools" on json_each.value ->> 'toolId' = "tools"."id" where
    "tools"."archived_at" is null and "tools"."min_order_quantity" <= json_each.value ->> 'quantity' and
    "tools"."quantity" >= json_each.value ->> 'quantity' and "tools"."price_cents" = json_each.value ->>
    'cents') = ? and not exists (select 1 from "orders" where (("orders"."user_id" is null and
    "orders"."email" = ?) and "orders"."request_key" = ?)) and max(max((select count(*) from "orders" indexed
    by orders_open_by_guest where ("orders"."email" = ? and "orders"."transaction_id" is null and
    "orders"."closed_at" is null and "orders"."user_id" is null)), (select count(*) from "orders" indexed by
    orders_open_by_address where ("orders"."address_key" = ? and "orders"."transaction_id" is null and
    "orders"."closed_at" is null and "orders"."user_id" is null))), ? * exists (select 1 from "users" where
    ("users"."email" = ? and "users"."email_verified" = ? and "users"."blocked_at" is not null))) < ? and
    (max((select coalesce(sum("order_lines"."quantity"), 0) from "order_lines" indexed by order_lines_by_order
    where "order_lines"."order_id" in (select "orders"."id" from "orders" indexed by orders_open_by_guest
    where ("orders"."email" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null and
    "orders"."user_id" is null)) and "order_lines"."transaction_id" is null and "order_lines"."closed_at" is
    null), (select coalesce(sum("order_lines"."quantity"), 0) from "order_lines" indexed by
    order_lines_by_order where "order_lines"."order_id" in (select "orders"."id" from "orders" indexed by
    orders_open_by_address where ("orders"."address_key" = ? and "orders"."transaction_id" is null and
    "orders"."closed_at" is null and "orders"."user_id" is null)) and "order_lines"."transaction_id" is null
    and "order_lines"."closed_at" is null)) + ? <= ? or ? <= 0));
update "tools"
set "quantity" = "tools"."quantity" - (select json_each.value ->> 'quantity' from json_each(?) where
    json_each.value ->> 'toolId' = "tools"."id"), "updated_at" = ?
where ("tools"."id" in (select json_each.value ->> 'toolId' from json_each(?)) and exists (select 1 from
    "orders" where "orders"."id" = ?));
insert into "order_lines" ("number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id",
    "tool_name", "image", "unit_price_cents", "quantity", "total_cents", "status", "transaction_id",
    "request_key", "created_at", "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why",
    "refunded_at", "disputed_at", "partner", "currency", "order_id", "refunded_cents", "shipment_id",
    "refund_due_cents", "restocked_at", "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "packed_at", "fit", "changed_at") select null, json_each.value ->> 'id', ?, ?, ?, ?,
    ?, "tools"."id", "tools"."name", "tools"."image", "tools"."price_cents", json_each.value ->> 'quantity',
    "tools"."price_cents" * json_each.value ->> 'quantity', ?, null, json_each.value ->> 'id', ?, ?, null,
    null, null, null, null, null, ?, ?, ?, ?, null, ?, null, null, ?, json_each.value ->> 'shippingCents',
    json_each.value ->> 'taxCents', json_each.value ->> 'includedTaxCents', null, json_each.value ->> 'fit', ?
from json_each(?) join "tools" on json_each.value ->> 'toolId' = "tools"."id"
where exists (select 1 from "orders" where "orders"."id" = ?)
order by json_each.key;
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents")
from "order_lines"
where "order_lines"."order_id" = ?;
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where exists (select 1 from "orders" where "orders"."id" = ?) and not exists (select 1 from "orders" indexed
    by orders_by_email where "orders"."email" = ? and "orders"."created_at" > ? and "orders"."user_id" is null
    and "orders"."transaction_id" is null and "orders"."id" <> ?)
on conflict do nothing
returning "id", "available_at";
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select lower(hex(randomblob(16))), ?,
    "tools"."id", ?, ?, ?, ?, null, null, null, ?, ?
from json_each(?) join "tools" on json_each.value ->> 'toolId' = "tools"."id"
where "tools"."quantity" <= coalesce("tools"."low_stock", ?) and "tools"."quantity" + (json_each.value ->>
    'quantity') > coalesce("tools"."low_stock", ?) and exists (select 1 from "orders" where "orders"."id" = ?)
on conflict do nothing
returning "id", "available_at";
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where (("orders"."user_id" is null and "orders"."email" = ?) and "orders"."request_key" = ?);
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."order_id" in (select "id" from "orders" where (("orders"."user_id" is null and
    "orders"."email" = ?) and "orders"."request_key" = ?))
order by "order_lines"."number";
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where "tools"."id" in (select json_each.value ->> 'toolId' from json_each(?));
select max(max((select count(*) from "orders" indexed by orders_open_by_guest where ("orders"."email" = ? and
    "orders"."transaction_id" is null and "orders"."closed_at" is null and "orders"."user_id" is null)),
    (select count(*) from "orders" indexed by orders_open_by_address where ("orders"."address_key" = ? and
    "orders"."transaction_id" is null and "orders"."closed_at" is null and "orders"."user_id" is null))), ? *
    exists (select 1 from "users" where ("users"."email" = ? and "users"."email_verified" = ? and
    "users"."blocked_at" is not null))) as "open_orders", max((select coalesce(sum("order_lines"."quantity"),
    0) from "order_lines" indexed by order_lines_by_order where "order_lines"."order_id" in (select
    "orders"."id" from "orders" indexed by orders_open_by_guest where ("orders"."email" = ? and
    "orders"."transaction_id" is null and "orders"."closed_at" is null and "orders"."user_id" is null)) and
    "order_lines"."transaction_id" is null and "order_lines"."closed_at" is null), (select
    coalesce(sum("order_lines"."quantity"), 0) from "order_lines" indexed by order_lines_by_order where
    "order_lines"."order_id" in (select "orders"."id" from "orders" indexed by orders_open_by_address where
    ("orders"."address_key" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null and
    "orders"."user_id" is null)) and "order_lines"."transaction_id" is null and "order_lines"."closed_at" is
    null)) as "held_pieces"
from (select 1);

-- POST /api/create-payment-intent
-- 3 trips, rows: 7 read, 3 written
-- the caller and their role, by session
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where (("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?)) and "orders"."user_id" = ?);
update "orders"
set "payment_attempt" = ?, "payment_intent_id" = ?, "check_at" = ?
where ("orders"."id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null and
    "orders"."total_cents" = ? and "orders"."payment_intent_id" is null)
returning "id";

-- POST /api/create-payment-intent (of a guest)
-- 2 trips, rows: 5 read, 3 written
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where (("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?)) and "orders"."access_token_hash" in (?));
update "orders"
set "payment_attempt" = ?, "payment_intent_id" = ?, "check_at" = ?
where ("orders"."id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null and
    "orders"."total_cents" = ? and "orders"."payment_intent_id" is null)
returning "id";

-- PUT /api/customer/[id]/block (block)
-- 2 trips, rows: 13 read, 6 written
-- the caller and their role, by session
-- a batch of 5
update "users"
set "updated_at" = ?, "blocked_at" = ?
where ("users"."id" = ? and "users"."id" <> ? and "users"."role" <> ? and "users"."blocked_at" is null)
returning "id";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?, ?
where changes() = 1;
delete
from "sessions"
where ("sessions"."user_id" = ? and exists (select 1 from "users" where ("users"."id" = ? and
    "users"."blocked_at" is not null)));
update "order_lines"
set "expires_at" = ?
where ("order_lines"."order_id" in (select "orders"."id" from "orders" indexed by orders_open_by_user where
    ("orders"."user_id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null and
    "orders"."processing_at" is null and exists (select 1 from "users" where ("users"."id" = ? and
    "users"."blocked_at" is not null)))) and "order_lines"."transaction_id" is null and
    "order_lines"."closed_at" is null);
update "orders"
set "expires_at" = ?, "check_at" = ?
where "orders"."id" in (select "orders"."id" from "orders" indexed by orders_open_by_user where
    ("orders"."user_id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null and
    "orders"."processing_at" is null and exists (select 1 from "users" where ("users"."id" = ? and
    "users"."blocked_at" is not null))))
returning "id";

-- PUT /api/customer/[id]/block (unblock)
-- 2 trips, rows: 13 read, 6 written
-- the caller and their role, by session
-- a batch of 5
update "users"
set "updated_at" = ?, "blocked_at" = ?
where ("users"."id" = ? and "users"."id" <> ? and "users"."role" <> ? and "users"."blocked_at" is not null)
returning "id";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?, ?
where changes() = 1;
delete
from "sessions"
where ("sessions"."user_id" = ? and exists (select 1 from "users" where ("users"."id" = ? and
    "users"."blocked_at" is not null)));
update "order_lines"
set "expires_at" = ?
where ("order_lines"."order_id" in (select "orders"."id" from "orders" indexed by orders_open_by_user where
    ("orders"."user_id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null and
    "orders"."processing_at" is null and exists (select 1 from "users" where ("users"."id" = ? and
    "users"."blocked_at" is not null)))) and "order_lines"."transaction_id" is null and
    "order_lines"."closed_at" is null);
update "orders"
set "expires_at" = ?, "check_at" = ?
where "orders"."id" in (select "orders"."id" from "orders" indexed by orders_open_by_user where
    ("orders"."user_id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null and
    "orders"."processing_at" is null and exists (select 1 from "users" where ("users"."id" = ? and
    "users"."blocked_at" is not null))))
returning "id";

-- POST /api/customer/[id]/note
-- 2 trips, rows: 5 read, 4 written
-- the caller and their role, by session
insert into "customer_notes" ("id", "user_id", "author_id", "text", "created_at") select ?, "users"."id", ?,
    ?, ?
from "users"
where ("users"."id" = ? and "users"."id" <> ?)
returning "id";

-- PUT /api/customer/[id]/role
-- 3 trips, rows: 9 read, 7 written
-- the caller and their role, by session
select "role", "email_verified", "blocked_at"
from "users"
where ("users"."id" = ? and "users"."id" <> ?);
-- a batch of 2
update "users"
set "role" = ?, "updated_at" = ?
where ("users"."id" = ? and "users"."role" = ? and "users"."blocked_at" is null)
returning "id";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?,
    "users"."id", ?
from "users"
where ("users"."id" = ? and changes() = 1);

-- PUT /api/customer/[id]/role (to a lower one)
-- 3 trips, rows: 9 read, 7 written
-- the caller and their role, by session
select "role", "email_verified", "blocked_at"
from "users"
where ("users"."id" = ? and "users"."id" <> ?);
-- a batch of 3
update "users"
set "role" = ?, "updated_at" = ?
where ("users"."id" = ? and "users"."role" = ? and "users"."blocked_at" is null)
returning "id";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?,
    "users"."id", ?
from "users"
where ("users"."id" = ? and changes() = 1);
delete
from "sessions"
where ("sessions"."user_id" = ? and changes() = 1);

-- GET /api/docs
-- 0 trips, rows: 0 read, 0 written

-- GET /api/find
-- 2 trips, rows: 15 read, 0 written
-- the caller and their role, by session
-- a batch of 4
select "order_lines"."id", "order_lines"."order_id", "order_lines"."tool_name", "order_lines"."quantity",
    "order_lines"."user_name", "order_lines"."email", "order_lines"."status", "order_lines"."transaction_id",
    "order_lines"."closed_at", "order_lines"."closed_why", "order_lines"."refunded_at",
    "order_lines"."refunded_cents", "order_lines"."refund_due_cents", "order_lines"."refund_failed_cents",
    "order_lines"."cancelled_at", "order_lines"."restocked_at", "order_lines"."disputed_at"
from (select at_checkout from (select "orders"."id" as at_checkout from "orders" where "orders"."id" >= ? and
    "orders"."id" < ? limit ?) union all select at_checkout from (select "shipments"."order_id" as at_checkout
    from "shipments" where lower("shipments"."tracking_number") >= lower(?) and
    lower("shipments"."tracking_number") < lower(?) limit ?)) as found
inner join "order_lines" on ("order_lines"."order_id" = found.at_checkout and ("order_lines"."closed_why" is
    null or "order_lines"."closed_why" = 'refunded'))
limit ?;
select "id", "order_id", "tool_name", "quantity", "user_name", "email", "status", "transaction_id",
    "closed_at", "closed_why", "refunded_at", "refunded_cents", "refund_due_cents", "refund_failed_cents",
    "cancelled_at", "restocked_at", "disputed_at"
from (select "order_lines".*, found.at_row as place from (select rowid as at_row from "order_lines_search"
    where "order_lines_search" match ? order by rowid desc limit ?) as found cross join "order_lines" where
    ("order_lines"."number" = found.at_row and ("order_lines"."closed_why" is null or
    "order_lines"."closed_why" = 'refunded')) order by found.at_row desc limit ?) "order_lines"
order by place desc
limit ?;
select "id", "name", "quantity"
from (select "tools".*, found.at_row as place from (select rowid as at_row from "tools_search" where
    "tools_search" match ? order by rowid desc limit ?) as found cross join "tools" where ("tools"."number" =
    found.at_row and "tools"."archived_at" is null) order by found.at_row desc limit ?) "tools"
order by place desc
limit ?;
select "id", "email", "name"
from (select "users".*, found.at_row as place from (select rowid as at_row from "users_search" where
    "users_search" match ? order by rowid desc limit ?) as found cross join "users" where ("users"."number" =
    found.at_row and "users"."id" <> ?) order by found.at_row desc limit ?) "users"
order by place desc
limit ?;

-- GET /api/health
-- 1 trip, rows: 1 read, 0 written
select 1
from tools
limit 1;

-- POST /api/images
-- 3 trips, rows: 4 read, 10 written
-- the caller and their role, by session
insert into "account_attempts" ("account", "attempts", "ends_at")
values (?, ?, ?)
on conflict ("account_attempts"."account") do update
set "attempts" = case when "account_attempts"."ends_at" <= ? then 1 else "account_attempts"."attempts" + 1
    end, "ends_at" = case when "account_attempts"."ends_at" <= ? then ? else "account_attempts"."ends_at" end
returning "attempts", "ends_at";
-- a batch of 2
insert into "images" ("key", "type", "bytes", "width", "height", "owner_id", "created_at", "checked_at",
    "deleting_at")
values (?, ?, ?, ?, ?, ?, ?, null, null)
on conflict ("images"."key") do update
set "created_at" = ?, "checked_at" = ?
where "images"."deleting_at" is null
returning "key";
insert into "image_uploaders" ("key", "user_id")
values (?, ?)
on conflict do nothing;

-- POST /api/images (of a customer)
-- 3 trips, rows: 4 read, 10 written
-- the caller and their role, by session
insert into "account_attempts" ("account", "attempts", "ends_at")
values (?, ?, ?)
on conflict ("account_attempts"."account") do update
set "attempts" = case when "account_attempts"."ends_at" <= ? then 1 else "account_attempts"."attempts" + 1
    end, "ends_at" = case when "account_attempts"."ends_at" <= ? then ? else "account_attempts"."ends_at" end
returning "attempts", "ends_at";
-- a batch of 2
insert into "images" ("key", "type", "bytes", "width", "height", "owner_id", "created_at", "checked_at",
    "deleting_at")
values (?, ?, ?, ?, ?, ?, ?, null, null)
on conflict ("images"."key") do update
set "created_at" = ?, "checked_at" = ?
where "images"."deleting_at" is null
returning "key";
insert into "image_uploaders" ("key", "user_id")
values (?, ?)
on conflict do nothing;

-- POST /api/import
-- 2 trips, rows: 3 read, 6 written
-- the caller and their role, by session
insert into "imports" ("id", "file_name", "created_by", "actor_id", "created_at", "updated_at", "state",
    "mode", "problem", "line_count", "new_count", "changed_count", "unchanged_count", "wrong_count",
    "saved_count", "rejected_count", "reverted_count", "kept_count")
values (?, ?, ?, null, ?, ?, ?, null, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- GET /api/import/[id]
-- 2 trips, rows: 4 read, 0 written
-- the caller and their role, by session
select "imports"."id", "imports"."file_name", "imports"."created_by", "imports"."actor_id",
    "imports"."created_at", "imports"."updated_at", "imports"."state", "imports"."mode", "imports"."problem",
    "imports"."line_count", "imports"."new_count", "imports"."changed_count", "imports"."unchanged_count",
    "imports"."wrong_count", "imports"."saved_count", "imports"."rejected_count", "imports"."reverted_count",
    "imports"."kept_count", "users"."name" as "creator"
from "imports"
left join "users" on "users"."id" = "imports"."created_by"
where "imports"."id" = ?;

-- GET /api/import/[id]/line
-- 2 trips, rows: 5 read, 0 written
-- the caller and their role, by session
select "import_id", "line", "kind", "state", "tool_id", "name", "fields", "was", "errors", "batch"
from "import_lines"
where ("import_lines"."import_id" = ? and "import_lines"."state" = ? and "import_lines"."line" > ?)
order by "import_lines"."line" asc
limit ?;

-- POST /api/import/[id]/revert
-- 3 trips, rows: 7 read, 3 written
-- the caller and their role, by session
update "imports"
set "actor_id" = ?, "updated_at" = ?, "state" = ?
where ("imports"."id" = ? and "imports"."state" = ? and "imports"."created_at" >= ?)
returning "id";
select "imports"."id", "imports"."file_name", "imports"."created_by", "imports"."actor_id",
    "imports"."created_at", "imports"."updated_at", "imports"."state", "imports"."mode", "imports"."problem",
    "imports"."line_count", "imports"."new_count", "imports"."changed_count", "imports"."unchanged_count",
    "imports"."wrong_count", "imports"."saved_count", "imports"."rejected_count", "imports"."reverted_count",
    "imports"."kept_count", "users"."name" as "creator"
from "imports"
left join "users" on "users"."id" = "imports"."created_by"
where "imports"."id" = ?;

-- POST /api/import/[id]/start
-- 3 trips, rows: 7 read, 3 written
-- the caller and their role, by session
update "imports"
set "actor_id" = ?, "updated_at" = ?, "state" = ?, "mode" = ?
where ("imports"."id" = ? and "imports"."state" = ? and "imports"."new_count" + "imports"."changed_count" > ?)
returning "id";
select "imports"."id", "imports"."file_name", "imports"."created_by", "imports"."actor_id",
    "imports"."created_at", "imports"."updated_at", "imports"."state", "imports"."mode", "imports"."problem",
    "imports"."line_count", "imports"."new_count", "imports"."changed_count", "imports"."unchanged_count",
    "imports"."wrong_count", "imports"."saved_count", "imports"."rejected_count", "imports"."reverted_count",
    "imports"."kept_count", "users"."name" as "creator"
from "imports"
left join "users" on "users"."id" = "imports"."created_by"
where "imports"."id" = ?;

-- GET /api/openapi.json
-- 0 trips, rows: 0 read, 0 written

-- DELETE /api/order
-- 4 trips, rows: 38 read, 19 written
-- the caller and their role, by session
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where ("order_lines"."id" = ? and ("order_lines"."closed_why" is null or "order_lines"."closed_why" =
    'refunded') and "order_lines"."user_id" = ?);
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?));
-- a batch of 5
update "orders"
set "closed_at" = ?, "closed_why" = ?
where ("orders"."id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null and
    "orders"."payment_intent_id" is null)
returning "id";
update "tools"
set "quantity" = "tools"."quantity" + (select sum("order_lines"."quantity") from "order_lines" indexed by
    order_lines_by_order where "order_lines"."tool_id" = "tools"."id" and ("order_lines"."order_id" = ? and
    "order_lines"."transaction_id" is null and "order_lines"."closed_at" is null)), "updated_at" = ?
where "tools"."id" in (select "tool_id" from "order_lines" where (("order_lines"."order_id" = ? and
    "order_lines"."transaction_id" is null and "order_lines"."closed_at" is null) and exists (select 1 from
    "orders" where "orders"."id" = ? and "orders"."closed_at" is not null)));
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents")
from "order_lines"
where (("order_lines"."order_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is null) and exists (select 1 from "orders" where "orders"."id" = ? and "orders"."closed_at" is not null));
update "order_lines"
set "closed_at" = ?, "closed_why" = ?
where (("order_lines"."order_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is null) and exists (select 1 from "orders" where "orders"."id" = ? and "orders"."closed_at" is not null))
returning "tool_id";
update "outbox"
set "due_at" = ?, "leased_until" = ?, "done_at" = ?, "outcome" = ?
where ("outbox"."subject_id" = ? and "outbox"."kind" in (?, ?) and "outbox"."done_at" is null and
    ("outbox"."leased_until" is null or "outbox"."leased_until" <= ?) and exists (select 1 from "orders" where
    "orders"."id" = ? and "orders"."closed_at" is not null));

-- GET /api/order
-- 2 trips, rows: 8 read, 0 written
-- the caller and their role, by session
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel", "number" as "place"
from "order_lines"
where ("order_lines"."user_id" = ? and ("order_lines"."closed_why" is null or "order_lines"."closed_why" =
    'refunded'))
order by "order_lines"."created_at" desc, "order_lines"."id" desc
limit ?;

-- GET /api/order (all)
-- 2 trips, rows: 8 read, 0 written
-- the caller and their role, by session
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel", "number" as "place"
from "order_lines"
where ("order_lines"."closed_why" is null or "order_lines"."closed_why" = 'refunded')
order by "order_lines"."created_at" desc, "order_lines"."id" desc
limit ?;

-- GET /api/order (changed since)
-- 2 trips, rows: 8 read, 0 written
-- the caller and their role, by session
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where (("order_lines"."closed_why" is null or "order_lines"."closed_why" = 'refunded') and
    "order_lines"."changed_at" >= ?)
order by "order_lines"."changed_at" asc, "order_lines"."id" asc
limit ?;

-- GET /api/order (further on)
-- 2 trips, rows: 8 read, 0 written
-- the caller and their role, by session
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel", "number" as "place"
from "order_lines"
where (("order_lines"."user_id" = ? and ("order_lines"."closed_why" is null or "order_lines"."closed_why" =
    'refunded')) and ("order_lines"."created_at", "order_lines"."id") < (?, ?))
order by "order_lines"."created_at" desc, "order_lines"."id" desc
limit ?;

-- GET /api/order (of an order)
-- 2 trips, rows: 6 read, 0 written
-- the caller and their role, by session
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel", "number" as "place"
from "order_lines"
where ("order_lines"."order_id" = ? and ("order_lines"."closed_why" is null or "order_lines"."closed_why" =
    'refunded'))
order by "order_lines"."created_at" desc, "order_lines"."id" desc
limit ?;

-- GET /api/order (search)
-- 2 trips, rows: 13 read, 0 written
-- the caller and their role, by session
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel", place as "place"
from (select "order_lines".*, found.at_row as place from (select rowid as at_row from "order_lines_search"
    where "order_lines_search" match ? order by rowid desc limit ?) as found cross join "order_lines" where
    ("order_lines"."number" = found.at_row and ("order_lines"."closed_why" is null or
    "order_lines"."closed_why" = 'refunded')) order by found.at_row desc limit ?) "order_lines"
order by place desc
limit ?;

-- POST /api/order
-- 3 trips, rows: 225 read, 47 written
-- the caller and their role, by session
select "price_cents"
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null);
-- a batch of 11
insert into "orders" ("number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1",
    "line2", "city", "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key") select null, ?, ?, null, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
    ?, null, null, ?, ?, ?, ?, null, null, null, null, ?, ?, null, null, ?, null, null
from (select 1)
where ((select count(*) from json_each(?) join "tools" on json_each.value ->> 'toolId' = "tools"."id" where
    "tools"."archived_at" is null and "tools"."min_order_quantity" <= json_each.value ->> 'quantity' and
    "tools"."quantity" >= json_each.value ->> 'quantity' and "tools"."price_cents" = json_each.value ->>
    'cents') = ? and not exists (select 1 from "orders" where ("orders"."user_id" = ? and
    "orders"."request_key" = ?)) and (select count(*) from "orders" indexed by orders_open_by_user where
    ("orders"."user_id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null)) < ? and
    ((select coalesce(sum("order_lines"."quantity"), 0) from "order_lines" indexed by
    order_lines_holding_by_user where ("order_lines"."user_id" = ? and "order_lines"."transaction_id" is null
    and "order_lines"."closed_at" is null)) + ? <= ? or ? <= (select "tools"."min_order_quantity" from "tools"
    where "tools"."id" = ?)));
update "tools"
set "quantity" = "tools"."quantity" - (select json_each.value ->> 'quantity' from json_each(?) where
    json_each.value ->> 'toolId' = "tools"."id"), "updated_at" = ?
where ("tools"."id" in (select json_each.value ->> 'toolId' from json_each(?)) and exists (select 1 from
    "orders" where "orders"."id" = ?));
insert into "order_lines" ("number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id",
    "tool_name", "image", "unit_price_cents", "quantity", "total_cents", "status", "transaction_id",
    "request_key", "created_at", "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why",
    "refunded_at", "disputed_at", "partner", "currency", "order_id", "refunded_cents", "shipment_id",
    "refund_due_cents", "restocked_at", "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "packed_at", "fit", "changed_at") select null, json_each.value ->> 'id', ?, ?, ?, ?,
    ?, "tools"."id", "tools"."name", "tools"."image", "tools"."price_cents", json_each.value ->> 'quantity',
    "tools"."price_cents" * json_each.value ->> 'quantity', ?, null, ?, ?, ?, null, null, null, null, null,
    null, ?, ?, ?, ?, null, ?, null, null, ?, json_each.value ->> 'shippingCents', json_each.value ->>
    'taxCents', json_each.value ->> 'includedTaxCents', null, json_each.value ->> 'fit', ?
from json_each(?) join "tools" on json_each.value ->> 'toolId' = "tools"."id"
where exists (select 1 from "orders" where "orders"."id" = ?)
order by json_each.key;
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents")
from "order_lines"
where "order_lines"."order_id" = ?;
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where exists (select 1 from "orders" where "orders"."id" = ?)
on conflict do nothing
returning "id", "available_at";
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select lower(hex(randomblob(16))), ?,
    "tools"."id", ?, ?, ?, ?, null, null, null, ?, ?
from json_each(?) join "tools" on json_each.value ->> 'toolId' = "tools"."id"
where "tools"."quantity" <= coalesce("tools"."low_stock", ?) and "tools"."quantity" + (json_each.value ->>
    'quantity') > coalesce("tools"."low_stock", ?) and exists (select 1 from "orders" where "orders"."id" = ?)
on conflict do nothing
returning "id", "available_at";
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."user_id" = ? and "orders"."request_key" = ?);
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."order_id" in (select "id" from "orders" where ("orders"."user_id" = ? and
    "orders"."request_key" = ?))
order by "order_lines"."number";
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where "tools"."id" in (select json_each.value ->> 'toolId' from json_each(?));
select (select count(*) from "orders" indexed by orders_open_by_user where ("orders"."user_id" = ? and
    "orders"."transaction_id" is null and "orders"."closed_at" is null)) as "open_orders", (select
    coalesce(sum("order_lines"."quantity"), 0) from "order_lines" indexed by order_lines_holding_by_user where
    ("order_lines"."user_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at" is
    null)) as "held_pieces"
from (select 1);
update "users"
set "phone" = case when "users"."phone" = '' then ? else "users"."phone" end, "address" = case when
    "users"."address" = '' then ? else "users"."address" end, "updated_at" = ?
where ("users"."id" = ? and ("users"."phone" = ? or "users"."address" = ?) and exists (select 1 from
    "order_lines" where "order_lines"."id" = ?));

-- POST /api/order (more than in stock)
-- 3 trips, rows: 31 read, 0 written
-- the caller and their role, by session
select "price_cents"
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null);
-- a batch of 11
insert into "orders" ("number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1",
    "line2", "city", "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key") select null, ?, ?, null, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
    ?, null, null, ?, ?, ?, ?, null, null, null, null, ?, ?, null, null, ?, null, null
from (select 1)
where ((select count(*) from json_each(?) join "tools" on json_each.value ->> 'toolId' = "tools"."id" where
    "tools"."archived_at" is null and "tools"."min_order_quantity" <= json_each.value ->> 'quantity' and
    "tools"."quantity" >= json_each.value ->> 'quantity' and "tools"."price_cents" = json_each.value ->>
    'cents') = ? and not exists (select 1 from "orders" where ("orders"."user_id" = ? and
    "orders"."request_key" = ?)) and (select count(*) from "orders" indexed by orders_open_by_user where
    ("orders"."user_id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null)) < ? and
    ((select coalesce(sum("order_lines"."quantity"), 0) from "order_lines" indexed by
    order_lines_holding_by_user where ("order_lines"."user_id" = ? and "order_lines"."transaction_id" is null
    and "order_lines"."closed_at" is null)) + ? <= ? or ? <= (select "tools"."min_order_quantity" from "tools"
    where "tools"."id" = ?)));
update "tools"
set "quantity" = "tools"."quantity" - (select json_each.value ->> 'quantity' from json_each(?) where
    json_each.value ->> 'toolId' = "tools"."id"), "updated_at" = ?
where ("tools"."id" in (select json_each.value ->> 'toolId' from json_each(?)) and exists (select 1 from
    "orders" where "orders"."id" = ?));
insert into "order_lines" ("number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id",
    "tool_name", "image", "unit_price_cents", "quantity", "total_cents", "status", "transaction_id",
    "request_key", "created_at", "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why",
    "refunded_at", "disputed_at", "partner", "currency", "order_id", "refunded_cents", "shipment_id",
    "refund_due_cents", "restocked_at", "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "packed_at", "fit", "changed_at") select null, json_each.value ->> 'id', ?, ?, ?, ?,
    ?, "tools"."id", "tools"."name", "tools"."image", "tools"."price_cents", json_each.value ->> 'quantity',
    "tools"."price_cents" * json_each.value ->> 'quantity', ?, null, ?, ?, ?, null, null, null, null, null,
    null, ?, ?, ?, ?, null, ?, null, null, ?, json_each.value ->> 'shippingCents', json_each.value ->>
    'taxCents', json_each.value ->> 'includedTaxCents', null, json_each.value ->> 'fit', ?
from json_each(?) join "tools" on json_each.value ->> 'toolId' = "tools"."id"
where exists (select 1 from "orders" where "orders"."id" = ?)
order by json_each.key;
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents")
from "order_lines"
where "order_lines"."order_id" = ?;
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where exists (select 1 from "orders" where "orders"."id" = ?)
on conflict do nothing
returning "id", "available_at";
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select lower(hex(randomblob(16))), ?,
    "tools"."id", ?, ?, ?, ?, null, null, null, ?, ?
from json_each(?) join "tools" on json_each.value ->> 'toolId' = "tools"."id"
where "tools"."quantity" <= coalesce("tools"."low_stock", ?) and "tools"."quantity" + (json_each.value ->>
    'quantity') > coalesce("tools"."low_stock", ?) and exists (select 1 from "orders" where "orders"."id" = ?)
on conflict do nothing
returning "id", "available_at";
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."user_id" = ? and "orders"."request_key" = ?);
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."order_id" in (select "id" from "orders" where ("orders"."user_id" = ? and
    "orders"."request_key" = ?))
order by "order_lines"."number";
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where "tools"."id" in (select json_each.value ->> 'toolId' from json_each(?));
select (select count(*) from "orders" indexed by orders_open_by_user where ("orders"."user_id" = ? and
    "orders"."transaction_id" is null and "orders"."closed_at" is null)) as "open_orders", (select
    coalesce(sum("order_lines"."quantity"), 0) from "order_lines" indexed by order_lines_holding_by_user where
    ("order_lines"."user_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at" is
    null)) as "held_pieces"
from (select 1);
update "users"
set "phone" = case when "users"."phone" = '' then ? else "users"."phone" end, "address" = case when
    "users"."address" = '' then ? else "users"."address" end, "updated_at" = ?
where ("users"."id" = ? and ("users"."phone" = ? or "users"."address" = ?) and exists (select 1 from
    "order_lines" where "order_lines"."id" = ?));

-- POST /api/order (repeated)
-- 3 trips, rows: 33 read, 0 written
-- the caller and their role, by session
select "price_cents"
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null);
-- a batch of 11
insert into "orders" ("number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1",
    "line2", "city", "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key") select null, ?, ?, null, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
    ?, null, null, ?, ?, ?, ?, null, null, null, null, ?, ?, null, null, ?, null, null
from (select 1)
where ((select count(*) from json_each(?) join "tools" on json_each.value ->> 'toolId' = "tools"."id" where
    "tools"."archived_at" is null and "tools"."min_order_quantity" <= json_each.value ->> 'quantity' and
    "tools"."quantity" >= json_each.value ->> 'quantity' and "tools"."price_cents" = json_each.value ->>
    'cents') = ? and not exists (select 1 from "orders" where ("orders"."user_id" = ? and
    "orders"."request_key" = ?)) and (select count(*) from "orders" indexed by orders_open_by_user where
    ("orders"."user_id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null)) < ? and
    ((select coalesce(sum("order_lines"."quantity"), 0) from "order_lines" indexed by
    order_lines_holding_by_user where ("order_lines"."user_id" = ? and "order_lines"."transaction_id" is null
    and "order_lines"."closed_at" is null)) + ? <= ? or ? <= (select "tools"."min_order_quantity" from "tools"
    where "tools"."id" = ?)));
update "tools"
set "quantity" = "tools"."quantity" - (select json_each.value ->> 'quantity' from json_each(?) where
    json_each.value ->> 'toolId' = "tools"."id"), "updated_at" = ?
where ("tools"."id" in (select json_each.value ->> 'toolId' from json_each(?)) and exists (select 1 from
    "orders" where "orders"."id" = ?));
insert into "order_lines" ("number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id",
    "tool_name", "image", "unit_price_cents", "quantity", "total_cents", "status", "transaction_id",
    "request_key", "created_at", "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why",
    "refunded_at", "disputed_at", "partner", "currency", "order_id", "refunded_cents", "shipment_id",
    "refund_due_cents", "restocked_at", "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "packed_at", "fit", "changed_at") select null, json_each.value ->> 'id', ?, ?, ?, ?,
    ?, "tools"."id", "tools"."name", "tools"."image", "tools"."price_cents", json_each.value ->> 'quantity',
    "tools"."price_cents" * json_each.value ->> 'quantity', ?, null, ?, ?, ?, null, null, null, null, null,
    null, ?, ?, ?, ?, null, ?, null, null, ?, json_each.value ->> 'shippingCents', json_each.value ->>
    'taxCents', json_each.value ->> 'includedTaxCents', null, json_each.value ->> 'fit', ?
from json_each(?) join "tools" on json_each.value ->> 'toolId' = "tools"."id"
where exists (select 1 from "orders" where "orders"."id" = ?)
order by json_each.key;
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents")
from "order_lines"
where "order_lines"."order_id" = ?;
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where exists (select 1 from "orders" where "orders"."id" = ?)
on conflict do nothing
returning "id", "available_at";
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select lower(hex(randomblob(16))), ?,
    "tools"."id", ?, ?, ?, ?, null, null, null, ?, ?
from json_each(?) join "tools" on json_each.value ->> 'toolId' = "tools"."id"
where "tools"."quantity" <= coalesce("tools"."low_stock", ?) and "tools"."quantity" + (json_each.value ->>
    'quantity') > coalesce("tools"."low_stock", ?) and exists (select 1 from "orders" where "orders"."id" = ?)
on conflict do nothing
returning "id", "available_at";
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."user_id" = ? and "orders"."request_key" = ?);
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."order_id" in (select "id" from "orders" where ("orders"."user_id" = ? and
    "orders"."request_key" = ?))
order by "order_lines"."number";
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where "tools"."id" in (select json_each.value ->> 'toolId' from json_each(?));
select (select count(*) from "orders" indexed by orders_open_by_user where ("orders"."user_id" = ? and
    "orders"."transaction_id" is null and "orders"."closed_at" is null)) as "open_orders", (select
    coalesce(sum("order_lines"."quantity"), 0) from "order_lines" indexed by order_lines_holding_by_user where
    ("order_lines"."user_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at" is
    null)) as "held_pieces"
from (select 1);
update "users"
set "phone" = case when "users"."phone" = '' then ? else "users"."phone" end, "address" = case when
    "users"."address" = '' then ? else "users"."address" end, "updated_at" = ?
where ("users"."id" = ? and ("users"."phone" = ? or "users"."address" = ?) and exists (select 1 from
    "order_lines" where "order_lines"."id" = ?));

-- PUT /api/order
-- 3 trips, rows: 173 read, 18 written
-- the caller and their role, by session
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where ("order_lines"."id" = ? and ("order_lines"."closed_why" is null or "order_lines"."closed_why" =
    'refunded'));
-- a batch of 3
update "order_lines"
set "status" = ?, "shipped_at" = ?
where ("order_lines"."id" = ? and (("order_lines"."transaction_id" is not null and "order_lines"."closed_at"
    is null) and "order_lines"."status" = 'Pending' and "order_lines"."refunded_cents" = 0 and
    "order_lines"."refund_due_cents" = 0 and "order_lines"."refunded_at" is null and
    "order_lines"."restocked_at" is null and "order_lines"."cancelled_at" is null and
    "order_lines"."disputed_at" is null))
returning "id";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, "order_lines"."tool_name", ?, "order_lines"."quantity", ?, "order_lines"."total_cents")
from "order_lines"
where ("order_lines"."id" = ? and changes() = 1);
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where changes() = 1
on conflict do nothing
returning "id", "available_at";

-- GET /api/order/[id]
-- 2 trips, rows: 3 read, 0 written
-- the caller and their role, by session
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where ("order_lines"."id" = ? and ("order_lines"."closed_why" is null or "order_lines"."closed_why" =
    'refunded') and "order_lines"."user_id" = ?);

-- PATCH /api/order/[id]
-- 3 trips, rows: 205 read, 42 written
-- the caller and their role, by session
-- a batch of 2
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where ("order_lines"."id" = ? and "order_lines"."user_id" = ? and ("order_lines"."closed_why" is null or
    "order_lines"."closed_why" = 'refunded'));
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?));
-- a batch of 6
update "orders"
set "payment_intent_id" = ?, "transaction_id" = ?, "paid_at" = ?, "tax_due_at" = case when
    "orders"."tax_calculation_id" is not null then ? end
where ("orders"."id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null and
    "orders"."total_cents" = ?);
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents")
from "order_lines"
where (("order_lines"."order_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is null) and exists (select 1 from "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?));
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where exists (select 1 from "order_lines" where (("order_lines"."order_id" = ? and
    "order_lines"."transaction_id" is null and "order_lines"."closed_at" is null) and exists (select 1 from
    "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?)))
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "transaction_id" = ?, "paid_at" = ?
where (("order_lines"."order_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is null) and exists (select 1 from "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?));
update "outbox"
set "due_at" = ?, "leased_until" = ?, "done_at" = ?, "outcome" = ?
where ("outbox"."subject_id" = ? and "outbox"."kind" in (?, ?) and "outbox"."done_at" is null and
    ("outbox"."leased_until" is null or "outbox"."leased_until" <= ?) and exists (select 1 from "orders" where
    "orders"."id" = ? and "orders"."transaction_id" = ?));
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."id" = ?;

-- PATCH /api/order/[id] (of a guest)
-- 2 trips, rows: 363 read, 72 written
-- a batch of 2
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where ("order_lines"."id" = ? and exists (select 1 from "orders" where "orders"."id" =
    "order_lines"."order_id" and "orders"."access_token_hash" in (?)) and ("order_lines"."closed_why" is null
    or "order_lines"."closed_why" = 'refunded'));
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?));
-- a batch of 6
update "orders"
set "payment_intent_id" = ?, "transaction_id" = ?, "paid_at" = ?, "tax_due_at" = case when
    "orders"."tax_calculation_id" is not null then ? end
where ("orders"."id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null and
    "orders"."total_cents" = ?);
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents")
from "order_lines"
where (("order_lines"."order_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is null) and exists (select 1 from "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?));
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where exists (select 1 from "order_lines" where (("order_lines"."order_id" = ? and
    "order_lines"."transaction_id" is null and "order_lines"."closed_at" is null) and exists (select 1 from
    "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?)))
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "transaction_id" = ?, "paid_at" = ?
where (("order_lines"."order_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is null) and exists (select 1 from "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?));
update "outbox"
set "due_at" = ?, "leased_until" = ?, "done_at" = ?, "outcome" = ?
where ("outbox"."subject_id" = ? and "outbox"."kind" in (?, ?) and "outbox"."done_at" is null and
    ("outbox"."leased_until" is null or "outbox"."leased_until" <= ?) and exists (select 1 from "orders" where
    "orders"."id" = ? and "orders"."transaction_id" = ?));
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."id" = ?;

-- POST /api/order/[id]/cancel
-- 8 trips, rows: fewer than 400 read, 56 written
-- the caller and their role, by session
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where ("order_lines"."id" = ? and ("order_lines"."closed_why" is null or "order_lines"."closed_why" =
    'refunded') and "order_lines"."user_id" = ?);
-- a batch of 3
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."transaction_id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."transaction_id" = ?
order by "order_lines"."number";
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."intent_id" = ?;
-- a batch of 7
insert into "line_refunds" ("id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note",
    "restock", "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at",
    "done_at", "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures") select
    ?, ?, "order_lines"."order_id", ?, ?, ?, ?, "order_lines"."restocked_at" is null, null, ?, ?, ?, ?, ?,
    null, ?, ?, null, null, null, ?
from "order_lines"
where "order_lines"."id" = ? and ("order_lines"."transaction_id" is not null and "order_lines"."closed_at" is
    null) and "order_lines"."status" = 'Pending' and "order_lines"."cancelled_at" is null and
    "order_lines"."disputed_at" is null and (select coalesce(sum("line_refunds"."amount_cents"), 0) from
    "line_refunds" where "line_refunds"."line_id" = ? and "line_refunds"."status" <> 'failed') + ? <= ?
on conflict do nothing
returning "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, "order_lines"."tool_name", ?, ?, ?, ?, ?, ?, ?, ?)
from "order_lines"
where "order_lines"."id" = ? and exists (select 1 from "line_refunds" where "line_refunds"."id" = ?);
update "tools"
set "quantity" = "tools"."quantity" + ?, "updated_at" = ?
where ("tools"."id" = ? and exists (select 1 from "line_refunds" where "line_refunds"."id" = ? and
    "line_refunds"."restock"));
update "order_lines"
set "restocked_at" = ?
where ("order_lines"."id" = ? and "order_lines"."restocked_at" is null and exists (select 1 from
    "line_refunds" where "line_refunds"."id" = ? and "line_refunds"."restock"));
update "order_lines"
set "cancelled_at" = ?
where ("order_lines"."id" = ? and "order_lines"."cancelled_at" is null and exists (select 1 from
    "line_refunds" where "line_refunds"."id" = ?));
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where exists (select 1 from "line_refunds" where "line_refunds"."id" = ?)
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "refunded_at" = case when (select coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds"
    where "line_refunds"."line_id" = "order_lines"."id" and "line_refunds"."status" = ?) >= ? then
    coalesce("order_lines"."refunded_at", ?) end, "refunded_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_due_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_failed_cents" = coalesce((select
    "line_refunds"."amount_cents" * ("line_refunds"."status" = 'failed') from "line_refunds" where
    "line_refunds"."line_id" = "order_lines"."id" order by "line_refunds"."created_at" desc,
    "line_refunds".rowid desc limit 1), 0)
where "order_lines"."id" = ?;
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where ("line_refunds"."id" = ? and "line_refunds"."status" = ?);
-- a batch of 3
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."transaction_id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."transaction_id" = ?
order by "order_lines"."number";
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."intent_id" = ?;
-- a batch of 4
update "line_refunds"
set "stripe_refund_id" = ?, "status" = ?, "done_at" = ?, "retry_at" = ?, "tax_due_at" = case when exists
    (select 1 from "orders" where "orders"."id" = ? and "orders"."tax_calculation_id" is not null) then ? end
where ("line_refunds"."id" = ? and "line_refunds"."status" = ?)
returning "id", "tax_due_at";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, "order_lines"."tool_name", ?, "order_lines"."quantity", ?, ?)
from "order_lines"
where ("order_lines"."id" = ? and exists (select 1 from "line_refunds" where "line_refunds"."stripe_refund_id"
    = ? and "line_refunds"."status" = 'done'))
on conflict do nothing;
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where changes() = 1 and false
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "refunded_at" = case when (select coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds"
    where "line_refunds"."line_id" = "order_lines"."id" and "line_refunds"."status" = ?) >= ? then
    coalesce("order_lines"."refunded_at", ?) end, "refunded_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_due_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_failed_cents" = coalesce((select
    "line_refunds"."amount_cents" * ("line_refunds"."status" = 'failed') from "line_refunds" where
    "line_refunds"."line_id" = "order_lines"."id" order by "line_refunds"."created_at" desc,
    "line_refunds".rowid desc limit 1), 0)
where "order_lines"."id" = ?;
-- a batch of 2
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where "order_lines"."id" = ?;

-- POST /api/order/[id]/cancel (of a guest)
-- 7 trips, rows: fewer than 400 read, 54 written
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where ("order_lines"."id" = ? and ("order_lines"."closed_why" is null or "order_lines"."closed_why" =
    'refunded') and exists (select 1 from "orders" where "orders"."id" = "order_lines"."order_id" and
    "orders"."access_token_hash" in (?)));
-- a batch of 3
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."transaction_id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."transaction_id" = ?
order by "order_lines"."number";
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."intent_id" = ?;
-- a batch of 7
insert into "line_refunds" ("id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note",
    "restock", "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at",
    "done_at", "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures") select
    ?, ?, "order_lines"."order_id", ?, ?, ?, ?, "order_lines"."restocked_at" is null, null, ?, ?, ?, ?, ?,
    null, ?, ?, null, null, null, ?
from "order_lines"
where "order_lines"."id" = ? and ("order_lines"."transaction_id" is not null and "order_lines"."closed_at" is
    null) and "order_lines"."status" = 'Pending' and "order_lines"."cancelled_at" is null and
    "order_lines"."disputed_at" is null and (select coalesce(sum("line_refunds"."amount_cents"), 0) from
    "line_refunds" where "line_refunds"."line_id" = ? and "line_refunds"."status" <> 'failed') + ? <= ?
on conflict do nothing
returning "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, "order_lines"."tool_name", ?, ?, ?, ?, ?, ?, ?, ?)
from "order_lines"
where "order_lines"."id" = ? and exists (select 1 from "line_refunds" where "line_refunds"."id" = ?);
update "tools"
set "quantity" = "tools"."quantity" + ?, "updated_at" = ?
where ("tools"."id" = ? and exists (select 1 from "line_refunds" where "line_refunds"."id" = ? and
    "line_refunds"."restock"));
update "order_lines"
set "restocked_at" = ?
where ("order_lines"."id" = ? and "order_lines"."restocked_at" is null and exists (select 1 from
    "line_refunds" where "line_refunds"."id" = ? and "line_refunds"."restock"));
update "order_lines"
set "cancelled_at" = ?
where ("order_lines"."id" = ? and "order_lines"."cancelled_at" is null and exists (select 1 from
    "line_refunds" where "line_refunds"."id" = ?));
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where exists (select 1 from "line_refunds" where "line_refunds"."id" = ?)
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "refunded_at" = case when (select coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds"
    where "line_refunds"."line_id" = "order_lines"."id" and "line_refunds"."status" = ?) >= ? then
    coalesce("order_lines"."refunded_at", ?) end, "refunded_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_due_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_failed_cents" = coalesce((select
    "line_refunds"."amount_cents" * ("line_refunds"."status" = 'failed') from "line_refunds" where
    "line_refunds"."line_id" = "order_lines"."id" order by "line_refunds"."created_at" desc,
    "line_refunds".rowid desc limit 1), 0)
where "order_lines"."id" = ?;
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where ("line_refunds"."id" = ? and "line_refunds"."status" = ?);
-- a batch of 3
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."transaction_id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."transaction_id" = ?
order by "order_lines"."number";
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."intent_id" = ?;
-- a batch of 4
update "line_refunds"
set "stripe_refund_id" = ?, "status" = ?, "done_at" = ?, "retry_at" = ?, "tax_due_at" = case when exists
    (select 1 from "orders" where "orders"."id" = ? and "orders"."tax_calculation_id" is not null) then ? end
where ("line_refunds"."id" = ? and "line_refunds"."status" = ?)
returning "id", "tax_due_at";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, "order_lines"."tool_name", ?, "order_lines"."quantity", ?, ?)
from "order_lines"
where ("order_lines"."id" = ? and exists (select 1 from "line_refunds" where "line_refunds"."stripe_refund_id"
    = ? and "line_refunds"."status" = 'done'))
on conflict do nothing;
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where changes() = 1 and false
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "refunded_at" = case when (select coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds"
    where "line_refunds"."line_id" = "order_lines"."id" and "line_refunds"."status" = ?) >= ? then
    coalesce("order_lines"."refunded_at", ?) end, "refunded_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_due_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_failed_cents" = coalesce((select
    "line_refunds"."amount_cents" * ("line_refunds"."status" = 'failed') from "line_refunds" where
    "line_refunds"."line_id" = "order_lines"."id" order by "line_refunds"."created_at" desc,
    "line_refunds".rowid desc limit 1), 0)
where "order_lines"."id" = ?;
-- a batch of 2
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where "order_lines"."id" = ?;

-- POST /api/order/[id]/note
-- 2 trips, rows: 7 read, 4 written
-- the caller and their role, by session
insert into "order_notes" ("id", "order_id", "author_id", "text", "created_at") select ?, "orders"."id", ?, ?,
    ?
from "orders"
where ("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?))
returning "id";

-- PUT /api/order/[id]/packed
-- 2 trips, rows: 6 read, 3 written
-- the caller and their role, by session
-- a batch of 2
update "order_lines"
set "packed_at" = ?
where ("order_lines"."id" = ? and (("order_lines"."transaction_id" is not null and "order_lines"."closed_at"
    is null) and "order_lines"."status" = 'Pending' and "order_lines"."refunded_cents" = 0 and
    "order_lines"."refund_due_cents" = 0 and "order_lines"."refunded_at" is null and
    "order_lines"."restocked_at" is null and "order_lines"."cancelled_at" is null and
    "order_lines"."disputed_at" is null) and "order_lines"."packed_at" is null)
returning "id";
select (("order_lines"."transaction_id" is not null and "order_lines"."closed_at" is null) and
    "order_lines"."status" = 'Pending' and "order_lines"."refunded_cents" = 0 and
    "order_lines"."refund_due_cents" = 0 and "order_lines"."refunded_at" is null and
    "order_lines"."restocked_at" is null and "order_lines"."cancelled_at" is null and
    "order_lines"."disputed_at" is null)
from "order_lines"
where ("order_lines"."id" = ? and ("order_lines"."closed_why" is null or "order_lines"."closed_why" =
    'refunded'));

-- POST /api/order/[id]/refund
-- 8 trips, rows: fewer than 300 read, 40 written
-- the caller and their role, by session
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where ("order_lines"."id" = ? and ("order_lines"."closed_why" is null or "order_lines"."closed_why" =
    'refunded'));
-- a batch of 3
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."transaction_id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."transaction_id" = ?
order by "order_lines"."number";
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."intent_id" = ?;
-- a batch of 7
insert into "line_refunds" ("id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note",
    "restock", "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at",
    "done_at", "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures") select
    ?, ?, "order_lines"."order_id", ?, ?, ?, ?, ?, null, ?, ?, ?, ?, ?, null, ?, ?, null, null, null, ?
from "order_lines"
where "order_lines"."id" = ? and ("order_lines"."transaction_id" is not null and "order_lines"."closed_at" is
    null) and "order_lines"."disputed_at" is null and (select coalesce(sum("line_refunds"."amount_cents"), 0)
    from "line_refunds" where "line_refunds"."line_id" = ? and "line_refunds"."status" <> 'failed') + ? <= ?
on conflict do nothing
returning "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, "order_lines"."tool_name", ?, ?, ?, ?, ?, ?, ?, ?)
from "order_lines"
where "order_lines"."id" = ? and exists (select 1 from "line_refunds" where "line_refunds"."id" = ?);
update "tools"
set "quantity" = "tools"."quantity" + ?, "updated_at" = ?
where ("tools"."id" = ? and exists (select 1 from "line_refunds" where "line_refunds"."id" = ? and
    "line_refunds"."restock"));
update "order_lines"
set "restocked_at" = ?
where ("order_lines"."id" = ? and "order_lines"."restocked_at" is null and exists (select 1 from
    "line_refunds" where "line_refunds"."id" = ? and "line_refunds"."restock"));
update "order_lines"
set "cancelled_at" = ?
where ("order_lines"."id" = ? and "order_lines"."cancelled_at" is null and false);
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where false
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "refunded_at" = case when (select coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds"
    where "line_refunds"."line_id" = "order_lines"."id" and "line_refunds"."status" = ?) >= ? then
    coalesce("order_lines"."refunded_at", ?) end, "refunded_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_due_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_failed_cents" = coalesce((select
    "line_refunds"."amount_cents" * ("line_refunds"."status" = 'failed') from "line_refunds" where
    "line_refunds"."line_id" = "order_lines"."id" order by "line_refunds"."created_at" desc,
    "line_refunds".rowid desc limit 1), 0)
where "order_lines"."id" = ?;
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where ("line_refunds"."id" = ? and "line_refunds"."status" = ?);
-- a batch of 3
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."transaction_id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."transaction_id" = ?
order by "order_lines"."number";
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."intent_id" = ?;
-- a batch of 4
update "line_refunds"
set "stripe_refund_id" = ?, "status" = ?, "done_at" = ?, "retry_at" = ?, "tax_due_at" = case when exists
    (select 1 from "orders" where "orders"."id" = ? and "orders"."tax_calculation_id" is not null) then ? end
where ("line_refunds"."id" = ? and "line_refunds"."status" = ?)
returning "id", "tax_due_at";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, "order_lines"."tool_name", ?, "order_lines"."quantity", ?, ?)
from "order_lines"
where ("order_lines"."id" = ? and exists (select 1 from "line_refunds" where "line_refunds"."stripe_refund_id"
    = ? and "line_refunds"."status" = 'done'))
on conflict do nothing;
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where changes() = 1
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "refunded_at" = case when (select coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds"
    where "line_refunds"."line_id" = "order_lines"."id" and "line_refunds"."status" = ?) >= ? then
    coalesce("order_lines"."refunded_at", ?) end, "refunded_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_due_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_failed_cents" = coalesce((select
    "line_refunds"."amount_cents" * ("line_refunds"."status" = 'failed') from "line_refunds" where
    "line_refunds"."line_id" = "order_lines"."id" order by "line_refunds"."created_at" desc,
    "line_refunds".rowid desc limit 1), 0)
where "order_lines"."id" = ?;
-- a batch of 2
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where "order_lines"."id" = ?;

-- POST /api/order/[id]/refund (with restock)
-- 8 trips, rows: fewer than 400 read, 53 written
-- the caller and their role, by session
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where ("order_lines"."id" = ? and ("order_lines"."closed_why" is null or "order_lines"."closed_why" =
    'refunded'));
-- a batch of 3
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."transaction_id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."transaction_id" = ?
order by "order_lines"."number";
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."intent_id" = ?;
-- a batch of 7
insert into "line_refunds" ("id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note",
    "restock", "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at",
    "done_at", "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures") select
    ?, ?, "order_lines"."order_id", ?, ?, ?, ?, "order_lines"."restocked_at" is null, null, ?, ?, ?, ?, ?,
    null, ?, ?, null, null, null, ?
from "order_lines"
where "order_lines"."id" = ? and ("order_lines"."transaction_id" is not null and "order_lines"."closed_at" is
    null) and "order_lines"."disputed_at" is null and (select coalesce(sum("line_refunds"."amount_cents"), 0)
    from "line_refunds" where "line_refunds"."line_id" = ? and "line_refunds"."status" <> 'failed') + ? <= ?
on conflict do nothing
returning "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, "order_lines"."tool_name", ?, ?, ?, ?, ?, ?, ?, ?)
from "order_lines"
where "order_lines"."id" = ? and exists (select 1 from "line_refunds" where "line_refunds"."id" = ?);
update "tools"
set "quantity" = "tools"."quantity" + ?, "updated_at" = ?
where ("tools"."id" = ? and exists (select 1 from "line_refunds" where "line_refunds"."id" = ? and
    "line_refunds"."restock"));
update "order_lines"
set "restocked_at" = ?
where ("order_lines"."id" = ? and "order_lines"."restocked_at" is null and exists (select 1 from
    "line_refunds" where "line_refunds"."id" = ? and "line_refunds"."restock"));
update "order_lines"
set "cancelled_at" = ?
where ("order_lines"."id" = ? and "order_lines"."cancelled_at" is null and false);
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where false
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "refunded_at" = case when (select coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds"
    where "line_refunds"."line_id" = "order_lines"."id" and "line_refunds"."status" = ?) >= ? then
    coalesce("order_lines"."refunded_at", ?) end, "refunded_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_due_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_failed_cents" = coalesce((select
    "line_refunds"."amount_cents" * ("line_refunds"."status" = 'failed') from "line_refunds" where
    "line_refunds"."line_id" = "order_lines"."id" order by "line_refunds"."created_at" desc,
    "line_refunds".rowid desc limit 1), 0)
where "order_lines"."id" = ?;
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where ("line_refunds"."id" = ? and "line_refunds"."status" = ?);
-- a batch of 3
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."transaction_id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."transaction_id" = ?
order by "order_lines"."number";
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."intent_id" = ?;
-- a batch of 4
update "line_refunds"
set "stripe_refund_id" = ?, "status" = ?, "done_at" = ?, "retry_at" = ?, "tax_due_at" = case when exists
    (select 1 from "orders" where "orders"."id" = ? and "orders"."tax_calculation_id" is not null) then ? end
where ("line_refunds"."id" = ? and "line_refunds"."status" = ?)
returning "id", "tax_due_at";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, "order_lines"."tool_name", ?, "order_lines"."quantity", ?, ?)
from "order_lines"
where ("order_lines"."id" = ? and exists (select 1 from "line_refunds" where "line_refunds"."stripe_refund_id"
    = ? and "line_refunds"."status" = 'done'))
on conflict do nothing;
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where changes() = 1
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "refunded_at" = case when (select coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds"
    where "line_refunds"."line_id" = "order_lines"."id" and "line_refunds"."status" = ?) >= ? then
    coalesce("order_lines"."refunded_at", ?) end, "refunded_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_due_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_failed_cents" = coalesce((select
    "line_refunds"."amount_cents" * ("line_refunds"."status" = 'failed') from "line_refunds" where
    "line_refunds"."line_id" = "order_lines"."id" order by "line_refunds"."created_at" desc,
    "line_refunds".rowid desc limit 1), 0)
where "order_lines"."id" = ?;
-- a batch of 2
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where "order_lines"."id" = ?;

-- POST /api/order/[id]/refund/retry
-- 9 trips, rows: fewer than 500 read, 53 written
-- the caller and their role, by session
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where ("order_lines"."id" = ? and ("order_lines"."closed_why" is null or "order_lines"."closed_why" =
    'refunded'));
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."line_id" = ?
order by "line_refunds"."created_at" desc, rowid desc
limit ?;
-- a batch of 3
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."transaction_id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."transaction_id" = ?
order by "order_lines"."number";
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."intent_id" = ?;
-- a batch of 7
insert into "line_refunds" ("id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note",
    "restock", "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at",
    "done_at", "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures") select
    ?, ?, "order_lines"."order_id", ?, ?, ?, ?, "order_lines"."restocked_at" is null, null, ?, ?, ?, ?, ?,
    null, ?, ?, null, null, null, ?
from "order_lines"
where "order_lines"."id" = ? and ("order_lines"."transaction_id" is not null and "order_lines"."closed_at" is
    null) and "order_lines"."disputed_at" is null and (select coalesce(sum("line_refunds"."amount_cents"), 0)
    from "line_refunds" where "line_refunds"."line_id" = ? and "line_refunds"."status" <> 'failed') + ? <= ?
on conflict do nothing
returning "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, "order_lines"."tool_name", ?, ?, ?, ?, ?, ?, ?, ?)
from "order_lines"
where "order_lines"."id" = ? and exists (select 1 from "line_refunds" where "line_refunds"."id" = ?);
update "tools"
set "quantity" = "tools"."quantity" + ?, "updated_at" = ?
where ("tools"."id" = ? and exists (select 1 from "line_refunds" where "line_refunds"."id" = ? and
    "line_refunds"."restock"));
update "order_lines"
set "restocked_at" = ?
where ("order_lines"."id" = ? and "order_lines"."restocked_at" is null and exists (select 1 from
    "line_refunds" where "line_refunds"."id" = ? and "line_refunds"."restock"));
update "order_lines"
set "cancelled_at" = ?
where ("order_lines"."id" = ? and "order_lines"."cancelled_at" is null and false);
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where false
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "refunded_at" = case when (select coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds"
    where "line_refunds"."line_id" = "order_lines"."id" and "line_refunds"."status" = ?) >= ? then
    coalesce("order_lines"."refunded_at", ?) end, "refunded_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_due_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_failed_cents" = coalesce((select
    "line_refunds"."amount_cents" * ("line_refunds"."status" = 'failed') from "line_refunds" where
    "line_refunds"."line_id" = "order_lines"."id" order by "line_refunds"."created_at" desc,
    "line_refunds".rowid desc limit 1), 0)
where "order_lines"."id" = ?;
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where ("line_refunds"."id" = ? and "line_refunds"."status" = ?);
-- a batch of 3
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."transaction_id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."transaction_id" = ?
order by "order_lines"."number";
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."intent_id" = ?;
-- a batch of 4
update "line_refunds"
set "stripe_refund_id" = ?, "status" = ?, "done_at" = ?, "retry_at" = ?, "tax_due_at" = case when exists
    (select 1 from "orders" where "orders"."id" = ? and "orders"."tax_calculation_id" is not null) then ? end
where ("line_refunds"."id" = ? and "line_refunds"."status" = ?)
returning "id", "tax_due_at";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, "order_lines"."tool_name", ?, "order_lines"."quantity", ?, ?)
from "order_lines"
where ("order_lines"."id" = ? and exists (select 1 from "line_refunds" where "line_refunds"."stripe_refund_id"
    = ? and "line_refunds"."status" = 'done'))
on conflict do nothing;
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where changes() = 1
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "refunded_at" = case when (select coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds"
    where "line_refunds"."line_id" = "order_lines"."id" and "line_refunds"."status" = ?) >= ? then
    coalesce("order_lines"."refunded_at", ?) end, "refunded_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_due_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_failed_cents" = coalesce((select
    "line_refunds"."amount_cents" * ("line_refunds"."status" = 'failed') from "line_refunds" where
    "line_refunds"."line_id" = "order_lines"."id" order by "line_refunds"."created_at" desc,
    "line_refunds".rowid desc limit 1), 0)
where "order_lines"."id" = ?;
-- a batch of 2
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where "order_lines"."id" = ?;

-- GET /api/purchase/[id]
-- 1 trip, rows: 1 read, 0 written
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null);

-- DELETE /api/rating
-- 2 trips, rows: 17 read, 23 written
-- the caller and their role, by session
-- a batch of 3
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?,
    "reviews"."id", json_object(?, coalesce((select "tools"."name" from "tools" where "tools"."id" =
    "reviews"."tool_id"), 'the shop'), ?, "reviews"."rating")
from "reviews"
where ("reviews"."id" = ? and "reviews"."user_id" = ?)
order by "reviews"."created_at" desc
limit 1;
delete
from "reviews"
where ("reviews"."id" = ? and "reviews"."user_id" = ?)
returning "tool_id";
select "id"
from "reviews"
where "reviews"."id" = ?;

-- GET /api/rating
-- 1 trip, rows: 3 read, 0 written
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug"
from "reviews"
left join "tools" on ("tools"."id" = "reviews"."tool_id" and "tools"."archived_at" is null)
where "reviews"."hidden_at" is null
order by "reviews"."created_at" desc, "reviews"."id" desc
limit ?;

-- GET /api/rating (changed since)
-- 1 trip, rows: 3 read, 0 written
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug", "reviews"."changed_at"
from "reviews"
left join "tools" on ("tools"."id" = "reviews"."tool_id" and "tools"."archived_at" is null)
where ("reviews"."hidden_at" is null and "reviews"."changed_at" >= ?)
order by "reviews"."changed_at" asc, "reviews"."id" asc
limit ?;

-- GET /api/rating (further on)
-- 1 trip, rows: 3 read, 0 written
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug"
from "reviews"
left join "tools" on ("tools"."id" = "reviews"."tool_id" and "tools"."archived_at" is null)
where (("reviews"."created_at", "reviews"."id") < (?, ?) and "reviews"."hidden_at" is null)
order by "reviews"."created_at" desc, "reviews"."id" desc
limit ?;

-- POST /api/rating
-- 4 trips, rows: 22 read, 35 written
-- the caller and their role, by session
-- a batch of 3
update "images"
set "created_at" = ?
where ("images"."key" = ? and "images"."deleting_at" is null and ("images"."owner_id" = ? or exists (select 1
    from "image_uploaders" where ("image_uploaders"."key" = ? and "image_uploaders"."user_id" = ?))))
returning "key";
select "id"
from "tools"
where "tools"."id" = ?;
select "id"
from "order_lines"
where ("order_lines"."user_id" = ? and "order_lines"."tool_id" = ? and ("order_lines"."transaction_id" is not
    null and "order_lines"."closed_at" is null))
limit ?;
insert into "account_attempts" ("account", "attempts", "ends_at")
values (?, ?, ?)
on conflict ("account_attempts"."account") do update
set "attempts" = case when "account_attempts"."ends_at" <= ? then 1 else "account_attempts"."attempts" + 1
    end, "ends_at" = case when "account_attempts"."ends_at" <= ? then ? else "account_attempts"."ends_at" end
returning "attempts", "ends_at";
-- a batch of 4
insert into "reviews" ("id", "user_id", "author", "rating", "image", "description", "tool_id", "line_id",
    "created_at", "hidden_at", "hidden_reason", "answer", "answered_at", "queued_at", "reported_at",
    "reports", "changed_at")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, null, null, null, null, ?, null, ?, ?);
update "reviews"
set "hidden_at" = (select earlier.hidden_at from reviews as earlier where earlier.user_id = ? and
    earlier.tool_id = ? and earlier.id <> ? and earlier.hidden_at is not null limit 1), "hidden_reason" =
    (select earlier.hidden_reason from reviews as earlier where earlier.user_id = ? and earlier.tool_id = ?
    and earlier.id <> ? and earlier.hidden_at is not null limit 1)
where ("reviews"."id" = ? and (select 1 from reviews as earlier where earlier.user_id = ? and earlier.tool_id
    = ? and earlier.id <> ? and earlier.hidden_at is not null limit 1) = 1)
returning "id";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?,
    "reviews"."id", json_object(?, coalesce((select "tools"."name" from "tools" where "tools"."id" =
    "reviews"."tool_id"), 'the shop'), ?, ?, ?, "reviews"."rating")
from "reviews"
where ("reviews"."user_id" = ? and "reviews"."tool_id" = ? and "reviews"."id" <> ?)
order by "reviews"."created_at" desc
limit 1;
delete
from "reviews"
where ("reviews"."user_id" = ? and "reviews"."tool_id" = ? and "reviews"."id" <> ?);

-- POST /api/rating (of the shop)
-- 4 trips, rows: 7 read, 21 written
-- the caller and their role, by session
-- a batch of 3
update "images"
set "created_at" = ?
where ("images"."key" = ? and "images"."deleting_at" is null and ("images"."owner_id" = ? or exists (select 1
    from "image_uploaders" where ("image_uploaders"."key" = ? and "image_uploaders"."user_id" = ?))))
returning "key";
select "id"
from "tools"
where "tools"."id" = ?;
select "id"
from "order_lines"
where ("order_lines"."user_id" = ? and "order_lines"."tool_id" = ? and ("order_lines"."transaction_id" is not
    null and "order_lines"."closed_at" is null))
limit ?;
insert into "account_attempts" ("account", "attempts", "ends_at")
values (?, ?, ?)
on conflict ("account_attempts"."account") do update
set "attempts" = case when "account_attempts"."ends_at" <= ? then 1 else "account_attempts"."attempts" + 1
    end, "ends_at" = case when "account_attempts"."ends_at" <= ? then ? else "account_attempts"."ends_at" end
returning "attempts", "ends_at";
insert into "reviews" ("id", "user_id", "author", "rating", "image", "description", "tool_id", "line_id",
    "created_at", "hidden_at", "hidden_reason", "answer", "answered_at", "queued_at", "reported_at",
    "reports", "changed_at")
values (?, ?, ?, ?, ?, ?, null, null, ?, null, null, null, null, ?, null, ?, ?);

-- PATCH /api/rating/[id] (answered)
-- 2 trips, rows: 9 read, 8 written
-- the caller and their role, by session
-- a batch of 3
update "reviews"
set "answer" = ?, "answered_at" = ?, "queued_at" = iif("reviews"."reported_at" is null, null,
    "reviews"."queued_at")
where ("reviews"."id" = ? and "reviews"."answer" is not ?);
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?,
    "reviews"."id", json_object(?, coalesce((select "tools"."name" from "tools" where "tools"."id" =
    "reviews"."tool_id"), 'the shop'), ?, "reviews"."rating")
from "reviews"
where ("reviews"."id" = ? and changes() = 1)
order by "reviews"."created_at" desc
limit 1;
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug", "reviews"."hidden_at",
    "reviews"."queued_at", "reviews"."reported_at", "reviews"."reports"
from "reviews"
left join "tools" on "tools"."id" = "reviews"."tool_id"
where "reviews"."id" = ?;

-- PATCH /api/rating/[id] (hidden)
-- 2 trips, rows: 28 read, 43 written
-- the caller and their role, by session
-- a batch of 4
update "reviews"
set "hidden_at" = coalesce("reviews"."hidden_at", ?), "hidden_reason" = ?, "queued_at" = ?, "reported_at" = ?,
    "reports" = ?
where ("reviews"."id" = ? and "reviews"."hidden_reason" is not ?);
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?,
    "reviews"."id", json_object(?, coalesce((select "tools"."name" from "tools" where "tools"."id" =
    "reviews"."tool_id"), 'the shop'), ?, "reviews"."rating", ?, ?)
from "reviews"
where ("reviews"."id" = ? and changes() = 1)
order by "reviews"."created_at" desc
limit 1;
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where changes() = 1
on conflict do nothing
returning "id", "available_at";
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug", "reviews"."hidden_at",
    "reviews"."queued_at", "reviews"."reported_at", "reviews"."reports"
from "reviews"
left join "tools" on "tools"."id" = "reviews"."tool_id"
where "reviews"."id" = ?;

-- PATCH /api/rating/[id] (seen)
-- 2 trips, rows: 5 read, 1 written
-- the caller and their role, by session
-- a batch of 2
update "reviews"
set "queued_at" = ?, "reported_at" = ?, "reports" = ?
where "reviews"."id" = ?;
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug", "reviews"."hidden_at",
    "reviews"."queued_at", "reviews"."reported_at", "reviews"."reports"
from "reviews"
left join "tools" on "tools"."id" = "reviews"."tool_id"
where "reviews"."id" = ?;

-- PATCH /api/rating/[id] (shown again)
-- 2 trips, rows: 20 read, 36 written
-- the caller and their role, by session
-- a batch of 3
update "reviews"
set "hidden_at" = ?, "hidden_reason" = ?, "queued_at" = ?, "reported_at" = ?, "reports" = ?
where ("reviews"."id" = ? and "reviews"."hidden_at" is not null);
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?,
    "reviews"."id", json_object(?, coalesce((select "tools"."name" from "tools" where "tools"."id" =
    "reviews"."tool_id"), 'the shop'), ?, "reviews"."rating")
from "reviews"
where ("reviews"."id" = ? and changes() = 1)
order by "reviews"."created_at" desc
limit 1;
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug", "reviews"."hidden_at",
    "reviews"."queued_at", "reviews"."reported_at", "reviews"."reports"
from "reviews"
left join "tools" on "tools"."id" = "reviews"."tool_id"
where "reviews"."id" = ?;

-- GET /api/rating/queue (all of a tool, further on)
-- 2 trips, rows: 5 read, 0 written
-- the caller and their role, by session
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug", "reviews"."hidden_at",
    "reviews"."queued_at", "reviews"."reported_at", "reviews"."reports"
from "reviews"
left join "tools" on "tools"."id" = "reviews"."tool_id"
where ("reviews"."tool_id" = ? and ("reviews"."created_at", "reviews"."id") < (?, ?))
order by "reviews"."created_at" desc, "reviews"."id" desc
limit ?;

-- GET /api/rating/queue (all)
-- 2 trips, rows: 5 read, 0 written
-- the caller and their role, by session
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug", "reviews"."hidden_at",
    "reviews"."queued_at", "reviews"."reported_at", "reviews"."reports"
from "reviews"
left join "tools" on "tools"."id" = "reviews"."tool_id"
order by "reviews"."created_at" desc, "reviews"."id" desc
limit ?;

-- GET /api/rating/queue (hidden of a tool, further on)
-- 2 trips, rows: 3 read, 0 written
-- the caller and their role, by session
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug", "reviews"."hidden_at",
    "reviews"."queued_at", "reviews"."reported_at", "reviews"."reports"
from "reviews"
left join "tools" on "tools"."id" = "reviews"."tool_id"
where ("reviews"."hidden_at" is not null and "reviews"."tool_id" = ? and ("reviews"."hidden_at",
    "reviews"."id") < (?, ?))
order by "reviews"."hidden_at" desc, "reviews"."id" desc
limit ?;

-- GET /api/rating/queue (hidden)
-- 2 trips, rows: 3 read, 0 written
-- the caller and their role, by session
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug", "reviews"."hidden_at",
    "reviews"."queued_at", "reviews"."reported_at", "reviews"."reports"
from "reviews"
left join "tools" on "tools"."id" = "reviews"."tool_id"
where "reviews"."hidden_at" is not null
order by "reviews"."hidden_at" desc, "reviews"."id" desc
limit ?;

-- GET /api/rating/queue (queue of a tool, further on)
-- 2 trips, rows: 5 read, 0 written
-- the caller and their role, by session
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug", "reviews"."hidden_at",
    "reviews"."queued_at", "reviews"."reported_at", "reviews"."reports"
from "reviews"
left join "tools" on "tools"."id" = "reviews"."tool_id"
where ("reviews"."queued_at" is not null and "reviews"."tool_id" = ? and ("reviews"."queued_at",
    "reviews"."id") < (?, ?))
order by "reviews"."queued_at" desc, "reviews"."id" desc
limit ?;

-- GET /api/rating/queue (queue)
-- 2 trips, rows: 5 read, 0 written
-- the caller and their role, by session
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug", "reviews"."hidden_at",
    "reviews"."queued_at", "reviews"."reported_at", "reviews"."reports"
from "reviews"
left join "tools" on "tools"."id" = "reviews"."tool_id"
where "reviews"."queued_at" is not null
order by "reviews"."queued_at" desc, "reviews"."id" desc
limit ?;

-- GET /api/rating/queue (reported of a tool, further on)
-- 2 trips, rows: 4 read, 0 written
-- the caller and their role, by session
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug", "reviews"."hidden_at",
    "reviews"."queued_at", "reviews"."reported_at", "reviews"."reports"
from "reviews"
left join "tools" on "tools"."id" = "reviews"."tool_id"
where ("reviews"."reported_at" is not null and "reviews"."tool_id" = ? and ("reviews"."reported_at",
    "reviews"."id") < (?, ?))
order by "reviews"."reported_at" desc, "reviews"."id" desc
limit ?;

-- GET /api/rating/queue (reported)
-- 2 trips, rows: 4 read, 0 written
-- the caller and their role, by session
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug", "reviews"."hidden_at",
    "reviews"."queued_at", "reviews"."reported_at", "reviews"."reports"
from "reviews"
left join "tools" on "tools"."id" = "reviews"."tool_id"
where "reviews"."reported_at" is not null
order by "reviews"."reported_at" desc, "reviews"."id" desc
limit ?;

-- DELETE /api/service
-- 2 trips, rows: 15 read, 13 written
-- the caller and their role, by session
-- a batch of 3
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, "tools"."name", ?, "tools"."quantity", ?, "tools"."price_cents")
from "tools"
where ("tools"."id" = ? and ("tools"."archived_at" is null or "tools"."draft" = ?));
update "tools"
set "archived_at" = ?, "draft" = ?, "publish_at" = ?
where (("tools"."id" = ? and ("tools"."archived_at" is null or "tools"."draft" = ?)) and (exists (select 1
    from "order_lines" where "order_lines"."tool_id" = "tools"."id") or exists (select 1 from "reviews" where
    "reviews"."tool_id" = "tools"."id")))
returning "id";
delete
from "tools"
where (("tools"."id" = ? and ("tools"."archived_at" is null or "tools"."draft" = ?)) and not (exists (select 1
    from "order_lines" where "order_lines"."tool_id" = "tools"."id") or exists (select 1 from "reviews" where
    "reviews"."tool_id" = "tools"."id")))
returning "id";

-- DELETE /api/service (that was sold)
-- 2 trips, rows: 17 read, 15 written
-- the caller and their role, by session
-- a batch of 3
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, "tools"."name", ?, "tools"."quantity", ?, "tools"."price_cents")
from "tools"
where ("tools"."id" = ? and ("tools"."archived_at" is null or "tools"."draft" = ?));
update "tools"
set "archived_at" = ?, "draft" = ?, "publish_at" = ?
where (("tools"."id" = ? and ("tools"."archived_at" is null or "tools"."draft" = ?)) and (exists (select 1
    from "order_lines" where "order_lines"."tool_id" = "tools"."id") or exists (select 1 from "reviews" where
    "reviews"."tool_id" = "tools"."id")))
returning "id";
delete
from "tools"
where (("tools"."id" = ? and ("tools"."archived_at" is null or "tools"."draft" = ?)) and not (exists (select 1
    from "order_lines" where "order_lines"."tool_id" = "tools"."id") or exists (select 1 from "reviews" where
    "reviews"."tool_id" = "tools"."id")))
returning "id";

-- GET /api/service
-- 1 trip, rows: 4 read, 0 written
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated", "number" as "place"
from "tools"
where "tools"."archived_at" is null
order by "tools"."created_at" desc, "tools"."id" desc
limit ?;

-- GET /api/service (changed since)
-- 1 trip, rows: 4 read, 0 written
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where ("tools"."archived_at" is null and "tools"."changed_at" >= ?)
order by "tools"."changed_at" asc, "tools"."id" asc
limit ?;

-- GET /api/service (further on)
-- 1 trip, rows: 4 read, 0 written
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated", "number" as "place"
from "tools"
where ("tools"."archived_at" is null and ("tools"."created_at", "tools"."id") < (?, ?))
order by "tools"."created_at" desc, "tools"."id" desc
limit ?;

-- GET /api/service (one)
-- 1 trip, rows: 1 read, 0 written
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null);

-- GET /api/service (search)
-- 1 trip, rows: 4 read, 0 written
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated", place as "place"
from (select "tools".*, found.at_row as place from (select rowid as at_row from "tools_search" where
    "tools_search" match ? order by rowid desc limit ?) as found cross join "tools" where ("tools"."number" =
    found.at_row and "tools"."archived_at" is null) order by found.at_row desc limit ?) "tools"
order by place desc
limit ?;

-- GET /api/service (search, sorted)
-- 1 trip, rows: 8 read, 0 written
-- a batch of 2
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated", place as "place"
from (select "tools".*, found.at_row as place from (select rowid as at_row from "tools_search" where
    "tools_search" match ? order by rowid desc limit ?) as found cross join "tools" where ("tools"."number" =
    found.at_row and "tools"."archived_at" is null) order by "tools"."price_cents" asc, "tools"."id" asc limit
    ?) "tools"
order by "tools"."price_cents" asc, "tools"."id" asc
limit ?;
select 1 as "one"
from (select rowid as at_row from "tools_search" where "tools_search" match ? order by rowid desc limit 1
    offset ?);

-- GET /api/service (search, two letters)
-- 1 trip, rows: 4 read, 0 written
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated", place as "place"
from (select "tools".*, found.at_row as place from (select rowid as at_row from "tools_letters" where
    "tools_letters" match ? order by rowid desc limit ?) as found cross join "tools" where ("tools"."number" =
    found.at_row and "tools"."archived_at" is null) order by found.at_row desc limit ?) "tools"
order by place desc
limit ?;

-- POST /api/service
-- 3 trips, rows: 87 read, 64 written
-- the caller and their role, by session
update "images"
set "created_at" = ?
where ("images"."key" = ? and "images"."deleting_at" is null)
returning "key";
-- a batch of 2
insert into "tools" ("number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity",
    "stocked", "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "capabilities", "further_images", "in_stock", "is_low",
    "changed_at")
values (null, ?, (select candidate.value from json_each(?) as candidate where not exists (select 1 from
    "tools" as other where other.slug = candidate.value or other.id = candidate.value) and not exists (select
    1 from "tool_addresses" as former where former.slug = candidate.value) order by candidate.key limit 1), ?,
    ?, ?, ?, ?, ?, ?, ?, ?, null, ?, null, null, null, ?, null, null, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, "tools"."name", ?, "tools"."price_cents", ?, "tools"."quantity", ?,
    "tools"."min_order_quantity")
from "tools"
where ("tools"."id" = ? and changes() = 1);

-- PUT /api/service
-- 3 trips, rows: 13 read, 19 written
-- the caller and their role, by session
update "images"
set "created_at" = ?
where ("images"."key" = ? and "images"."deleting_at" is null)
returning "key";
-- a batch of 3
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, "tools"."name", ?, "tools"."min_order_quantity", ?, ?, ?, "tools"."quantity", ?, ?, ?,
    "tools"."price_cents", ?, ?, ?, iif("tools"."image" <> ?, ?, null))
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null and ("tools"."min_order_quantity" <> ? or
    "tools"."quantity" <> ? or "tools"."price_cents" <> ? or "tools"."image" <> ?));
update "tools"
set "image" = ?, "min_order_quantity" = ?, "quantity" = ?, "stocked" = "tools"."stocked" + ? -
    "tools"."quantity", "price_cents" = ?, "updated_at" = ?
where ("tools"."id" = ? and changes() = 1)
returning "id";
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null);

-- GET /api/service/[id]
-- 2 trips, rows: 3 read, 0 written
-- the caller and their role, by session
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where "tools"."id" = ?;

-- PATCH /api/service/[id]
-- 3 trips, rows: 71 read, 28 written
-- the caller and their role, by session
-- a batch of 4
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where "tools"."id" = ?;
update "images"
set "created_at" = ?
where ("images"."key" in (select value from json_each(?)) and "images"."deleting_at" is null)
returning "key";
select "slug"
from "categories"
where "categories"."slug" = ?;
select one.value as "address", "tools"."id"
from json_each(?) as one
inner join "tools" on "tools"."number" = coalesce((select found.number from "tools" as found where found.slug
    = one.value), (select found.number from "tools" as found where found.id = one.value), (select found.number
    from "tool_addresses" as former join "tools" as found on found.id = former.tool_id where former.slug =
    one.value));
-- a batch of 6
delete
from "tool_pictures"
where ("tool_pictures"."tool_id" = ? and exists (select 1 from "tools" where ("tools"."id" = ? and
    "tools"."updated_at" = ?)));
insert into "tool_pictures" ("tool_id", "position", "image", "alt") select ?, json_each.key + 1,
    json_each.value ->> 'image', json_each.value ->> 'alt'
from json_each(?)
where exists (select 1 from "tools" where ("tools"."id" = ? and "tools"."updated_at" = ?));
delete
from "tool_capabilities"
where ("tool_capabilities"."tool_id" = ? and exists (select 1 from "tools" where ("tools"."id" = ? and
    "tools"."updated_at" = ?)));
insert into "tool_capabilities" ("tool_id", "action", "dimension", "standard", "fits", "range_from",
    "range_to", "also", "unavailable", "price_cents") select ?, json_each.value ->> 0, json_each.value ->> 1,
    json_each.value ->> 2, json_each.value ->> 3, json_each.value ->> 4, json_each.value ->> 5,
    json_each.value ->> 6, ?, ?
from json_each(?)
where exists (select 1 from "tools" where ("tools"."id" = ? and "tools"."updated_at" = ?));
update "tools"
set "name" = ?, "image" = ?, "updated_at" = ?, "image_alt" = ?, "specifications" = ?
where ("tools"."id" = ? and "tools"."updated_at" = ?)
returning "created_at";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?, ?
from "tools"
where ("tools"."id" = ? and changes() = 1);

-- PATCH /api/service/[id] (by state)
-- 3 trips, rows: 23 read, 18 written
-- the caller and their role, by session
-- a batch of 4
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where "tools"."id" = ?;
update "images"
set "created_at" = ?
where ("images"."key" in (select value from json_each(?)) and "images"."deleting_at" is null)
returning "key";
select "slug"
from "categories"
where "categories"."slug" = ?;
select one.value as "address", "tools"."id"
from json_each(?) as one
inner join "tools" on "tools"."number" = coalesce((select found.number from "tools" as found where found.slug
    = one.value), (select found.number from "tools" as found where found.id = one.value), (select found.number
    from "tool_addresses" as former join "tools" as found on found.id = former.tool_id where former.slug =
    one.value));
-- a batch of 2
update "tools"
set "updated_at" = ?, "archived_at" = ?, "draft" = ?, "publish_at" = ?
where ("tools"."id" = ? and "tools"."updated_at" = ?)
returning "created_at";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?, ?
from "tools"
where ("tools"."id" = ? and changes() = 1);

-- PATCH /api/service/[id] (listed)
-- 3 trips, rows: 68 read, 35 written
-- the caller and their role, by session
-- a batch of 4
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where "tools"."id" = ?;
update "images"
set "created_at" = ?
where ("images"."key" in (select value from json_each(?)) and "images"."deleting_at" is null)
returning "key";
select "slug"
from "categories"
where "categories"."slug" = ?;
select one.value as "address", "tools"."id"
from json_each(?) as one
inner join "tools" on "tools"."number" = coalesce((select found.number from "tools" as found where found.slug
    = one.value), (select found.number from "tools" as found where found.id = one.value), (select found.number
    from "tool_addresses" as former join "tools" as found on found.id = former.tool_id where former.slug =
    one.value));
-- a batch of 2
update "tools"
set "updated_at" = ?, "archived_at" = ?, "draft" = ?, "publish_at" = ?
where ("tools"."id" = ? and "tools"."updated_at" = ?)
returning "created_at";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?, ?
from "tools"
where ("tools"."id" = ? and changes() = 1);

-- PUT /api/service/[id]
-- 2 trips, rows: 9 read, 9 written
-- the caller and their role, by session
-- a batch of 3
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, "tools"."name", ?, "tools"."quantity", ?, ?)
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null and "tools"."quantity" = ? and "tools"."quantity" <>
    ?);
update "tools"
set "quantity" = ?, "stocked" = "tools"."stocked" + ? - "tools"."quantity", "updated_at" = ?
where ("tools"."id" = ? and changes() = 1)
returning "id";
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null);

-- DELETE /api/service/[id]/alert
-- 2 trips, rows: 4 read, 1 written
-- the caller and their role, by session
delete
from "stock_alerts"
where ("stock_alerts"."user_id" = ? and "stock_alerts"."tool_id" = ?)
returning "tool_id";

-- PUT /api/service/[id]/alert
-- 2 trips, rows: 6 read, 3 written
-- the caller and their role, by session
-- a batch of 2
insert into "stock_alerts" ("user_id", "tool_id", "created_at") select ?, "tools"."id", ?
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null and "tools"."quantity" <
    "tools"."min_order_quantity")
on conflict do nothing
returning "tool_id";
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null);

-- POST /api/service/[id]/copy
-- 3 trips, rows: 32 read, 14 written
-- the caller and their role, by session
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where "tools"."id" = ?;
-- a batch of 4
insert into "tools" ("number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity",
    "stocked", "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "capabilities", "further_images", "in_stock", "is_low",
    "changed_at")
values (null, ?, (select candidate.value from json_each(?) as candidate where not exists (select 1 from
    "tools" as other where other.slug = candidate.value or other.id = candidate.value) and not exists (select
    1 from "tool_addresses" as former where former.slug = candidate.value) order by candidate.key limit 1), ?,
    ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
delete
from "tool_pictures"
where ("tool_pictures"."tool_id" = ? and exists (select 1 from "tools" where "tools"."id" = ?));
insert into "tool_pictures" ("tool_id", "position", "image", "alt") select ?, json_each.key + 1,
    json_each.value ->> 'image', json_each.value ->> 'alt'
from json_each(?)
where exists (select 1 from "tools" where "tools"."id" = ?);
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?, ?;

-- POST /api/shipment
-- 2 trips, rows: 201 read, 22 written
-- the caller and their role, by session
-- a batch of 8
insert into "shipments" ("id", "order_id", "carrier", "tracking_number", "created_at") select ?, (select
    "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?), ?, ?, ?
where (select count(*) from "order_lines" where (("order_lines"."id" in (select value from json_each(?)) and
    (("order_lines"."transaction_id" is not null and "order_lines"."closed_at" is null) and
    "order_lines"."status" = 'Pending' and "order_lines"."refunded_cents" = 0 and
    "order_lines"."refund_due_cents" = 0 and "order_lines"."refunded_at" is null and
    "order_lines"."restocked_at" is null and "order_lines"."cancelled_at" is null and
    "order_lines"."disputed_at" is null)) and "order_lines"."order_id" = (select "order_lines"."order_id" from
    "order_lines" where "order_lines"."id" = ?))) = ? or (select count(*) from "order_lines" where
    (("order_lines"."id" in (select value from json_each(?)) and (("order_lines"."transaction_id" is not null
    and "order_lines"."closed_at" is null) and "order_lines"."status" = ? and "order_lines"."shipment_id" is
    null and "order_lines"."refunded_at" is null)) and "order_lines"."order_id" = (select
    "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?))) = ?
returning "id", "order_id", "carrier", "tracking_number", "created_at";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents")
from "order_lines"
where (("order_lines"."id" in (select value from json_each(?)) and (("order_lines"."transaction_id" is not
    null and "order_lines"."closed_at" is null) and "order_lines"."status" = 'Pending' and
    "order_lines"."refunded_cents" = 0 and "order_lines"."refund_due_cents" = 0 and
    "order_lines"."refunded_at" is null and "order_lines"."restocked_at" is null and
    "order_lines"."cancelled_at" is null and "order_lines"."disputed_at" is null)) and exists (select 1 from
    "shipments" where "shipments"."id" = ?));
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents", ?, ?, ?, ?, ?, ?, ?, ?)
from "order_lines"
where (("order_lines"."id" in (select value from json_each(?)) and (("order_lines"."transaction_id" is not
    null and "order_lines"."closed_at" is null) and "order_lines"."status" = ? and "order_lines"."shipment_id"
    is null and "order_lines"."refunded_at" is null)) and exists (select 1 from "shipments" where
    "shipments"."id" = ?));
update "order_lines"
set "shipment_id" = ?
where (("order_lines"."id" in (select value from json_each(?)) and (("order_lines"."transaction_id" is not
    null and "order_lines"."closed_at" is null) and "order_lines"."status" = ? and "order_lines"."shipment_id"
    is null and "order_lines"."refunded_at" is null)) and exists (select 1 from "shipments" where
    "shipments"."id" = ?));
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where exists (select 1 from "order_lines" where ("order_lines"."shipment_id" = ? and
    "order_lines"."shipped_at" <= ?))
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "status" = ?, "shipped_at" = ?, "shipment_id" = ?
where (("order_lines"."id" in (select value from json_each(?)) and (("order_lines"."transaction_id" is not
    null and "order_lines"."closed_at" is null) and "order_lines"."status" = 'Pending' and
    "order_lines"."refunded_cents" = 0 and "order_lines"."refund_due_cents" = 0 and
    "order_lines"."refunded_at" is null and "order_lines"."restocked_at" is null and
    "order_lines"."cancelled_at" is null and "order_lines"."disputed_at" is null)) and exists (select 1 from
    "shipments" where "shipments"."id" = ?));
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where exists (select 1 from "order_lines" where ("order_lines"."shipment_id" = ? and
    "order_lines"."shipped_at" = ?))
on conflict do nothing
returning "id", "available_at";
select "id"
from "order_lines"
where "order_lines"."id" in (select value from json_each(?));

-- DELETE /api/shipment/[id]
-- 2 trips, rows: 183 read, 15 written
-- the caller and their role, by session
-- a batch of 6
select "id"
from "shipments"
where "shipments"."id" = ?;
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents", ?, ?, ?, "shipments"."carrier", ?, ?, ?,
    "shipments"."tracking_number")
from "order_lines" join "shipments" on "shipments"."id" = ?
where ((("order_lines"."shipment_id" = ? and "order_lines"."status" = ?) and ("order_lines"."transaction_id"
    is not null and "order_lines"."closed_at" is null) and exists (select 1 from "shipments" where
    ("shipments"."id" = ? and "shipments"."created_at" > ?))) and "order_lines"."shipped_at" < (select
    "shipments"."created_at" from "shipments" where "shipments"."id" = ?));
update "order_lines"
set "shipment_id" = ?
where ((("order_lines"."shipment_id" = ? and "order_lines"."status" = ?) and ("order_lines"."transaction_id"
    is not null and "order_lines"."closed_at" is null) and exists (select 1 from "shipments" where
    ("shipments"."id" = ? and "shipments"."created_at" > ?))) and "order_lines"."shipped_at" < (select
    "shipments"."created_at" from "shipments" where "shipments"."id" = ?))
returning "id";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents")
from "order_lines"
where (("order_lines"."shipment_id" = ? and "order_lines"."status" = ?) and ("order_lines"."transaction_id" is
    not null and "order_lines"."closed_at" is null) and exists (select 1 from "shipments" where
    ("shipments"."id" = ? and "shipments"."created_at" > ?)));
update "order_lines"
set "status" = ?, "shipped_at" = ?, "shipment_id" = ?
where (("order_lines"."shipment_id" = ? and "order_lines"."status" = ?) and ("order_lines"."transaction_id" is
    not null and "order_lines"."closed_at" is null) and exists (select 1 from "shipments" where
    ("shipments"."id" = ? and "shipments"."created_at" > ?)))
returning "id";
delete
from "shipments"
where ("shipments"."id" = ? and "shipments"."created_at" > ? and not exists (select 1 from "order_lines" where
    "order_lines"."shipment_id" = ?));

-- PATCH /api/shipment/[id]
-- 2 trips, rows: 13 read, 9 written
-- the caller and their role, by session
-- a batch of 4
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents", ?, ?, ?, "shipments"."carrier", ?, ?, ?,
    "shipments"."tracking_number")
from "order_lines" join "shipments" on ("shipments"."id" = ? and ("shipments"."carrier" <> ? or
    "shipments"."tracking_number" <> ?))
where ("order_lines"."shipment_id" = ? and "order_lines"."status" = ?);
update "shipments"
set "carrier" = ?, "tracking_number" = ?
where ("shipments"."id" = ? and exists (select 1 from "order_lines" where ("order_lines"."shipment_id" = ? and
    "order_lines"."status" = ?)))
returning "id", "order_id", "carrier", "tracking_number", "created_at";
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, (select "order_lines"."id" from
    "order_lines" where ("order_lines"."shipment_id" = ? and "order_lines"."status" = ?) order by
    "order_lines"."number" limit 1), ?, ?, ?, ?, null, null, null, ?, ?
where changes() = 1 and ? and exists (select 1 from "shipments" where ("shipments"."id" = ? and
    "shipments"."created_at" <= ?))
on conflict do nothing
returning "id", "available_at";
select "id"
from "order_lines"
where ("order_lines"."shipment_id" = ? and "order_lines"."status" = ?)
order by "order_lines"."number";

-- POST /api/stripe/webhook (a payment of a closed order)
-- 6 trips, rows: 201 read, 38 written
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?));
-- a batch of 6
update "orders"
set "payment_intent_id" = ?, "transaction_id" = ?, "paid_at" = ?, "tax_due_at" = case when
    "orders"."tax_calculation_id" is not null then ? end
where ("orders"."id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null and
    "orders"."total_cents" = ?);
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents")
from "order_lines"
where (("order_lines"."order_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is null) and exists (select 1 from "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?));
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where exists (select 1 from "order_lines" where (("order_lines"."order_id" = ? and
    "order_lines"."transaction_id" is null and "order_lines"."closed_at" is null) and exists (select 1 from
    "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?)))
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "transaction_id" = ?, "paid_at" = ?
where (("order_lines"."order_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is null) and exists (select 1 from "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?));
update "outbox"
set "due_at" = ?, "leased_until" = ?, "done_at" = ?, "outcome" = ?
where ("outbox"."subject_id" = ? and "outbox"."kind" in (?, ?) and "outbox"."done_at" is null and
    ("outbox"."leased_until" is null or "outbox"."leased_until" <= ?) and exists (select 1 from "orders" where
    "orders"."id" = ? and "orders"."transaction_id" = ?));
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."id" = ?;
-- a batch of 4
insert into "refunds" ("intent_id", "line_id", "amount_cents", "refund_id", "created_at", "done_at",
    "retry_at", "failures")
values (?, (select "order_lines"."id" from "order_lines" where "order_lines"."order_id" = ? order by
    "order_lines"."number" limit 1), ?, null, ?, null, ?, ?)
on conflict do nothing
returning "intent_id";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?,
    (select "order_lines"."id" from "order_lines" where "order_lines"."order_id" = ? order by
    "order_lines"."number" limit 1), json_object(?, "order_lines"."tool_name", ?, "order_lines"."quantity", ?,
    ?)
from "order_lines"
where ("order_lines"."id" = (select "order_lines"."id" from "order_lines" where "order_lines"."order_id" = ?
    order by "order_lines"."number" limit 1) and changes() = 1);
update "orders"
set "closed_why" = ?
where ("orders"."id" = ? and ("orders"."transaction_id" is null and "orders"."closed_at" is not null));
update "order_lines"
set "closed_why" = ?
where ("order_lines"."order_id" = ? and ("order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is not null));
select "intent_id"
from "refunds"
where ("refunds"."intent_id" = ? and "refunds"."done_at" is null);
-- a batch of 3
update "refunds"
set "refund_id" = ?, "done_at" = ?
where ("refunds"."intent_id" = ? and "refunds"."done_at" is null);
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?,
    "order_lines"."id", json_object(?, "order_lines"."tool_name", ?, "order_lines"."quantity", ?,
    "refunds"."amount_cents")
from "refunds" join "order_lines" on "order_lines"."id" = "refunds"."line_id"
where ("refunds"."intent_id" = ? and changes() = 1);
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, (select "refunds"."line_id" from
    "refunds" where "refunds"."intent_id" = ?), ?, ?, ?, ?, null, null, null, ?, ?
where changes() = 1
on conflict do nothing
returning "id", "available_at";
insert into "payment_events" ("id", "type", "intent_id", "created_at", "received_at", "retry_at", "failures",
    "unreadable") select value ->> 'id', value ->> 'type', value ->> 'intentId', value ->> 'createdAt', ?, ?,
    ?, value ->> 'unreadable'
from json_each(?)
where true
on conflict ("payment_events"."id") do update
set "retry_at" = ?, "failures" = "payment_events"."failures" + ?, "unreadable" = excluded.unreadable;

-- POST /api/stripe/webhook (a payment)
-- 3 trips, rows: 204 read, 47 written
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?));
-- a batch of 6
update "orders"
set "payment_intent_id" = ?, "transaction_id" = ?, "paid_at" = ?, "tax_due_at" = case when
    "orders"."tax_calculation_id" is not null then ? end
where ("orders"."id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null and
    "orders"."total_cents" = ?);
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents")
from "order_lines"
where (("order_lines"."order_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is null) and exists (select 1 from "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?));
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where exists (select 1 from "order_lines" where (("order_lines"."order_id" = ? and
    "order_lines"."transaction_id" is null and "order_lines"."closed_at" is null) and exists (select 1 from
    "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?)))
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "transaction_id" = ?, "paid_at" = ?
where (("order_lines"."order_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is null) and exists (select 1 from "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?));
update "outbox"
set "due_at" = ?, "leased_until" = ?, "done_at" = ?, "outcome" = ?
where ("outbox"."subject_id" = ? and "outbox"."kind" in (?, ?) and "outbox"."done_at" is null and
    ("outbox"."leased_until" is null or "outbox"."leased_until" <= ?) and exists (select 1 from "orders" where
    "orders"."id" = ? and "orders"."transaction_id" = ?));
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."id" = ?;
insert into "payment_events" ("id", "type", "intent_id", "created_at", "received_at", "retry_at", "failures",
    "unreadable") select value ->> 'id', value ->> 'type', value ->> 'intentId', value ->> 'createdAt', ?, ?,
    ?, value ->> 'unreadable'
from json_each(?)
where true
on conflict ("payment_events"."id") do update
set "retry_at" = ?, "failures" = "payment_events"."failures" + ?, "unreadable" = excluded.unreadable;

-- POST /api/stripe/webhook (a refund that failed)
-- 4 trips, rows: fewer than 300 read, 26 written
-- a batch of 2
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."transaction_id" = ?
order by "order_lines"."number";
select "intent_id", "line_id", "amount_cents", "refund_id", "created_at", "done_at", "retry_at", "failures"
from "refunds"
where "refunds"."intent_id" = ?;
-- a batch of 3
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."transaction_id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."transaction_id" = ?
order by "order_lines"."number";
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."intent_id" = ?;
-- a batch of 4
update "line_refunds"
set "stripe_refund_id" = ?, "status" = ?, "retry_at" = ?, "tax_due_at" = case when
    "line_refunds"."tax_reversal_id" is not null or "line_refunds"."tax_due_at" is not null then ? end
where ("line_refunds"."id" = ? and "line_refunds"."status" <> ?)
returning "id", "tax_due_at";
update "tools"
set "quantity" = "tools"."quantity" - (select "order_lines"."quantity" from "order_lines" where
    "order_lines"."id" = ? and ("order_lines"."transaction_id" is not null and "order_lines"."closed_at" is
    null) and "order_lines"."status" = 'Pending' and "order_lines"."cancelled_at" is null and
    "order_lines"."restocked_at" is not null and not exists (select 1 from "line_refunds" where
    "line_refunds"."line_id" = ? and "line_refunds"."status" <> 'failed')), "updated_at" = ?
where ("tools"."id" = (select "order_lines"."tool_id" from "order_lines" where "order_lines"."id" = ? and
    ("order_lines"."transaction_id" is not null and "order_lines"."closed_at" is null) and
    "order_lines"."status" = 'Pending' and "order_lines"."cancelled_at" is null and
    "order_lines"."restocked_at" is not null and not exists (select 1 from "line_refunds" where
    "line_refunds"."line_id" = ? and "line_refunds"."status" <> 'failed')) and "tools"."quantity" >= (select
    "order_lines"."quantity" from "order_lines" where "order_lines"."id" = ? and
    ("order_lines"."transaction_id" is not null and "order_lines"."closed_at" is null) and
    "order_lines"."status" = 'Pending' and "order_lines"."cancelled_at" is null and
    "order_lines"."restocked_at" is not null and not exists (select 1 from "line_refunds" where
    "line_refunds"."line_id" = ? and "line_refunds"."status" <> 'failed')) and changes() = 1)
returning "id";
update "order_lines"
set "restocked_at" = ?
where ("order_lines"."id" = ? and changes() = 1);
update "order_lines"
set "refunded_at" = case when (select coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds"
    where "line_refunds"."line_id" = "order_lines"."id" and "line_refunds"."status" = ?) >= ? then
    coalesce("order_lines"."refunded_at", ?) end, "refunded_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_due_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_failed_cents" = coalesce((select
    "line_refunds"."amount_cents" * ("line_refunds"."status" = 'failed') from "line_refunds" where
    "line_refunds"."line_id" = "order_lines"."id" order by "line_refunds"."created_at" desc,
    "line_refunds".rowid desc limit 1), 0)
where "order_lines"."id" = ?;
insert into "payment_events" ("id", "type", "intent_id", "created_at", "received_at", "retry_at", "failures",
    "unreadable") select value ->> 'id', value ->> 'type', value ->> 'intentId', value ->> 'createdAt', ?, ?,
    ?, value ->> 'unreadable'
from json_each(?)
where true
on conflict ("payment_events"."id") do update
set "retry_at" = ?, "failures" = "payment_events"."failures" + ?, "unreadable" = excluded.unreadable;

-- POST /api/stripe/webhook (a refund)
-- 4 trips, rows: fewer than 200 read, 30 written
-- a batch of 2
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."transaction_id" = ?
order by "order_lines"."number";
select "intent_id", "line_id", "amount_cents", "refund_id", "created_at", "done_at", "retry_at", "failures"
from "refunds"
where "refunds"."intent_id" = ?;
-- a batch of 3
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."transaction_id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."transaction_id" = ?
order by "order_lines"."number";
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."intent_id" = ?;
-- a batch of 4
insert into "line_refunds" ("id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note",
    "restock", "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at",
    "done_at", "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures") select
    value ->> 'id', value ->> 'lineId', ?, ?, value ->> 'cents', 'other', ?, 0, value ->> 'stripeRefundId',
    'done', null, value ->> 'stripeRefundId', null, value ->> 'createdAt', ?, null, ?, null, null, case when
    exists (select 1 from "orders" where "orders"."id" = ? and "orders"."tax_calculation_id" is not null) then
    ? end, ?
from json_each(?)
where (select count(*) from "line_refunds" where "line_refunds"."intent_id" = ?) = ?
returning "id", "tax_due_at";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, "order_lines"."tool_name", ?, "order_lines"."quantity", ?, ?)
from "order_lines"
where ("order_lines"."id" = ? and exists (select 1 from "line_refunds" where "line_refunds"."stripe_refund_id"
    = ? and "line_refunds"."status" = 'done'))
on conflict do nothing;
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where changes() = 1
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "refunded_at" = case when (select coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds"
    where "line_refunds"."line_id" = "order_lines"."id" and "line_refunds"."status" = ?) >= ? then
    coalesce("order_lines"."refunded_at", ?) end, "refunded_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_due_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_failed_cents" = coalesce((select
    "line_refunds"."amount_cents" * ("line_refunds"."status" = 'failed') from "line_refunds" where
    "line_refunds"."line_id" = "order_lines"."id" order by "line_refunds"."created_at" desc,
    "line_refunds".rowid desc limit 1), 0)
where "order_lines"."id" = ?;
insert into "payment_events" ("id", "type", "intent_id", "created_at", "received_at", "retry_at", "failures",
    "unreadable") select value ->> 'id', value ->> 'type', value ->> 'intentId', value ->> 'createdAt', ?, ?,
    ?, value ->> 'unreadable'
from json_each(?)
where true
on conflict ("payment_events"."id") do update
set "retry_at" = ?, "failures" = "payment_events"."failures" + ?, "unreadable" = excluded.unreadable;

-- POST /api/stripe/webhook (already settled)
-- 3 trips, rows: 23 read, 3 written
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?));
-- a batch of 6
update "orders"
set "payment_intent_id" = ?, "transaction_id" = ?, "paid_at" = ?, "tax_due_at" = case when
    "orders"."tax_calculation_id" is not null then ? end
where ("orders"."id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null and
    "orders"."total_cents" = ?);
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents")
from "order_lines"
where (("order_lines"."order_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is null) and exists (select 1 from "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?));
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where exists (select 1 from "order_lines" where (("order_lines"."order_id" = ? and
    "order_lines"."transaction_id" is null and "order_lines"."closed_at" is null) and exists (select 1 from
    "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?)))
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "transaction_id" = ?, "paid_at" = ?
where (("order_lines"."order_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is null) and exists (select 1 from "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?));
update "outbox"
set "due_at" = ?, "leased_until" = ?, "done_at" = ?, "outcome" = ?
where ("outbox"."subject_id" = ? and "outbox"."kind" in (?, ?) and "outbox"."done_at" is null and
    ("outbox"."leased_until" is null or "outbox"."leased_until" <= ?) and exists (select 1 from "orders" where
    "orders"."id" = ? and "orders"."transaction_id" = ?));
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."id" = ?;
insert into "payment_events" ("id", "type", "intent_id", "created_at", "received_at", "retry_at", "failures",
    "unreadable") select value ->> 'id', value ->> 'type', value ->> 'intentId', value ->> 'createdAt', ?, ?,
    ?, value ->> 'unreadable'
from json_each(?)
where true
on conflict ("payment_events"."id") do update
set "retry_at" = ?, "failures" = "payment_events"."failures" + ?, "unreadable" = excluded.unreadable;

-- GET /api/user
-- 2 trips, rows: 3 read, 0 written
-- the caller and their role, by session
select "id", "name", "email", "phone", "address", "role", "email_verified"
from "users"
where ("users"."email" = ? and "users"."id" <> ?);

-- GET /api/user (all)
-- 2 trips, rows: 6 read, 0 written
-- the caller and their role, by session
select "id", "name", "email", "phone", "address", "role", "email_verified"
from "users"
where "users"."id" <> ?
order by "users"."email" asc, "users"."id" asc
limit ?;

-- GET /api/user (search)
-- 2 trips, rows: 14 read, 0 written
-- the caller and their role, by session
-- a batch of 2
select "id", "name", "email", "phone", "address", "role", "email_verified"
from (select "users".*, found.at_row as place from (select rowid as at_row from "users_search" where
    "users_search" match ? order by rowid desc limit ?) as found cross join "users" where ("users"."number" =
    found.at_row and "users"."id" <> ?) order by "users"."email" asc, "users"."id" asc limit ?) "users"
order by "users"."email" asc, "users"."id" asc
limit ?;
select 1 as "one"
from (select rowid as at_row from "users_search" where "users_search" match ? order by rowid desc limit 1
    offset ?);

-- PUT /api/user/[email]
-- 1 trip, rows: 2 read, 0 written
-- the session and its user, by the session's token

-- PUT /api/user/admin/[email]
-- 2 trips, rows: 8 read, 7 written
-- the caller and their role, by session
-- a batch of 2
update "users"
set "role" = ?, "updated_at" = ?
where ("users"."email" = ? and "users"."role" <> ? and "users"."email_verified" = ? and "users"."blocked_at"
    is null)
returning "id";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?,
    "users"."id", ?
from "users"
where ("users"."email" = ? and changes() = 1);

-- PUT /api/user/removeAdmin/[email]
-- 2 trips, rows: 15 read, 8 written
-- the caller and their role, by session
-- a batch of 3
update "users"
set "role" = ?, "updated_at" = ?
where ("users"."email" = ? and "users"."role" = ? and ((select count(*) from "users" where "users"."role" =
    ?)) > ?)
returning "id";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?,
    "users"."id", ?
from "users"
where ("users"."email" = ? and changes() = 1);
delete
from "sessions"
where ("sessions"."user_id" = ((select "id" from "users" where "users"."email" = ?)) and changes() = 1);

-- PUT /api/user/update/[email]
-- 2 trips, rows: 134 read, 5 written
-- the caller and their role, by session
update "users"
set "name" = ?, "phone" = ?, "address" = ?, "updated_at" = ?
where ("users"."id" = ? and ("users"."name" <> ? or "users"."phone" <> ? or "users"."address" <> ?))
returning "id";

-- GET /blogs
-- 0 trips, rows: 0 read, 0 written

-- GET /checkout
-- 2 trips, rows: 4 read, 0 written
-- the session and its user, by the session's token
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."user_id" = ? and "orders"."country" <> ? and "orders"."access_token_hash" is null)
order by "orders"."created_at" desc, "orders"."id" desc
limit ?;

-- GET /dashboard
-- 0 trips, rows: 0 read, 0 written

-- GET /dashboard/addProducts
-- 1 trip, rows: 2 read, 0 written
-- the session and its user, by the session's token

-- GET /dashboard/addreview
-- 3 trips, rows: 13 read, 0 written
-- the session and its user, by the session's token
with recursive bought(tool_id) as ( select min("order_lines"."tool_id") from "order_lines" where
    "order_lines"."user_id" = ? and ("order_lines"."transaction_id" is not null and "order_lines"."closed_at"
    is null) union all select (select min("order_lines"."tool_id") from "order_lines" where
    "order_lines"."user_id" = ? and ("order_lines"."transaction_id" is not null and "order_lines"."closed_at"
    is null) and "order_lines"."tool_id" > bought.tool_id) from bought where bought.tool_id is not null limit
    ? ) select latest.tool_id as id, latest.tool_name as name
from bought join "order_lines" as latest on latest.number = (select "order_lines"."number" from "order_lines"
    where "order_lines"."user_id" = ? and ("order_lines"."transaction_id" is not null and
    "order_lines"."closed_at" is null) and "order_lines"."tool_id" = bought.tool_id and
    "order_lines"."refunded_at" is null order by "order_lines"."number" desc limit 1)
order by latest.number desc;
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug"
from "reviews"
left join "tools" on ("tools"."id" = "reviews"."tool_id" and "tools"."archived_at" is null)
where "reviews"."user_id" = ?
order by "reviews"."created_at" desc, "reviews"."id" desc
limit ?;

-- GET /dashboard/categories
-- 2 trips, rows: 3 read, 0 written
-- the session and its user, by the session's token
select "slug", "name", "position", "description", "tool_count", "in_stock_count", "well_rated_count",
    "well_rated_in_stock_count"
from "categories"
where "categories"."slug" > ?
limit ?;

-- GET /dashboard/customers
-- 2 trips, rows: 5 read, 0 written
-- the session and its user, by the session's token
select "id", "name", "email", "role", "email_verified", "blocked_at", "order_count", "spent_cents",
    "last_seen_at", "created_at", "number" as "place"
from "users"
where "users"."id" <> ?
order by "users"."created_at" desc, "users"."id" desc
limit ?;

-- GET /dashboard/customers (by spend)
-- 2 trips, rows: 5 read, 0 written
-- the session and its user, by the session's token
select "id", "name", "email", "role", "email_verified", "blocked_at", "order_count", "spent_cents",
    "last_seen_at", "created_at", "number" as "place"
from "users"
where "users"."id" <> ?
order by "users"."spent_cents" desc, "users"."id" desc
limit ?;

-- GET /dashboard/customers (by spend, further on)
-- 2 trips, rows: 4 read, 0 written
-- the session and its user, by the session's token
select "id", "name", "email", "role", "email_verified", "blocked_at", "order_count", "spent_cents",
    "last_seen_at", "created_at", "number" as "place"
from "users"
where ("users"."id" <> ? and ("users"."spent_cents", "users"."id") < (?, ?))
order by "users"."spent_cents" desc, "users"."id" desc
limit ?;

-- GET /dashboard/customers (search)
-- 2 trips, rows: 6 read, 0 written
-- the session and its user, by the session's token
select "id", "name", "email", "role", "email_verified", "blocked_at", "order_count", "spent_cents",
    "last_seen_at", "created_at", place as "place"
from (select "users".*, found.at_row as place from (select rowid as at_row from "users_search" where
    "users_search" match ? order by rowid desc limit ?) as found cross join "users" where ("users"."number" =
    found.at_row and "users"."id" <> ?) order by found.at_row desc limit ?) "users"
order by place desc
limit ?;

-- GET /dashboard/customers/[id]
-- 2 trips, rows: 10 read, 0 written
-- the session and its user, by the session's token
-- a batch of 6
select "id", "name", "email", "role", "email_verified", "blocked_at", "order_count", "spent_cents",
    "last_seen_at", "phone", "address", "created_at"
from "users"
where ("users"."id" = ? and "users"."id" <> ?);
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where ("order_lines"."user_id" = ? and ("order_lines"."closed_why" is null or "order_lines"."closed_why" =
    'refunded'))
order by "order_lines"."created_at" desc, "order_lines"."id" desc
limit ?;
select "reviews"."id", "reviews"."rating", "reviews"."description", "reviews"."created_at",
    "reviews"."hidden_at", "tools"."name"
from "reviews"
left join "tools" on "tools"."id" = "reviews"."tool_id"
where "reviews"."user_id" = ?
order by "reviews"."created_at" desc, "reviews"."id" desc
limit ?;
select "id"
from "sessions"
where ("sessions"."user_id" = ? and "sessions"."expires_at" > ?)
limit ?;
select "customer_notes"."text", "customer_notes"."created_at", "users"."name"
from "customer_notes"
left join "users" on "users"."id" = "customer_notes"."author_id"
where "customer_notes"."user_id" = ?
order by "customer_notes"."created_at" desc
limit ?;
select "audit"."id", "audit"."created_at" as "at", "audit"."action", "audit"."subject_id", "audit"."detail",
    "who"."name" as "who_name", "who"."email" as "who_email", "whom"."name" as "whom_name", "whom"."email" as
    "whom_email"
from "audit"
left join "users" "who" on "who"."id" = "audit"."actor_id"
left join "users" "whom" on "whom"."id" = "audit"."subject_id"
where "audit"."subject_id" = ?
order by "audit"."created_at" desc, "audit"."id" desc
limit ?;

-- GET /dashboard/export
-- 1 trip, rows: 2 read, 0 written
-- the session and its user, by the session's token

-- GET /dashboard/export/[file] (accounting)
-- 4 trips, rows: 22 read, 0 written
-- the session and its user, by the session's token
select "orders"."id", "orders"."paid_at", "orders"."country", "orders"."currency", "orders"."transaction_id",
    (select coalesce(sum(one.total_cents), 0) from "order_lines" as one where one.order_id = "orders"."id" and
    one.transaction_id is not null and one.closed_at is null) as "items", (select
    coalesce(sum(one.shipping_cents), 0) from "order_lines" as one where one.order_id = "orders"."id" and
    one.transaction_id is not null and one.closed_at is null) as "shipping", (select
    coalesce(sum(one.tax_cents), 0) from "order_lines" as one where one.order_id = "orders"."id" and
    one.transaction_id is not null and one.closed_at is null) as "tax", (select
    coalesce(sum(one.included_tax_cents), 0) from "order_lines" as one where one.order_id = "orders"."id" and
    one.transaction_id is not null and one.closed_at is null) as "included_tax",
    "balance_transactions"."fee_cents", "balance_transactions"."net_cents", "balance_transactions"."currency"
    as "balance_currency", "payouts"."id" as "payout_id", "payouts"."arrives_at"
from "orders"
left join "balance_transactions" on "balance_transactions"."intent_id" = "orders"."transaction_id" and
    "balance_transactions"."category" = 'charge'
left join "payouts" on ("payouts"."id" = "balance_transactions"."payout_id" and "payouts"."status" = 'paid')
where (("orders"."transaction_id" is not null and "orders"."closed_at" is null) and "orders"."paid_at" >= ?
    and "orders"."paid_at" < ?)
order by "orders"."paid_at" asc, "orders"."id" asc
limit ?;
select "line_refunds"."id", "line_refunds"."done_at", "line_refunds"."order_id",
    "line_refunds"."amount_cents", "line_refunds"."stripe_refund_id", "orders"."country", "orders"."currency",
    "balance_transactions"."fee_cents", "balance_transactions"."net_cents", "balance_transactions"."currency"
    as "balance_currency", "payouts"."id" as "payout_id", "payouts"."arrives_at"
from "line_refunds"
inner join "orders" on "orders"."id" = "line_refunds"."order_id"
left join "balance_transactions" on "balance_transactions"."source_id" = "line_refunds"."stripe_refund_id" and
    "balance_transactions"."category" = 'refund' and not exists (select 1 from "line_refunds" as first where
    first.stripe_refund_id = "line_refunds"."stripe_refund_id" and first.id < "line_refunds"."id")
left join "payouts" on ("payouts"."id" = "balance_transactions"."payout_id" and "payouts"."status" = 'paid')
where ("line_refunds"."status" = 'done' and "line_refunds"."done_at" >= ? and "line_refunds"."done_at" < ?)
order by "line_refunds"."done_at" asc, "line_refunds"."id" asc
limit ?;
select "balance_transactions"."id", "balance_transactions"."created_at", "balance_transactions"."source_id",
    "balance_transactions"."category", "balance_transactions"."amount_cents",
    "balance_transactions"."currency" as "currency_of_balance", "orders"."id" as "order_id",
    "orders"."country", "balance_transactions"."fee_cents", "balance_transactions"."net_cents",
    "balance_transactions"."currency" as "balance_currency", "payouts"."id" as "payout_id",
    "payouts"."arrives_at"
from "balance_transactions"
inner join "orders" on "orders"."transaction_id" = "balance_transactions"."intent_id"
left join "payouts" on ("payouts"."id" = "balance_transactions"."payout_id" and "payouts"."status" = 'paid')
where ("balance_transactions"."category" in ('dispute', 'dispute_reversal') and
    "balance_transactions"."created_at" >= ? and "balance_transactions"."created_at" < ?)
order by "balance_transactions"."created_at" asc, "balance_transactions"."id" asc
limit ?;

-- GET /dashboard/export/[file] (customers)
-- 2 trips, rows: 5 read, 0 written
-- the session and its user, by the session's token
select "number", "id", "name", "email", "email_verified", "image", "phone", "address", "role", "created_at",
    "updated_at", "blocked_at", "order_count", "spent_cents", "last_seen_at"
from "users"
where ("users"."created_at" >= ? and "users"."created_at" < ? and "users"."id" <> ?)
order by "users"."created_at" asc, "users"."id" asc
limit ?;

-- GET /dashboard/export/[file] (orders)
-- 2 trips, rows: 5 read, 0 written
-- the session and its user, by the session's token
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where (("order_lines"."closed_why" is null or "order_lines"."closed_why" = 'refunded') and
    "order_lines"."created_at" >= ? and "order_lines"."created_at" < ?)
order by "order_lines"."created_at" asc, "order_lines"."id" asc
limit ?;

-- GET /dashboard/export/[file] (reviews)
-- 2 trips, rows: 5 read, 0 written
-- the session and its user, by the session's token
select "reviews"."id", "reviews"."user_id", "reviews"."author", "reviews"."rating", "reviews"."image",
    "reviews"."description", "reviews"."tool_id", "reviews"."line_id", "reviews"."created_at",
    "reviews"."hidden_at", "reviews"."hidden_reason", "reviews"."answer", "reviews"."answered_at",
    "reviews"."queued_at", "reviews"."reported_at", "reviews"."reports", "reviews"."changed_at",
    "tools"."name" as "tool_name"
from "reviews"
left join "tools" on "tools"."id" = "reviews"."tool_id"
where "reviews"."created_at" >= ? and "reviews"."created_at" < ?
order by "reviews"."created_at" asc, "reviews"."id" asc
limit ?;

-- GET /dashboard/export/[file] (tools)
-- 2 trips, rows: 8 read, 0 written
-- the session and its user, by the session's token
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where ("tools"."number" > ? and "tools"."created_at" >= ? and "tools"."created_at" < ?)
order by "tools"."number" asc
limit ?;

-- GET /dashboard/health
-- 2 trips, rows: 20 read, 0 written
-- the session and its user, by the session's token
-- a batch of 16
select "id", "recipient", "kind", "reason", "failed_at"
from "failed_mails"
where "failed_mails"."failed_at" > ?
order by "failed_mails"."failed_at" desc
limit ?;
select "id", "type", "unreadable", "received_at"
from "payment_events"
where "payment_events"."unreadable" is not null
order by "payment_events"."received_at" desc
limit ?;
select "kind", "failures", "created_at"
from "outbox"
where ("outbox"."due_at" is not null and "outbox"."due_at" < ?)
order by "outbox"."due_at" asc
limit ?;
select found.id, found.expires_at
from (select "orders"."id", "orders"."expires_at" from "orders" indexed by orders_due where
    "orders"."transaction_id" is null and "orders"."closed_at" is null and "orders"."check_at" is null and
    "orders"."expires_at" < ? and "orders"."processing_at" is null order by "orders"."expires_at" limit ?) as
    found;
select "order_id", "failures", "created_at"
from "line_refunds"
where ("line_refunds"."retry_at" is not null and "line_refunds"."retry_at" < ?)
order by "line_refunds"."retry_at" asc
limit ?;
select "type", "failures", "created_at"
from "payment_events"
where ("payment_events"."retry_at" is not null and "payment_events"."retry_at" < ?)
order by "payment_events"."retry_at" asc
limit ?;
select "id", "tax_failures", "paid_at"
from "orders"
where ("orders"."tax_calculation_id" is not null and "orders"."tax_transaction_id" is null and
    "orders"."transaction_id" is not null and "orders"."tax_due_at" < ?)
order by "orders"."tax_due_at" asc
limit ?;
select "refunds_failed", "orders_disputed", "dead_letters"
from "shop_counts"
where "shop_counts"."id" = ?;
select "id", "queue", "body", "failed_at"
from "dead_letters"
order by "dead_letters"."failed_at" desc
limit ?;
select "name", "leased_until", "succeeded_at", "failed_at", "failure"
from "job_runs";
select "name", "reached_at", "until", "waiting"
from "service_limits"
where "service_limits"."until" > ?;
select "name", "position", "checked", "started_at", "finished_at", "finished_count"
from "health_checks"
where "health_checks"."name" in (?, ?);
select value
from json_each(?)
where exists (select 1 from "broken_rows" where "broken_rows"."table_name" = value);
select "created_at", "bytes", "tables", "rows", "images", "images_copied"
from "backups"
where "backups"."created_at" > ?
order by "backups"."created_at" desc
limit ?;
select "id", "step", "position", "checked", "started_at", "finished_at", "finished_rows"
from "row_checks"
where "row_checks"."id" = ?;
select "table_name", "message", "subject", "found_at"
from "broken_rows"
order by "broken_rows"."found_at" desc
limit ?;

-- POST /dashboard/health (a dead letter)
-- 3 trips, rows: 6 read, 7 written
-- the session and its user, by the session's token
select "id", "queue", "body", "failed_at"
from "dead_letters"
where "dead_letters"."id" = ?;
-- a batch of 2
delete
from "dead_letters"
where "dead_letters"."id" = ?;
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?, ?
where changes() = 1;

-- POST /dashboard/health (mail)
-- 2 trips, rows: 3 read, 0 written
-- the session and its user, by the session's token
-- a batch of 2
update "outbox"
set "due_at" = ?, "leased_until" = ?, "done_at" = ?, "outcome" = ?, "failures" = ?
where ("outbox"."id" = ? and "outbox"."outcome" = ? and "outbox"."kind" <> ?)
returning "id";
delete
from "failed_mails"
where ("failed_mails"."id" = ? and changes() = 1);

-- POST /dashboard/health (row)
-- 2 trips, rows: 5 read, 0 written
-- the session and its user, by the session's token
-- a batch of 3
update "tools"
set "sold" = (select coalesce(sum(quantity), 0) from order_lines where tool_id = tools.id and
    (("order_lines"."transaction_id" is not null and "order_lines"."closed_at" is null) and
    "order_lines"."restocked_at" is null))
where id = ? and (sold <> (select coalesce(sum(quantity), 0) from order_lines where tool_id = tools.id and
    (("order_lines"."transaction_id" is not null and "order_lines"."closed_at" is null) and
    "order_lines"."restocked_at" is null)));
delete
from "broken_rows"
where (("broken_rows"."table_name" = ? and "broken_rows"."message" = ? and "broken_rows"."subject" = ?) and
    not exists (select 1 from tools where id = ? and (sold <> (select coalesce(sum(quantity), 0) from
    order_lines where tool_id = tools.id and (("order_lines"."transaction_id" is not null and
    "order_lines"."closed_at" is null) and "order_lines"."restocked_at" is null)))));
select 1
from "broken_rows"
where ("broken_rows"."table_name" = ? and "broken_rows"."message" = ? and "broken_rows"."subject" = ?);

-- GET /dashboard/history
-- 2 trips, rows: 14 read, 0 written
-- the session and its user, by the session's token
select "audit"."id", "audit"."created_at" as "at", "audit"."action", "audit"."subject_id", "audit"."detail",
    "who"."name" as "who_name", "who"."email" as "who_email", "whom"."name" as "whom_name", "whom"."email" as
    "whom_email"
from "audit"
left join "users" "who" on "who"."id" = "audit"."actor_id"
left join "users" "whom" on "whom"."id" = "audit"."subject_id"
order by "audit"."created_at" desc, "audit"."id" desc
limit ?;

-- GET /dashboard/history (of a kind)
-- 2 trips, rows: 8 read, 0 written
-- the session and its user, by the session's token
select "audit"."id", "audit"."created_at" as "at", "audit"."action", "audit"."subject_id", "audit"."detail",
    "who"."name" as "who_name", "who"."email" as "who_email", "whom"."name" as "whom_name", "whom"."email" as
    "whom_email"
from "audit"
left join "users" "who" on "who"."id" = "audit"."actor_id"
left join "users" "whom" on "whom"."id" = "audit"."subject_id"
where "audit"."action" in ('order.placed', 'order.paid', 'order.shipped', 'order.deleted', 'order.expired',
    'order.refund_owed', 'order.refunded', 'order.ship_undone', 'order.disputed', 'order.dispute_closed')
order by "audit"."created_at" desc, "audit"."id" desc
limit ?;

-- GET /dashboard/history (of a subject)
-- 2 trips, rows: 2 read, 0 written
-- the session and its user, by the session's token
select "audit"."id", "audit"."created_at" as "at", "audit"."action", "audit"."subject_id", "audit"."detail",
    "who"."name" as "who_name", "who"."email" as "who_email", "whom"."name" as "whom_name", "whom"."email" as
    "whom_email"
from "audit"
left join "users" "who" on "who"."id" = "audit"."actor_id"
left join "users" "whom" on "whom"."id" = "audit"."subject_id"
where "audit"."subject_id" = ?
order by "audit"."created_at" desc, "audit"."id" desc
limit ?;

-- GET /dashboard/import
-- 2 trips, rows: 6 read, 0 written
-- the session and its user, by the session's token
select "imports"."id", "imports"."file_name", "imports"."created_by", "imports"."actor_id",
    "imports"."created_at", "imports"."updated_at", "imports"."state", "imports"."mode", "imports"."problem",
    "imports"."line_count", "imports"."new_count", "imports"."changed_count", "imports"."unchanged_count",
    "imports"."wrong_count", "imports"."saved_count", "imports"."rejected_count", "imports"."reverted_count",
    "imports"."kept_count", "users"."name" as "creator"
from "imports"
left join "users" on "users"."id" = "imports"."created_by"
order by "imports"."created_at" desc, "imports"."id" desc
limit ?;

-- GET /dashboard/import (one)
-- 3 trips, rows: 10 read, 0 written
-- the session and its user, by the session's token
select "imports"."id", "imports"."file_name", "imports"."created_by", "imports"."actor_id",
    "imports"."created_at", "imports"."updated_at", "imports"."state", "imports"."mode", "imports"."problem",
    "imports"."line_count", "imports"."new_count", "imports"."changed_count", "imports"."unchanged_count",
    "imports"."wrong_count", "imports"."saved_count", "imports"."rejected_count", "imports"."reverted_count",
    "imports"."kept_count", "users"."name" as "creator"
from "imports"
left join "users" on "users"."id" = "imports"."created_by"
where "imports"."id" = ?;
-- a batch of 4
select "import_id", "line", "kind", "state", "tool_id", "name", "fields", "was", "errors", "batch"
from "import_lines"
where ("import_lines"."import_id" = ? and "import_lines"."state" = ? and "import_lines"."line" > ?)
order by "import_lines"."line" asc
limit ?;
select "import_id", "line", "kind", "state", "tool_id", "name", "fields", "was", "errors", "batch"
from "import_lines"
where ("import_lines"."import_id" = ? and "import_lines"."state" = ? and "import_lines"."line" > ?)
order by "import_lines"."line" asc
limit ?;
select "import_id", "line", "kind", "state", "tool_id", "name", "fields", "was", "errors", "batch"
from "import_lines"
where ("import_lines"."import_id" = ? and "import_lines"."state" = ? and "import_lines"."line" > ?)
order by "import_lines"."line" asc
limit ?;
select "import_id", "line", "kind", "state", "tool_id", "name", "fields", "was", "errors", "batch"
from "import_lines"
where ("import_lines"."import_id" = ? and "import_lines"."state" = ? and "import_lines"."line" > ?)
order by "import_lines"."line" asc
limit ?;

-- GET /dashboard/makeAdmin
-- 2 trips, rows: 5 read, 0 written
-- the session and its user, by the session's token
select "id", "name", "email", "phone", "address", "role", "email_verified"
from "users"
where "users"."id" <> ?
order by "users"."email" asc, "users"."id" asc
limit ?;

-- GET /dashboard/makeAdmin (by a customer)
-- 5 trips, rows: 8 read, 1 written
-- the session and its user, by the session's token
-- the session and its user, by the session's token
select "id", "token", "user_id", "expires_at", "ip_address", "user_agent", "created_at", "updated_at"
from "sessions"
where "sessions"."token" = ?
limit ?;
delete
from "sessions"
where "sessions"."token" = ?;
select "id", "account_id", "provider_id", "user_id", "access_token", "refresh_token", "id_token",
    "access_token_expires_at", "refresh_token_expires_at", "scope", "password", "created_at", "updated_at"
from "accounts"
where "accounts"."user_id" = ?
limit ?;

-- GET /dashboard/manageOrders
-- 2 trips, rows: 4 read, 0 written
-- the session and its user, by the session's token
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel", "number" as "place"
from "order_lines"
where ("order_lines"."closed_why" is null or "order_lines"."closed_why" = 'refunded')
order by "order_lines"."created_at" desc, "order_lines"."id" desc
limit ?;

-- GET /dashboard/manageOrders (search, sorted)
-- 2 trips, rows: 10 read, 0 written
-- the session and its user, by the session's token
-- a batch of 2
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel", place as "place"
from (select "order_lines".*, found.at_row as place from (select rowid as at_row from "order_lines_search"
    where "order_lines_search" match ? order by rowid desc limit ?) as found cross join "order_lines" where
    ("order_lines"."number" = found.at_row and ("order_lines"."closed_why" is null or
    "order_lines"."closed_why" = 'refunded')) order by "order_lines"."total_cents" desc, "order_lines"."id"
    desc limit ?) "order_lines"
order by "order_lines"."total_cents" desc, "order_lines"."id" desc
limit ?;
select 1 as "one"
from (select rowid as at_row from "order_lines_search" where "order_lines_search" match ? order by rowid desc
    limit 1 offset ?);

-- GET /dashboard/manageProducts
-- 2 trips, rows: 5 read, 0 written
-- the session and its user, by the session's token
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated", "number" as "place"
from "tools"
where "tools"."archived_at" is null
order by "tools"."created_at" desc, "tools"."id" desc
limit ?;

-- GET /dashboard/myorders
-- 2 trips, rows: 13 read, 0 written
-- the session and its user, by the session's token
-- a batch of 2
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."user_id" = ? and ("orders"."closed_why" is null or "orders"."closed_why" = 'refunded'))
order by "orders"."created_at" desc, "orders"."id" desc
limit ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where ("order_lines"."order_id" in (select "id" from "orders" where ("orders"."user_id" = ? and
    ("orders"."closed_why" is null or "orders"."closed_why" = 'refunded')) order by "orders"."created_at"
    desc, "orders"."id" desc limit ?) and ("order_lines"."closed_why" is null or "order_lines"."closed_why" =
    'refunded'))
order by "order_lines"."number";

-- GET /dashboard/myprofile
-- 2 trips, rows: 4 read, 0 written
-- the session and its user, by the session's token
select "users"."email_verified", "accounts"."id"
from "users"
left join "accounts" on ("accounts"."user_id" = "users"."id" and "accounts"."provider_id" = ?)
where "users"."id" = ?
limit ?;

-- GET /dashboard/orders (all)
-- 2 trips, rows: 5 read, 0 written
-- the session and its user, by the session's token
-- a batch of 2
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where ("order_lines"."closed_why" is null or "order_lines"."closed_why" = 'refunded')
order by "order_lines"."created_at" desc, "order_lines"."id" desc
limit ?;
select "id", "orders_shown", "orders_to_ship", "orders_unpaid", "orders_shipped", "orders_refunded",
    "orders_disputed", "refunds_due", "refunds_failed", "tools_listed", "tools_low", "reviews_queued",
    "mails_failed", "dead_letters", "low_stock_mark"
from "shop_counts"
where "shop_counts"."id" = ?;

-- GET /dashboard/orders (refunded)
-- 2 trips, rows: 4 read, 0 written
-- the session and its user, by the session's token
-- a batch of 2
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where (("order_lines"."closed_why" is null or "order_lines"."closed_why" = 'refunded') AND
    ("order_lines".refunded_cents > 0 OR "order_lines".closed_why IS NOT NULL))
order by "order_lines"."created_at" desc, "order_lines"."id" desc
limit ?;
select "id", "orders_shown", "orders_to_ship", "orders_unpaid", "orders_shipped", "orders_refunded",
    "orders_disputed", "refunds_due", "refunds_failed", "tools_listed", "tools_low", "reviews_queued",
    "mails_failed", "dead_letters", "low_stock_mark"
from "shop_counts"
where "shop_counts"."id" = ?;

-- GET /dashboard/orders (search by days)
-- 2 trips, rows: 13 read, 0 written
-- the session and its user, by the session's token
-- a batch of 3
select "order_lines"."number", "order_lines"."id", "order_lines"."user_id", "order_lines"."user_name",
    "order_lines"."email", "order_lines"."phone", "order_lines"."address", "order_lines"."tool_id",
    "order_lines"."tool_name", "order_lines"."image", "order_lines"."unit_price_cents",
    "order_lines"."quantity", "order_lines"."total_cents", "order_lines"."status",
    "order_lines"."transaction_id", "order_lines"."request_key", "order_lines"."created_at",
    "order_lines"."expires_at", "order_lines"."paid_at", "order_lines"."shipped_at",
    "order_lines"."closed_at", "order_lines"."closed_why", "order_lines"."refunded_at",
    "order_lines"."disputed_at", "order_lines"."partner", "order_lines"."currency", "order_lines"."order_id",
    "order_lines"."refunded_cents", "order_lines"."shipment_id", "order_lines"."refund_due_cents",
    "order_lines"."restocked_at", "order_lines"."cancelled_at", "order_lines"."refund_failed_cents",
    "order_lines"."shipping_cents", "order_lines"."tax_cents", "order_lines"."included_tax_cents",
    "order_lines"."packed_at", "order_lines"."fit", "order_lines"."changed_at", "place"
from (select at_row as "place" from (select rowid as at_row from "order_lines_search" where
    "order_lines_search" match ? and (true and rowid >= coalesce((select "order_lines"."number" from
    "order_lines" where (("order_lines"."closed_why" is null or "order_lines"."closed_why" = 'refunded') and
    "order_lines"."created_at" >= ?) order by "order_lines"."created_at" asc, "order_lines"."id" asc limit 1),
    9223372036854775807) and rowid <= coalesce((select "order_lines"."number" from "order_lines" where
    (("order_lines"."closed_why" is null or "order_lines"."closed_why" = 'refunded') and
    "order_lines"."created_at" < ?) order by "order_lines"."created_at" desc, "order_lines"."id" desc limit
    1), -9223372036854775807)))) "found"
cross join "order_lines"
where ("order_lines"."number" = "place" and ("order_lines"."closed_why" is null or "order_lines"."closed_why"
    = 'refunded') and ("order_lines"."created_at" >= ? and "order_lines"."created_at" < ?))
order by "place" desc
limit ?;
select json_object('limit', case when known.is_few then ? else ? end, ?, case when known.is_few then (select
    count(*) from (select rowid as at_row from "order_lines_search" where "order_lines_search" match ? and
    rowid >= known.first and rowid <= known.last limit ?)) else (select count(*) from (select rowid as at_row
    from "order_lines_search" where "order_lines_search" match ? and rowid >= known.first and rowid <=
    known.last limit ?)) end, ?, case when known.is_few then (select count(*) from (select rowid as at_row
    from "order_lines_search" where "order_lines_search" match ? and rowid >= known.first and rowid <=
    known.last limit ?)) else (select count(*) from (select rowid as at_row from "order_lines_search" where
    "order_lines_search" match ? and rowid >= known.first and rowid <= known.last limit ?)) end, ?, case when
    known.is_few then (select count(*) from (select rowid as at_row from "order_lines_search" where
    "order_lines_search" match ? and rowid >= known.first and rowid <= known.last limit ?)) else (select
    count(*) from (select rowid as at_row from "order_lines_search" where "order_lines_search" match ? and
    rowid >= known.first and rowid <= known.last limit ?)) end, ?, case when known.is_few then (select
    count(*) from (select rowid as at_row from "order_lines_search" where "order_lines_search" match ? and
    rowid >= known.first and rowid <= known.last limit ?)) else (select count(*) from (select rowid as at_row
    from "order_lines_search" where "order_lines_search" match ? and rowid >= known.first and rowid <=
    known.last limit ?)) end) as "counts"
from (with days as materialized (select coalesce((select "order_lines"."number" from "order_lines" where
    (("order_lines"."closed_why" is null or "order_lines"."closed_why" = 'refunded') and
    "order_lines"."created_at" >= ?) order by "order_lines"."created_at" asc, "order_lines"."id" asc limit 1),
    9223372036854775807) as first, coalesce((select "order_lines"."number" from "order_lines" where
    (("order_lines"."closed_why" is null or "order_lines"."closed_why" = 'refunded') and
    "order_lines"."created_at" < ?) order by "order_lines"."created_at" desc, "order_lines"."id" desc limit
    1), -9223372036854775807) as last), found as materialized (select first, last, (select count(*) from
    (select rowid as at_row from "order_lines_search" where "order_lines_search" match ? and rowid >=
    days.first and rowid <= days.last limit ?)) < ? as is_few from days) select * from found) as known;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where (("order_lines"."order_id" = ? or "order_lines"."shipment_id" in (select "shipments"."id" from
    "shipments" where lower("shipments"."tracking_number") = lower(?) limit ?)) and
    ("order_lines"."closed_why" is null or "order_lines"."closed_why" = 'refunded') and
    ("order_lines"."created_at" >= ? and "order_lines"."created_at" < ?))
limit ?;

-- GET /dashboard/orders (search in a tab)
-- 2 trips, rows: 11 read, 0 written
-- the session and its user, by the session's token
-- a batch of 3
select "order_lines"."number", "order_lines"."id", "order_lines"."user_id", "order_lines"."user_name",
    "order_lines"."email", "order_lines"."phone", "order_lines"."address", "order_lines"."tool_id",
    "order_lines"."tool_name", "order_lines"."image", "order_lines"."unit_price_cents",
    "order_lines"."quantity", "order_lines"."total_cents", "order_lines"."status",
    "order_lines"."transaction_id", "order_lines"."request_key", "order_lines"."created_at",
    "order_lines"."expires_at", "order_lines"."paid_at", "order_lines"."shipped_at",
    "order_lines"."closed_at", "order_lines"."closed_why", "order_lines"."refunded_at",
    "order_lines"."disputed_at", "order_lines"."partner", "order_lines"."currency", "order_lines"."order_id",
    "order_lines"."refunded_cents", "order_lines"."shipment_id", "order_lines"."refund_due_cents",
    "order_lines"."restocked_at", "order_lines"."cancelled_at", "order_lines"."refund_failed_cents",
    "order_lines"."shipping_cents", "order_lines"."tax_cents", "order_lines"."included_tax_cents",
    "order_lines"."packed_at", "order_lines"."fit", "order_lines"."changed_at", "place"
from (select at_row as "place" from (select rowid as at_row from "order_lines_search" where
    "order_lines_search" match ? and true)) "found"
cross join "order_lines"
where ("order_lines"."number" = "place" and (("order_lines"."transaction_id" is not null and
    "order_lines"."closed_at" is null) and "order_lines"."status" = 'Pending' and
    "order_lines"."refunded_cents" = 0 and "order_lines"."refund_due_cents" = 0 and
    "order_lines"."refunded_at" is null and "order_lines"."restocked_at" is null and
    "order_lines"."cancelled_at" is null and "order_lines"."disputed_at" is null))
order by "place" desc
limit ?;
select json_object('limit', case when known.is_few then ? else ? end, ?, case when known.is_few then (select
    count(*) from (select rowid as at_row from "order_lines_search" where "order_lines_search" match ? limit
    ?)) else (select count(*) from (select rowid as at_row from "order_lines_search" where
    "order_lines_search" match ? limit ?)) end, ?, case when known.is_few then (select count(*) from (select
    rowid as at_row from "order_lines_search" where "order_lines_search" match ? limit ?)) else (select
    count(*) from (select rowid as at_row from "order_lines_search" where "order_lines_search" match ? limit
    ?)) end, ?, case when known.is_few then (select count(*) from (select rowid as at_row from
    "order_lines_search" where "order_lines_search" match ? limit ?)) else (select count(*) from (select rowid
    as at_row from "order_lines_search" where "order_lines_search" match ? limit ?)) end, ?, case when
    known.is_few then (select count(*) from (select rowid as at_row from "order_lines_search" where
    "order_lines_search" match ? limit ?)) else (select count(*) from (select rowid as at_row from
    "order_lines_search" where "order_lines_search" match ? limit ?)) end) as "counts"
from (with days as materialized (select ? as first, ? as last), found as materialized (select first, last,
    (select count(*) from (select rowid as at_row from "order_lines_search" where "order_lines_search" match ?
    limit ?)) < ? as is_few from days) select * from found) as known;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where (("order_lines"."order_id" = ? or "order_lines"."shipment_id" in (select "shipments"."id" from
    "shipments" where lower("shipments"."tracking_number") = lower(?) limit ?)) and
    ("order_lines"."closed_why" is null or "order_lines"."closed_why" = 'refunded'))
limit ?;

-- GET /dashboard/orders (shipped)
-- 2 trips, rows: 4 read, 0 written
-- the session and its user, by the session's token
-- a batch of 2
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where ("order_lines".status = 'Shipped')
order by "order_lines"."created_at" desc, "order_lines"."id" desc
limit ?;
select "id", "orders_shown", "orders_to_ship", "orders_unpaid", "orders_shipped", "orders_refunded",
    "orders_disputed", "refunds_due", "refunds_failed", "tools_listed", "tools_low", "reviews_queued",
    "mails_failed", "dead_letters", "low_stock_mark"
from "shop_counts"
where "shop_counts"."id" = ?;

-- GET /dashboard/orders (toShip)
-- 2 trips, rows: 4 read, 0 written
-- the session and its user, by the session's token
-- a batch of 2
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where (("order_lines"."transaction_id" is not null and "order_lines"."closed_at" is null) and
    "order_lines"."status" = 'Pending' and "order_lines"."refunded_cents" = 0 and
    "order_lines"."refund_due_cents" = 0 and "order_lines"."refunded_at" is null and
    "order_lines"."restocked_at" is null and "order_lines"."cancelled_at" is null and
    "order_lines"."disputed_at" is null)
order by "order_lines"."created_at" desc, "order_lines"."id" desc
limit ?;
select "id", "orders_shown", "orders_to_ship", "orders_unpaid", "orders_shipped", "orders_refunded",
    "orders_disputed", "refunds_due", "refunds_failed", "tools_listed", "tools_low", "reviews_queued",
    "mails_failed", "dead_letters", "low_stock_mark"
from "shop_counts"
where "shop_counts"."id" = ?;

-- GET /dashboard/orders (unpaid)
-- 2 trips, rows: 4 read, 0 written
-- the session and its user, by the session's token
-- a batch of 2
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."transaction_id" is null and "order_lines"."closed_at" is null
order by "order_lines"."created_at" desc, "order_lines"."id" desc
limit ?;
select "id", "orders_shown", "orders_to_ship", "orders_unpaid", "orders_shipped", "orders_refunded",
    "orders_disputed", "refunds_due", "refunds_failed", "tools_listed", "tools_low", "reviews_queued",
    "mails_failed", "dead_letters", "low_stock_mark"
from "shop_counts"
where "shop_counts"."id" = ?;

-- GET /dashboard/overview
-- 2 trips, rows: 15 read, 0 written
-- the session and its user, by the session's token
-- a batch of 3
select days.value as "day", (select json_array("sales_totals"."orders", "sales_totals"."paid_orders",
    "sales_totals"."lines", "sales_totals"."revenue_cents", "sales_totals"."partner_cents",
    "sales_totals"."refunded_cents") from "sales_totals" where "sales_totals"."currency" = ? and
    "sales_totals"."day" <= days.value order by "sales_totals"."day" desc limit 1) as "totals"
from (select column1 as value from (values (?), (?), (?), (?), (?), (?), (?), (?), (?))) as days;
select "tool_sales"."tool_id", "tools"."slug", "tools"."name", "tool_sales"."pieces", "tool_sales"."cents"
from "tool_sales"
inner join "tools" on "tools"."id" = "tool_sales"."tool_id"
where ("tool_sales"."period" = ? and "tool_sales"."pieces" > 0)
order by "tool_sales"."cents" desc, "tool_sales"."tool_id" desc
limit ?;
select "id", "orders_shown", "orders_to_ship", "orders_unpaid", "orders_shipped", "orders_refunded",
    "orders_disputed", "refunds_due", "refunds_failed", "tools_listed", "tools_low", "reviews_queued",
    "mails_failed", "dead_letters", "low_stock_mark"
from "shop_counts"
where "shop_counts"."id" = ?;

-- GET /dashboard/overview (of a year)
-- 2 trips, rows: 61 read, 0 written
-- the session and its user, by the session's token
-- a batch of 3
select days.value as "day", (select json_array("sales_totals"."orders", "sales_totals"."paid_orders",
    "sales_totals"."lines", "sales_totals"."revenue_cents", "sales_totals"."partner_cents",
    "sales_totals"."refunded_cents") from "sales_totals" where "sales_totals"."currency" = ? and
    "sales_totals"."day" <= days.value order by "sales_totals"."day" desc limit 1) as "totals"
from (select column1 as value from (values (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?),
    (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?),
    (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?), (?)))
    as days;
select "tool_sales"."tool_id", "tools"."slug", "tools"."name", "tool_sales"."pieces", "tool_sales"."cents"
from "tool_sales"
inner join "tools" on "tools"."id" = "tool_sales"."tool_id"
where ("tool_sales"."period" = ? and "tool_sales"."pieces" > 0)
order by "tool_sales"."cents" desc, "tool_sales"."tool_id" desc
limit ?;
select "id", "orders_shown", "orders_to_ship", "orders_unpaid", "orders_shipped", "orders_refunded",
    "orders_disputed", "refunds_due", "refunds_failed", "tools_listed", "tools_low", "reviews_queued",
    "mails_failed", "dead_letters", "low_stock_mark"
from "shop_counts"
where "shop_counts"."id" = ?;

-- GET /dashboard/packing (of many)
-- 2 trips, rows: 6 read, 0 written
-- the session and its user, by the session's token
select "order_lines"."number", "order_lines"."id", "order_lines"."user_id", "order_lines"."user_name",
    "order_lines"."email", "order_lines"."phone", "order_lines"."address", "order_lines"."tool_id",
    "order_lines"."tool_name", "order_lines"."image", "order_lines"."unit_price_cents",
    "order_lines"."quantity", "order_lines"."total_cents", "order_lines"."status",
    "order_lines"."transaction_id", "order_lines"."request_key", "order_lines"."created_at",
    "order_lines"."expires_at", "order_lines"."paid_at", "order_lines"."shipped_at",
    "order_lines"."closed_at", "order_lines"."closed_why", "order_lines"."refunded_at",
    "order_lines"."disputed_at", "order_lines"."partner", "order_lines"."currency", "order_lines"."order_id",
    "order_lines"."refunded_cents", "order_lines"."shipment_id", "order_lines"."refund_due_cents",
    "order_lines"."restocked_at", "order_lines"."cancelled_at", "order_lines"."refund_failed_cents",
    "order_lines"."shipping_cents", "order_lines"."tax_cents", "order_lines"."included_tax_cents",
    "order_lines"."packed_at", "order_lines"."fit", "order_lines"."changed_at", json_object('id',
    "orders"."id", 'createdAt', "orders"."created_at", 'phone', "orders"."phone", 'note', "orders"."note",
    'name', "orders"."name", 'line1', "orders"."line1", 'line2', "orders"."line2", 'city', "orders"."city",
    'region', "orders"."region", 'postalCode', "orders"."postal_code", 'country', "orders"."country") as
    "delivery"
from "order_lines"
inner join "orders" on "orders"."id" = "order_lines"."order_id"
where ("order_lines"."id" in (select value from json_each(?)) and ("order_lines"."closed_why" is null or
    "order_lines"."closed_why" = 'refunded'));

-- GET /dashboard/packing/[id]
-- 2 trips, rows: 6 read, 0 written
-- the session and its user, by the session's token
-- a batch of 2
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where ("order_lines"."order_id" = ? and ("order_lines"."closed_why" is null or "order_lines"."closed_why" =
    'refunded'))
order by "order_lines"."number";

-- GET /dashboard/partners
-- 2 trips, rows: 3 read, 0 written
-- the session and its user, by the session's token
select "partner", "orders", "paid_orders", "revenue_cents"
from "partner_sales"
where "partner_sales"."orders" > 0
order by (-"partner_sales"."revenue_cents") asc, "partner_sales"."partner" asc
limit ?;

-- GET /dashboard/partners (further on)
-- 2 trips, rows: 3 read, 0 written
-- the session and its user, by the session's token
select "partner", "orders", "paid_orders", "revenue_cents"
from "partner_sales"
where ("partner_sales"."orders" > 0 and ((-"partner_sales"."revenue_cents"), "partner_sales"."partner") > (?,
    ?))
order by (-"partner_sales"."revenue_cents") asc, "partner_sales"."partner" asc
limit ?;

-- GET /dashboard/partners.csv
-- 2 trips, rows: 3 read, 0 written
-- the session and its user, by the session's token
select "partner", "orders", "paid_orders", "revenue_cents"
from "partner_sales"
where "partner_sales"."orders" > 0
order by (-"partner_sales"."revenue_cents") asc, "partner_sales"."partner" asc
limit ?;

-- GET /dashboard/products
-- 3 trips, rows: 4 read, 0 written
-- the session and its user, by the session's token
select "id", "name", "image", "archived_at", "draft", "publish_at"
from "tools"
where "tools"."archived_at" is not null
order by "tools"."archived_at" desc, "tools"."id" desc
limit ?;
select "slug", "name", "position", "description", "tool_count", "in_stock_count", "well_rated_count",
    "well_rated_in_stock_count"
from "categories"
where "categories"."slug" > ?
limit ?;

-- GET /dashboard/products (listed)
-- 3 trips, rows: 6 read, 0 written
-- the session and its user, by the session's token
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated", "number" as "place"
from "tools"
where "tools"."archived_at" is null
order by "tools"."created_at" desc, "tools"."id" desc
limit ?;
select "slug", "name", "position", "description", "tool_count", "in_stock_count", "well_rated_count",
    "well_rated_in_stock_count"
from "categories"
where "categories"."slug" > ?
limit ?;

-- GET /dashboard/products (low stock)
-- 3 trips, rows: 6 read, 0 written
-- the session and its user, by the session's token
select "id", "name", "image", "quantity", coalesce("low_stock", ?)
from "tools"
where ("tools"."is_low" = 1 and "tools"."archived_at" is null)
order by "tools"."quantity" asc, "tools"."id" asc
limit ?;
select "slug", "name", "position", "description", "tool_count", "in_stock_count", "well_rated_count",
    "well_rated_in_stock_count"
from "categories"
where "categories"."slug" > ?
limit ?;

-- POST /dashboard/products (many)
-- 3 trips, rows: 11 read, 9 written
-- the session and its user, by the session's token
-- a batch of 2
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where "tools"."id" in (select value from json_each(?));
select "slug", "name"
from "categories"
order by "categories"."position", "categories"."slug"
limit ?;
-- a batch of 2
insert into "imports" ("id", "file_name", "created_by", "actor_id", "created_at", "updated_at", "state",
    "mode", "problem", "line_count", "new_count", "changed_count", "unchanged_count", "wrong_count",
    "saved_count", "rejected_count", "reverted_count", "kept_count")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
insert into "import_lines" ("import_id", "line", "kind", "state", "tool_id", "name", "fields", "was",
    "errors", "batch") select ?, value ->> 'line', 'changed', 'waiting', value ->> 'toolId', value ->> 'name',
    value -> 'fields', value -> 'was', ?, null
from json_each(?)
where true;

-- GET /dashboard/products/[id]
-- 2 trips, rows: 10 read, 0 written
-- the session and its user, by the session's token
-- a batch of 4
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where "tools"."id" = ?;
select "slug", "name"
from "categories"
order by "categories"."position" asc, "categories"."slug" asc
limit ?;
select "specifications"
from "tools"
where "tools"."category_slug" = (select category_slug from tools where id = ?)
limit ?;
select "specifications"
from "tools"
where "tools"."archived_at" is null
order by "tools"."created_at" desc, "tools"."id" desc
limit ?;

-- GET /dashboard/reviews
-- 2 trips, rows: 5 read, 0 written
-- the session and its user, by the session's token
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug", "reviews"."hidden_at",
    "reviews"."queued_at", "reviews"."reported_at", "reviews"."reports"
from "reviews"
left join "tools" on "tools"."id" = "reviews"."tool_id"
where "reviews"."queued_at" is not null
order by "reviews"."queued_at" desc, "reviews"."id" desc
limit ?;

-- GET /dashboard/shipping
-- 2 trips, rows: 5 read, 0 written
-- the session and its user, by the session's token
-- a batch of 2
select "order_lines"."id", "order_lines"."order_id", "order_lines"."created_at", "order_lines"."tool_name",
    "order_lines"."quantity", "order_lines"."packed_at", "order_lines"."number" as "place", json_object('id',
    "orders"."id", 'createdAt', "orders"."created_at", 'phone', "orders"."phone", 'note', "orders"."note",
    'name', "orders"."name", 'line1', "orders"."line1", 'line2', "orders"."line2", 'city', "orders"."city",
    'region', "orders"."region", 'postalCode', "orders"."postal_code", 'country', "orders"."country") as
    "delivery"
from "order_lines"
inner join "orders" on "orders"."id" = "order_lines"."order_id"
where (("order_lines"."transaction_id" is not null and "order_lines"."closed_at" is null) and
    "order_lines"."status" = 'Pending' and "order_lines"."refunded_cents" = 0 and
    "order_lines"."refund_due_cents" = 0 and "order_lines"."refunded_at" is null and
    "order_lines"."restocked_at" is null and "order_lines"."cancelled_at" is null and
    "order_lines"."disputed_at" is null)
order by "order_lines"."created_at" asc, "order_lines"."id" asc
limit ?;
select "orders_to_ship"
from "shop_counts"
where "shop_counts"."id" = ?;

-- GET /dashboard/shipping (further on)
-- 2 trips, rows: 5 read, 0 written
-- the session and its user, by the session's token
-- a batch of 2
select "order_lines"."id", "order_lines"."order_id", "order_lines"."created_at", "order_lines"."tool_name",
    "order_lines"."quantity", "order_lines"."packed_at", "order_lines"."number" as "place", json_object('id',
    "orders"."id", 'createdAt', "orders"."created_at", 'phone', "orders"."phone", 'note', "orders"."note",
    'name', "orders"."name", 'line1', "orders"."line1", 'line2', "orders"."line2", 'city', "orders"."city",
    'region', "orders"."region", 'postalCode', "orders"."postal_code", 'country', "orders"."country") as
    "delivery"
from "order_lines"
inner join "orders" on "orders"."id" = "order_lines"."order_id"
where ((("order_lines"."transaction_id" is not null and "order_lines"."closed_at" is null) and
    "order_lines"."status" = 'Pending' and "order_lines"."refunded_cents" = 0 and
    "order_lines"."refund_due_cents" = 0 and "order_lines"."refunded_at" is null and
    "order_lines"."restocked_at" is null and "order_lines"."cancelled_at" is null and
    "order_lines"."disputed_at" is null) and ("order_lines"."created_at", "order_lines"."id") > (?, ?))
order by "order_lines"."created_at" asc, "order_lines"."id" asc
limit ?;
select "orders_to_ship"
from "shop_counts"
where "shop_counts"."id" = ?;

-- GET /dashboard/shipping (search)
-- 2 trips, rows: 6 read, 0 written
-- the session and its user, by the session's token
-- a batch of 2
select "order_lines"."id", "order_lines"."order_id", "order_lines"."created_at", "order_lines"."tool_name",
    "order_lines"."quantity", "order_lines"."packed_at", place as "place", json_object('id', "orders"."id",
    'createdAt', "orders"."created_at", 'phone', "orders"."phone", 'note', "orders"."note", 'name',
    "orders"."name", 'line1', "orders"."line1", 'line2', "orders"."line2", 'city', "orders"."city", 'region',
    "orders"."region", 'postalCode', "orders"."postal_code", 'country', "orders"."country") as "delivery"
from (select "order_lines".*, found.at_row as place from (select rowid as at_row from "order_lines_search"
    where "order_lines_search" match ? order by rowid desc limit ?) as found cross join "order_lines" where
    ("order_lines"."number" = found.at_row and (("order_lines"."transaction_id" is not null and
    "order_lines"."closed_at" is null) and "order_lines"."status" = 'Pending' and
    "order_lines"."refunded_cents" = 0 and "order_lines"."refund_due_cents" = 0 and
    "order_lines"."refunded_at" is null and "order_lines"."restocked_at" is null and
    "order_lines"."cancelled_at" is null and "order_lines"."disputed_at" is null)) order by found.at_row desc
    limit ?) "order_lines"
inner join "orders" on "orders"."id" = "order_lines"."order_id"
order by place desc
limit ?;
select "orders_to_ship"
from "shop_counts"
where "shop_counts"."id" = ?;

-- GET /dashboard/shipping (shipped)
-- 2 trips, rows: 3 read, 0 written
-- the session and its user, by the session's token
select "order_lines"."id", "order_lines"."order_id", "order_lines"."created_at", "order_lines"."tool_name",
    "order_lines"."quantity", "order_lines"."packed_at", "order_lines"."refunded_at", json_object('id',
    "orders"."id", 'createdAt', "orders"."created_at", 'phone', "orders"."phone", 'note', "orders"."note",
    'name', "orders"."name", 'line1', "orders"."line1", 'line2', "orders"."line2", 'city', "orders"."city",
    'region', "orders"."region", 'postalCode', "orders"."postal_code", 'country', "orders"."country") as
    "delivery", "order_lines"."number" as "place", "shipments"."id" as "parcel_id", "shipments"."carrier",
    "shipments"."tracking_number"
from "order_lines"
inner join "orders" on "orders"."id" = "order_lines"."order_id"
left join "shipments" on "shipments"."id" = "order_lines"."shipment_id"
where ("order_lines".status = 'Shipped')
order by "order_lines"."created_at" desc, "order_lines"."id" desc
limit ?;

-- GET /embed/v1/reviews/[count]
-- 1 trip, rows: 3 read, 0 written
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug"
from "reviews"
left join "tools" on ("tools"."id" = "reviews"."tool_id" and "tools"."archived_at" is null)
where "reviews"."hidden_at" is null
order by "reviews"."created_at" desc, "reviews"."id" desc
limit ?;

-- GET /embed/v1/reviews/[count].html
-- 1 trip, rows: 3 read, 0 written
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug"
from "reviews"
left join "tools" on ("tools"."id" = "reviews"."tool_id" and "tools"."archived_at" is null)
where "reviews"."hidden_at" is null
order by "reviews"."created_at" desc, "reviews"."id" desc
limit ?;

-- GET /embed/v1/reviews/[count].json
-- 1 trip, rows: 3 read, 0 written
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug"
from "reviews"
left join "tools" on ("tools"."id" = "reviews"."tool_id" and "tools"."archived_at" is null)
where "reviews"."hidden_at" is null
order by "reviews"."created_at" desc, "reviews"."id" desc
limit ?;

-- GET /embed/v1/tools/[id]
-- 1 trip, rows: 2 read, 0 written
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where ("tools"."number" = coalesce((select found.number from "tools" as found where found.slug = ?), (select
    found.number from "tools" as found where found.id = ?), (select found.number from "tool_addresses" as
    former join "tools" as found on found.id = former.tool_id where former.slug = ?)) and
    ("tools"."archived_at" is null or ("tools"."draft" = 0 and "tools"."archived_at" <>
    "tools"."created_at")));

-- GET /embed/v1/tools/[id].html
-- 1 trip, rows: 2 read, 0 written
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where ("tools"."number" = coalesce((select found.number from "tools" as found where found.slug = ?), (select
    found.number from "tools" as found where found.id = ?), (select found.number from "tool_addresses" as
    former join "tools" as found on found.id = former.tool_id where former.slug = ?)) and
    ("tools"."archived_at" is null or ("tools"."draft" = 0 and "tools"."archived_at" <>
    "tools"."created_at")));

-- GET /embed/v1/tools/[id].json
-- 1 trip, rows: 2 read, 0 written
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where ("tools"."number" = coalesce((select found.number from "tools" as found where found.slug = ?), (select
    found.number from "tools" as found where found.id = ?), (select found.number from "tool_addresses" as
    former join "tools" as found on found.id = former.tool_id where former.slug = ?)) and
    ("tools"."archived_at" is null or ("tools"."draft" = 0 and "tools"."archived_at" <>
    "tools"."created_at")));

-- GET /feeds/products.xml
-- 1 trip, rows: 4 read, 0 written
select "tools"."number", "tools"."id", "tools"."slug", "tools"."name", "tools"."description", "tools"."image",
    "tools"."min_order_quantity", "tools"."quantity", "tools"."price_cents", "tools"."specifications",
    "categories"."name" as "category"
from "tools"
left join "categories" on "categories"."slug" = "tools"."category_slug"
where ("tools"."number" > ? and "tools"."archived_at" is null)
order by "tools"."number"
limit ?;

-- GET /feeds/reviews.atom
-- 1 trip, rows: 3 read, 0 written
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug"
from "reviews"
left join "tools" on ("tools"."id" = "reviews"."tool_id" and "tools"."archived_at" is null)
where "reviews"."hidden_at" is null
order by "reviews"."created_at" desc, "reviews"."id" desc
limit ?;

-- GET /feeds/tools.atom
-- 1 trip, rows: 3 read, 0 written
select "id", "slug", "name", "description", "image", "created_at"
from "tools"
where "tools"."archived_at" is null
order by "tools"."created_at" desc, "tools"."id" desc
limit ?;

-- GET /fit
-- 0 trips, rows: 0 read, 0 written

-- GET /fit (of a bike)
-- 1 trip, rows: 2 read, 0 written
select "tools"."number", "tools"."id", "tools"."slug", "tools"."name", "tools"."description", "tools"."image",
    "tools"."min_order_quantity", "tools"."quantity", "tools"."stocked", "tools"."price_cents",
    "tools"."created_at", "tools"."updated_at", "tools"."archived_at", "tools"."draft", "tools"."publish_at",
    "tools"."cost_cents", "tools"."low_stock", "tools"."image_alt", "tools"."unlisted_capabilities",
    "tools"."category_slug", "tools"."stars_1", "tools"."stars_2", "tools"."stars_3", "tools"."stars_4",
    "tools"."stars_5", "tools"."sold", "tools"."specifications", "tools"."rating_count", "tools"."rating_sum",
    "tools"."rating_rank", "tools"."capabilities", "tools"."further_images", "tools"."in_stock",
    "tools"."is_low", "tools"."changed_at", "tools"."well_rated"
from (select distinct column1 from (values ((select "tool_capabilities"."tool_id" from (values (0, 0, '11'),
    (0, 1, '11'), (1, 0, '11'), (1, 1, '11')) as ranked cross join "tool_capabilities" indexed by
    tool_capabilities_best where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'measure'
    and "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '11'), (0, 1, '11'), (1, 0, '11'),
    (1, 1, '11')) as ranked cross join "tool_capabilities" indexed by tool_capabilities_best where
    "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'part' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '11'), (0, 1, '11'), (1, 0, '11'),
    (1, 1, '11')) as ranked cross join "tool_capabilities" indexed by tool_capabilities_best where
    "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'open' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '11'), (0, 1, '11'), (1, 0, '11'),
    (1, 1, '11')) as ranked cross join "tool_capabilities" indexed by tool_capabilities_best where
    "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'remove' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '11'), (0, 1, '11'), (1, 0, '11'),
    (1, 1, '11')) as ranked cross join "tool_capabilities" indexed by tool_capabilities_best where
    "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'close' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)))) as found
cross join "tools"
where "tools"."id" = found.column1 and "tools"."archived_at" is null;

-- GET /fit (whether a tool fits)
-- 1 trip, rows: 1 read, 0 written
select "tools"."id", "tools"."slug", "tools"."name", "tools"."capabilities"
from (values (?)) as wanted
cross join "tools"
where "tools"."id" = wanted.column1 and "tools"."archived_at" is null;

-- GET /fit/[dimension]
-- 0 trips, rows: 0 read, 0 written

-- GET /fit/[dimension] (unknown)
-- 0 trips, rows: 0 read, 0 written

-- GET /fit/marks.json
-- 1 trip, rows: 2 read, 0 written
select "tools"."id", "tools"."slug", "tools"."name", "tools"."capabilities"
from (values (?), (?)) as wanted
cross join "tools"
where "tools"."id" = wanted.column1 and "tools"."archived_at" is null;

-- GET /forgot
-- 0 trips, rows: 0 read, 0 written

-- GET /images/[key]
-- 0 trips, rows: 0 read, 0 written

-- GET /images/[key] (for links)
-- 0 trips, rows: 0 read, 0 written

-- GET /images/[key] (smaller)
-- 0 trips, rows: 0 read, 0 written

-- GET /jobs
-- 0 trips, rows: 0 read, 0 written

-- GET /jobs/[slug]
-- 1 trip, rows: 2 read, 0 written
select "tools"."number", "tools"."id", "tools"."slug", "tools"."name", "tools"."description", "tools"."image",
    "tools"."min_order_quantity", "tools"."quantity", "tools"."stocked", "tools"."price_cents",
    "tools"."created_at", "tools"."updated_at", "tools"."archived_at", "tools"."draft", "tools"."publish_at",
    "tools"."cost_cents", "tools"."low_stock", "tools"."image_alt", "tools"."unlisted_capabilities",
    "tools"."category_slug", "tools"."stars_1", "tools"."stars_2", "tools"."stars_3", "tools"."stars_4",
    "tools"."stars_5", "tools"."sold", "tools"."specifications", "tools"."rating_count", "tools"."rating_sum",
    "tools"."rating_rank", "tools"."capabilities", "tools"."further_images", "tools"."in_stock",
    "tools"."is_low", "tools"."changed_at", "tools"."well_rated"
from (select distinct column1 from (values ((select "tool_capabilities"."tool_id" from (values (0, 0,
    'single'), (0, 1, 'single'), (1, 0, 'single'), (1, 1, 'single')) as ranked cross join "tool_capabilities"
    indexed by tool_capabilities_best where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" =
    'measure' and "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1
    and "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '5-8'), (0, 1, '5-8'), (1, 0,
    '5-8'), (1, 1, '5-8')) as ranked cross join "tool_capabilities" indexed by tool_capabilities_best where
    "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'measure' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '9'), (0, 1, '9'), (1, 0, '9'), (1,
    1, '9')) as ranked cross join "tool_capabilities" indexed by tool_capabilities_best where
    "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'measure' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '10'), (0, 1, '10'), (1, 0, '10'),
    (1, 1, '10')) as ranked cross join "tool_capabilities" indexed by tool_capabilities_best where
    "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'measure' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '11'), (0, 1, '11'), (1, 0, '11'),
    (1, 1, '11')) as ranked cross join "tool_capabilities" indexed by tool_capabilities_best where
    "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'measure' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '12-shimano'), (0, 1, '12-shimano'),
    (1, 0, '12-shimano'), (1, 1, '12-shimano')) as ranked cross join "tool_capabilities" indexed by
    tool_capabilities_best where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'measure'
    and "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '12-eagle'), (0, 1, '12-eagle'), (1,
    0, '12-eagle'), (1, 1, '12-eagle')) as ranked cross join "tool_capabilities" indexed by
    tool_capabilities_best where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'measure'
    and "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '12-flattop'), (0, 1, '12-flattop'),
    (1, 0, '12-flattop'), (1, 1, '12-flattop')) as ranked cross join "tool_capabilities" indexed by
    tool_capabilities_best where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'measure'
    and "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '12-campagnolo'), (0, 1,
    '12-campagnolo'), (1, 0, '12-campagnolo'), (1, 1, '12-campagnolo')) as ranked cross join
    "tool_capabilities" indexed by tool_capabilities_best where "tool_capabilities"."fits" = 1 and
    "tool_capabilities"."action" = 'measure' and "tool_capabilities"."dimension" = 'chain' and
    "tool_capabilities"."also" = ranked.column1 and "tool_capabilities"."unavailable" = ranked.column2 and
    "tool_capabilities"."standard" = ranked.column3 limit 1)), ((select "tool_capabilities"."tool_id" from
    (values (0, 0, '13'), (0, 1, '13'), (1, 0, '13'), (1, 1, '13')) as ranked cross join "tool_capabilities"
    indexed by tool_capabilities_best where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" =
    'measure' and "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1
    and "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, 'single'), (0, 1, 'single'), (1, 0,
    'single'), (1, 1, 'single')) as ranked cross join "tool_capabilities" indexed by tool_capabilities_best
    where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'remove' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '5-8'), (0, 1, '5-8'), (1, 0,
    '5-8'), (1, 1, '5-8')) as ranked cross join "tool_capabilities" indexed by tool_capabilities_best where
    "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'remove' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '9'), (0, 1, '9'), (1, 0, '9'), (1,
    1, '9')) as ranked cross join "tool_capabilities" indexed by tool_capabilities_best where
    "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'remove' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '10'), (0, 1, '10'), (1, 0, '10'),
    (1, 1, '10')) as ranked cross join "tool_capabilities" indexed by tool_capabilities_best where
    "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'remove' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '11'), (0, 1, '11'), (1, 0, '11'),
    (1, 1, '11')) as ranked cross join "tool_capabilities" indexed by tool_capabilities_best where
    "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'remove' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '12-shimano'), (0, 1, '12-shimano'),
    (1, 0, '12-shimano'), (1, 1, '12-shimano')) as ranked cross join "tool_capabilities" indexed by
    tool_capabilities_best where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'remove'
    and "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '12-eagle'), (0, 1, '12-eagle'), (1,
    0, '12-eagle'), (1, 1, '12-eagle')) as ranked cross join "tool_capabilities" indexed by
    tool_capabilities_best where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'remove'
    and "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '12-flattop'), (0, 1, '12-flattop'),
    (1, 0, '12-flattop'), (1, 1, '12-flattop')) as ranked cross join "tool_capabilities" indexed by
    tool_capabilities_best where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'remove'
    and "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '12-campagnolo'), (0, 1,
    '12-campagnolo'), (1, 0, '12-campagnolo'), (1, 1, '12-campagnolo')) as ranked cross join
    "tool_capabilities" indexed by tool_capabilities_best where "tool_capabilities"."fits" = 1 and
    "tool_capabilities"."action" = 'remove' and "tool_capabilities"."dimension" = 'chain' and
    "tool_capabilities"."also" = ranked.column1 and "tool_capabilities"."unavailable" = ranked.column2 and
    "tool_capabilities"."standard" = ranked.column3 limit 1)), ((select "tool_capabilities"."tool_id" from
    (values (0, 0, '13'), (0, 1, '13'), (1, 0, '13'), (1, 1, '13')) as ranked cross join "tool_capabilities"
    indexed by tool_capabilities_best where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" =
    'remove' and "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, 'single'), (0, 1, 'single'), (1, 0,
    'single'), (1, 1, 'single')) as ranked cross join "tool_capabilities" indexed by tool_capabilities_best
    where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'open' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '5-8'), (0, 1, '5-8'), (1, 0,
    '5-8'), (1, 1, '5-8')) as ranked cross join "tool_capabilities" indexed by tool_capabilities_best where
    "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'open' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '9'), (0, 1, '9'), (1, 0, '9'), (1,
    1, '9')) as ranked cross join "tool_capabilities" indexed by tool_capabilities_best where
    "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'open' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '10'), (0, 1, '10'), (1, 0, '10'),
    (1, 1, '10')) as ranked cross join "tool_capabilities" indexed by tool_capabilities_best where
    "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'open' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '11'), (0, 1, '11'), (1, 0, '11'),
    (1, 1, '11')) as ranked cross join "tool_capabilities" indexed by tool_capabilities_best where
    "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'open' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '12-shimano'), (0, 1, '12-shimano'),
    (1, 0, '12-shimano'), (1, 1, '12-shimano')) as ranked cross join "tool_capabilities" indexed by
    tool_capabilities_best where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'open' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '12-eagle'), (0, 1, '12-eagle'), (1,
    0, '12-eagle'), (1, 1, '12-eagle')) as ranked cross join "tool_capabilities" indexed by
    tool_capabilities_best where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'open' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '12-flattop'), (0, 1, '12-flattop'),
    (1, 0, '12-flattop'), (1, 1, '12-flattop')) as ranked cross join "tool_capabilities" indexed by
    tool_capabilities_best where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = 'open' and
    "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select "tool_capabilities"."tool_id" from (values (0, 0, '12-campagnolo'), (0, 1,
    '12-campagnolo'), (1, 0, '12-campagnolo'), (1, 1, '12-campagnolo')) as ranked cross join
    "tool_capabilities" indexed by tool_capabilities_best where "tool_capabilities"."fits" = 1 and
    "tool_capabilities"."action" = 'open' and "tool_capabilities"."dimension" = 'chain' and
    "tool_capabilities"."also" = ranked.column1 and "tool_capabilities"."unavailable" = ranked.column2 and
    "tool_capabilities"."standard" = ranked.column3 limit 1)), ((select "tool_capabilities"."tool_id" from
    (values (0, 0, '13'), (0, 1, '13'), (1, 0, '13'), (1, 1, '13')) as ranked cross join "tool_capabilities"
    indexed by tool_capabilities_best where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" =
    'open' and "tool_capabilities"."dimension" = 'chain' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)))) as found
cross join "tools"
where "tools"."id" = found.column1 and "tools"."archived_at" is null;

-- GET /jobs/[slug] (unknown)
-- 0 trips, rows: 0 read, 0 written

-- GET /jobs/[slug] (with a torque)
-- 1 trip, rows: 2 read, 0 written
select "tools"."number", "tools"."id", "tools"."slug", "tools"."name", "tools"."description", "tools"."image",
    "tools"."min_order_quantity", "tools"."quantity", "tools"."stocked", "tools"."price_cents",
    "tools"."created_at", "tools"."updated_at", "tools"."archived_at", "tools"."draft", "tools"."publish_at",
    "tools"."cost_cents", "tools"."low_stock", "tools"."image_alt", "tools"."unlisted_capabilities",
    "tools"."category_slug", "tools"."stars_1", "tools"."stars_2", "tools"."stars_3", "tools"."stars_4",
    "tools"."stars_5", "tools"."sold", "tools"."specifications", "tools"."rating_count", "tools"."rating_sum",
    "tools"."rating_rank", "tools"."capabilities", "tools"."further_images", "tools"."in_stock",
    "tools"."is_low", "tools"."changed_at", "tools"."well_rated"
from (select distinct column1 from (values ((select "tool_capabilities"."tool_id" from (values (0, 0,
    'hex-4'), (0, 1, 'hex-4'), (1, 0, 'hex-4'), (1, 1, 'hex-4')) as ranked cross join "tool_capabilities"
    indexed by tool_capabilities_best where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" =
    'turn' and "tool_capabilities"."dimension" = 'bolt' and "tool_capabilities"."also" = ranked.column1 and
    "tool_capabilities"."unavailable" = ranked.column2 and "tool_capabilities"."standard" = ranked.column3
    limit 1)), ((select tool_id from (select "tool_capabilities"."tool_id", "tool_capabilities"."range_from",
    "tool_capabilities"."range_to" from "tool_capabilities" where "tool_capabilities"."fits" = 1 and
    "tool_capabilities"."action" = 'torque' and "tool_capabilities"."dimension" = '' and
    "tool_capabilities"."standard" = '' order by "tool_capabilities"."also",
    "tool_capabilities"."unavailable", "tool_capabilities"."price_cents", "tool_capabilities"."tool_id" limit
    10) where range_from <= 4 and range_to >= 6 limit 1)), ((select "tool_capabilities"."tool_id" from (values
    (0, 0, 'hex-5'), (0, 1, 'hex-5'), (1, 0, 'hex-5'), (1, 1, 'hex-5')) as ranked cross join
    "tool_capabilities" indexed by tool_capabilities_best where "tool_capabilities"."fits" = 1 and
    "tool_capabilities"."action" = 'turn' and "tool_capabilities"."dimension" = 'bolt' and
    "tool_capabilities"."also" = ranked.column1 and "tool_capabilities"."unavailable" = ranked.column2 and
    "tool_capabilities"."standard" = ranked.column3 limit 1)))) as found
cross join "tools"
where "tools"."id" = found.column1 and "tools"."archived_at" is null;

-- GET /legal/[page]
-- 0 trips, rows: 0 read, 0 written

-- GET /llms.txt
-- 1 trip, rows: 1 read, 0 written
select "slug", "name", "position", "description", "tool_count", "in_stock_count", "well_rated_count",
    "well_rated_in_stock_count"
from "categories"
where "categories"."slug" > ?
limit ?;

-- GET /login
-- 0 trips, rows: 0 read, 0 written

-- GET /login (signed in)
-- 1 trip, rows: 2 read, 0 written
-- the session and its user, by the session's token

-- POST /login/google
-- 3 trips, rows: 2 read, 9 written
-- the requests of an IP address
-- the first request of an IP address
insert into "verifications" ("id", "identifier", "value", "expires_at", "created_at", "updated_at")
values (?, ?, ?, ?, ?, ?)
returning "id", "identifier", "value", "expires_at", "created_at", "updated_at";

-- GET /manageTools
-- 2 trips, rows: 5 read, 0 written
-- the session and its user, by the session's token
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated", "number" as "place"
from "tools"
where "tools"."archived_at" is null
order by "tools"."created_at" desc, "tools"."id" desc
limit ?;

-- GET /oembed
-- 1 trip, rows: 2 read, 0 written
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where ("tools"."number" = coalesce((select found.number from "tools" as found where found.slug = ?), (select
    found.number from "tools" as found where found.id = ?), (select found.number from "tool_addresses" as
    former join "tools" as found on found.id = former.tool_id where former.slug = ?)) and
    ("tools"."archived_at" is null or ("tools"."draft" = 0 and "tools"."archived_at" <>
    "tools"."created_at")));

-- GET /orders/[id]
-- 2 trips, rows: fewer than 100 read, 0 written
-- the session and its user, by the session's token
-- a batch of 4
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where (("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?)) and "orders"."user_id" = ?);
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where "order_lines"."order_id" = (select "orders"."id" from "orders" where (("orders"."id" = ? or
    "orders"."id" = (select "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?)) and
    "orders"."user_id" = ?))
order by "order_lines"."number";
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."intent_id" = (select "orders"."transaction_id" from "orders" where (("orders"."id" = ?
    or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?)) and
    "orders"."user_id" = ?));
select "intent_id", "line_id", "amount_cents", "refund_id", "created_at", "done_at", "retry_at", "failures"
from "refunds"
where "refunds"."line_id" = (select "order_lines"."id" from "order_lines" where "order_lines"."order_id" =
    (select "orders"."id" from "orders" where (("orders"."id" = ? or "orders"."id" = (select
    "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?)) and "orders"."user_id" = ?))
    order by "order_lines"."number" limit 1);

-- GET /orders/[id] (of a guest)
-- 1 trip, rows: fewer than 100 read, 0 written
-- a batch of 4
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where (("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?)) and "orders"."access_token_hash" in (?));
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where "order_lines"."order_id" = (select "orders"."id" from "orders" where (("orders"."id" = ? or
    "orders"."id" = (select "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?)) and
    "orders"."access_token_hash" in (?)))
order by "order_lines"."number";
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."intent_id" = (select "orders"."transaction_id" from "orders" where (("orders"."id" = ?
    or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?)) and
    "orders"."access_token_hash" in (?)));
select "intent_id", "line_id", "amount_cents", "refund_id", "created_at", "done_at", "retry_at", "failures"
from "refunds"
where "refunds"."line_id" = (select "order_lines"."id" from "order_lines" where "order_lines"."order_id" =
    (select "orders"."id" from "orders" where (("orders"."id" = ? or "orders"."id" = (select
    "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?)) and
    "orders"."access_token_hash" in (?))) order by "order_lines"."number" limit 1);

-- GET /orders/[id] (shipped)
-- 2 trips, rows: fewer than 100 read, 0 written
-- the session and its user, by the session's token
-- a batch of 4
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where (("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?)) and "orders"."user_id" = ?);
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where "order_lines"."order_id" = (select "orders"."id" from "orders" where (("orders"."id" = ? or
    "orders"."id" = (select "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?)) and
    "orders"."user_id" = ?))
order by "order_lines"."number";
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."intent_id" = (select "orders"."transaction_id" from "orders" where (("orders"."id" = ?
    or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?)) and
    "orders"."user_id" = ?));
select "intent_id", "line_id", "amount_cents", "refund_id", "created_at", "done_at", "retry_at", "failures"
from "refunds"
where "refunds"."line_id" = (select "order_lines"."id" from "order_lines" where "order_lines"."order_id" =
    (select "orders"."id" from "orders" where (("orders"."id" = ? or "orders"."id" = (select
    "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?)) and "orders"."user_id" = ?))
    order by "order_lines"."number" limit 1);

-- GET /orders/[id] (to an administrator)
-- 2 trips, rows: fewer than 100 read, 0 written
-- the session and its user, by the session's token
-- a batch of 6
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?));
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at", (select json_array("carrier", "tracking_number") from "shipments" where "id" =
    "shipment_id") as "parcel"
from "order_lines"
where "order_lines"."order_id" = (select "orders"."id" from "orders" where ("orders"."id" = ? or "orders"."id"
    = (select "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?)))
order by "order_lines"."number";
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."intent_id" = (select "orders"."transaction_id" from "orders" where ("orders"."id" = ? or
    "orders"."id" = (select "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?)));
select "intent_id", "line_id", "amount_cents", "refund_id", "created_at", "done_at", "retry_at", "failures"
from "refunds"
where "refunds"."line_id" = (select "order_lines"."id" from "order_lines" where "order_lines"."order_id" =
    (select "orders"."id" from "orders" where ("orders"."id" = ? or "orders"."id" = (select
    "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?))) order by
    "order_lines"."number" limit 1);
select "order_notes"."text", "order_notes"."created_at", "users"."name"
from "order_notes"
left join "users" on "users"."id" = "order_notes"."author_id"
where "order_notes"."order_id" = (select "orders"."id" from "orders" where ("orders"."id" = ? or "orders"."id"
    = (select "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?)))
order by "order_notes"."created_at" desc
limit ?;
select "kind", "outcome", "available_at", "done_at"
from "outbox"
where ("outbox"."subject_id" = (select "orders"."id" from "orders" where ("orders"."id" = ? or "orders"."id" =
    (select "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?))) or
    "outbox"."subject_id" in (select "order_lines"."id" from "order_lines" where "order_lines"."order_id" =
    (select "orders"."id" from "orders" where ("orders"."id" = ? or "orders"."id" = (select
    "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?)))))
limit ?;

-- GET /payment/[id]
-- 2 trips, rows: 11 read, 0 written
-- the session and its user, by the session's token
-- a batch of 2
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where (("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?)) and "orders"."user_id" = ?);
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where ("order_lines"."order_id" in (select "id" from "orders" where (("orders"."id" = ? or "orders"."id" =
    (select "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?)) and "orders"."user_id"
    = ?)) and ("order_lines"."closed_why" is null or "order_lines"."closed_why" = 'refunded'))
order by "order_lines"."number";

-- GET /payment/[id] (by a guest's link)
-- 1 trip, rows: 3 read, 0 written
select "id"
from "orders"
where (("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?)) and "orders"."access_token_hash" = ?);

-- GET /payment/[id] (of a guest)
-- 1 trip, rows: 11 read, 0 written
-- a batch of 2
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where (("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?)) and "orders"."access_token_hash" in (?));
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where ("order_lines"."order_id" in (select "id" from "orders" where (("orders"."id" = ? or "orders"."id" =
    (select "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?)) and
    "orders"."access_token_hash" in (?))) and ("order_lines"."closed_why" is null or
    "order_lines"."closed_why" = 'refunded'))
order by "order_lines"."number";

-- GET /portfolio
-- 0 trips, rows: 0 read, 0 written

-- GET /purchase/[id]
-- 2 trips, rows: 3 read, 0 written
-- the session and its user, by the session's token
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null);

-- GET /purchase/[id] (signed out)
-- 0 trips, rows: 0 read, 0 written

-- GET /reset
-- 0 trips, rows: 0 read, 0 written

-- GET /review
-- 1 trip, rows: 3 read, 0 written
-- a batch of 2
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug"
from "reviews"
left join "tools" on ("tools"."id" = "reviews"."tool_id" and "tools"."archived_at" is null)
where "reviews"."hidden_at" is null
order by "reviews"."created_at" desc, "reviews"."id" desc
limit ?;
select "counts"
from "hidden_reviews"
where "hidden_reviews"."scope" = ?;

-- GET /review (further on)
-- 1 trip, rows: 3 read, 0 written
-- a batch of 2
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug"
from "reviews"
left join "tools" on ("tools"."id" = "reviews"."tool_id" and "tools"."archived_at" is null)
where (("reviews"."created_at", "reviews"."id") < (?, ?) and "reviews"."hidden_at" is null)
order by "reviews"."created_at" desc, "reviews"."id" desc
limit ?;
select "counts"
from "hidden_reviews"
where "hidden_reviews"."scope" = ?;

-- GET /review/[id]/report
-- 1 trip, rows: 2 read, 0 written
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug"
from "reviews"
left join "tools" on ("tools"."id" = "reviews"."tool_id" and "tools"."archived_at" is null)
where ("reviews"."id" = ? and "reviews"."hidden_at" is null)
order by "reviews"."created_at" desc, "reviews"."id" desc
limit ?;

-- POST /review/[id]/report
-- 3 trips, rows: 8 read, 11 written
select "reviews"."id", "reviews"."author", "reviews"."rating", "reviews"."image", "reviews"."description",
    "reviews"."line_id", "reviews"."tool_id", "reviews"."created_at", "reviews"."hidden_reason",
    "reviews"."answer", "reviews"."answered_at", "tools"."name", "tools"."slug"
from "reviews"
left join "tools" on ("tools"."id" = "reviews"."tool_id" and "tools"."archived_at" is null)
where ("reviews"."id" = ? and "reviews"."hidden_at" is null)
order by "reviews"."created_at" desc, "reviews"."id" desc
limit ?;
insert into "account_attempts" ("account", "attempts", "ends_at")
values (?, ?, ?)
on conflict ("account_attempts"."account") do update
set "attempts" = case when "account_attempts"."ends_at" <= ? then 1 else "account_attempts"."attempts" + 1
    end, "ends_at" = case when "account_attempts"."ends_at" <= ? then ? else "account_attempts"."ends_at" end
returning "attempts", "ends_at";
-- a batch of 2
insert into "review_reports" ("review_id", "network", "reason", "created_at") select "reviews"."id", ?, ?, ?
from "reviews"
where ("reviews"."id" = ? and "reviews"."hidden_at" is null)
on conflict do nothing
returning "reason";
update "reviews"
set "queued_at" = coalesce("reviews"."queued_at", ?), "reported_at" = ?, "reports" =
    json_set("reviews"."reports", ?, coalesce("reviews"."reports" ->> ?, 0) + 1)
where ("reviews"."id" = ? and changes() = 1);

-- GET /robots.txt
-- 0 trips, rows: 0 read, 0 written

-- GET /signup
-- 0 trips, rows: 0 read, 0 written

-- GET /sitemap.xml
-- 1 trip, rows: 1 read, 0 written
select max("number")
from "tools";

-- GET /sitemap/[part].xml (pages)
-- 1 trip, rows: 1 read, 0 written
select "slug", "name", "position", "description", "tool_count", "in_stock_count", "well_rated_count",
    "well_rated_in_stock_count"
from "categories"
where "categories"."slug" > ?
limit ?;

-- GET /sitemap/[part].xml (tools)
-- 1 trip, rows: 4 read, 0 written
-- a batch of 2
select max("number")
from "tools";
select "id", "slug", "updated_at"
from "tools"
where ("tools"."number" > ? and "tools"."number" <= ? and "tools"."archived_at" is null)
order by "tools"."number";

-- GET /sitemap/[part].xml (unknown)
-- 1 trip, rows: 2 read, 0 written
-- a batch of 2
select max("number")
from "tools";
select "id", "slug", "updated_at"
from "tools"
where ("tools"."number" > ? and "tools"."number" <= ? and "tools"."archived_at" is null)
order by "tools"."number";

-- GET /suggest
-- 1 trip, rows: 4 read, 0 written
select "tools"."id", "tools"."name", "tools"."slug"
from (select * from (select rowid as place, ? as kind from "tools_search_names" where "tools_search_names"
    match ? order by rowid desc limit ?)) as found
inner join "tools" on "tools"."number" = found.place % ?;

-- GET /tools
-- 1 trip, rows: 5 read, 0 written
-- a batch of 3
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from (select * from "tools" indexed by "tools_catalogue" where "tools"."archived_at" is null order by
    "created_at" desc, "id" desc limit ?) "tools";
select "slug", "name", "position", "description", "tool_count", "in_stock_count", "well_rated_count",
    "well_rated_in_stock_count"
from "categories"
where "categories"."slug" > ?
limit ?;
select "scope", "tool_count", "in_stock_count", "well_rated_count", "well_rated_in_stock_count", "categories"
from "facet_counts"
where "facet_counts"."scope" = ?;

-- GET /tools (a search with a word to correct)
-- 1 trip, rows: 39 read, 0 written
-- a batch of 2
select "tools"."number", "tools"."id", "tools"."slug", "tools"."name", "tools"."description", "tools"."image",
    "tools"."min_order_quantity", "tools"."quantity", "tools"."stocked", "tools"."price_cents",
    "tools"."created_at", "tools"."updated_at", "tools"."archived_at", "tools"."draft", "tools"."publish_at",
    "tools"."cost_cents", "tools"."low_stock", "tools"."image_alt", "tools"."unlisted_capabilities",
    "tools"."category_slug", "tools"."stars_1", "tools"."stars_2", "tools"."stars_3", "tools"."stars_4",
    "tools"."stars_5", "tools"."sold", "tools"."specifications", "tools"."rating_count", "tools"."rating_sum",
    "tools"."rating_rank", "tools"."capabilities", "tools"."further_images", "tools"."in_stock",
    "tools"."is_low", "tools"."changed_at", "tools"."well_rated", found.place, found.kind, found.variant,
    found.first, found.second
from (with chosen as materialized (select variant, word0 as first, word1 as second,
    json_extract(replace(replace(?, ?, coalesce(word0, '')), ?, coalesce(word1, '')), '$[' || variant || ']')
    as plan from (select *, (word0 is not null) * 1 as variant from (select iif(exists (select 1 from
    search_keys where word = key and key in (?, ?) and exists (select 1 from "tools_search_texts" where
    "tools_search_texts" match 'text : "' || word || '"')), null, ?) as word0, null as word1 limit 1 offset 0)
    limit 1 offset 0)) select found.*, (select variant from chosen) as variant, (select first from chosen) as
    first, (select second from chosen) as second from (select * from (select * from (select rowid as place, ?
    as kind from "tools_search_names" where "tools_search_names" match (select json_extract(plan, ?) from
    chosen) order by rowid desc limit ?) union all select * from (select rowid as place, ? as kind from
    "tools_search_names" where "tools_search_names" match (select json_extract(plan, ?) from chosen) order by
    rowid desc limit ?) union all select * from (select rowid as place, ? as kind from "tools_search_names"
    where "tools_search_names" match (select json_extract(plan, ?) from chosen) order by rowid desc limit ?)
    union all select * from (select rowid as place, ? as kind from "tools_search_texts" where
    "tools_search_texts" match (select json_extract(plan, ?) from chosen) order by rowid desc limit ?) limit
    ?) union all select * from (select * from (select rowid as place, ? as kind from "tools_search_texts"
    where "tools_search_texts" match (select json_extract(plan, ?) from chosen) order by rowid desc limit ?)
    union all select * from (select rowid as place, ? as kind from "tools_search_texts" where
    "tools_search_texts" match (select json_extract(plan, ?) from chosen) order by rowid desc limit ?) union
    all select * from (select rowid as place, ? as kind from "tools_search_names" where "tools_search_names"
    match (select json_extract(plan, ?) from chosen) order by rowid desc limit ?) union all select * from
    (select rowid as place, ? as kind from "tools_search_texts" where "tools_search_texts" match (select
    json_extract(plan, ?) from chosen) order by rowid desc limit ?) union all select * from (select rowid as
    place, ? as kind from "tools_search_names" order by rowid desc limit ?) limit ?) limit ?) as found) as
    found
cross join "tools"
where "tools"."number" = found.place % ?;
select "scope", "tool_count", "in_stock_count", "well_rated_count", "well_rated_in_stock_count", "categories"
from "facet_counts"
where "facet_counts"."scope" = ?;

-- GET /tools (a search)
-- 1 trip, rows: 26 read, 0 written
-- a batch of 2
select "tools"."number", "tools"."id", "tools"."slug", "tools"."name", "tools"."description", "tools"."image",
    "tools"."min_order_quantity", "tools"."quantity", "tools"."stocked", "tools"."price_cents",
    "tools"."created_at", "tools"."updated_at", "tools"."archived_at", "tools"."draft", "tools"."publish_at",
    "tools"."cost_cents", "tools"."low_stock", "tools"."image_alt", "tools"."unlisted_capabilities",
    "tools"."category_slug", "tools"."stars_1", "tools"."stars_2", "tools"."stars_3", "tools"."stars_4",
    "tools"."stars_5", "tools"."sold", "tools"."specifications", "tools"."rating_count", "tools"."rating_sum",
    "tools"."rating_rank", "tools"."capabilities", "tools"."further_images", "tools"."in_stock",
    "tools"."is_low", "tools"."changed_at", "tools"."well_rated", found.place, found.kind, found.variant,
    found.first, found.second
from (with chosen as materialized (select 0 as variant, null as first, null as second) select found.*, (select
    variant from chosen) as variant, (select first from chosen) as first, (select second from chosen) as
    second from (select * from (select * from (select rowid as place, ? as kind from "tools_search_names"
    where "tools_search_names" match ? order by rowid desc limit ?) union all select * from (select rowid as
    place, ? as kind from "tools_search_names" where "tools_search_names" match ? order by rowid desc limit ?)
    union all select * from (select rowid as place, ? as kind from "tools_search_names" where
    "tools_search_names" match ? order by rowid desc limit ?) union all select * from (select rowid as place,
    ? as kind from "tools_search_texts" where "tools_search_texts" match ? order by rowid desc limit ?) limit
    ?) union all select * from (select * from (select rowid as place, ? as kind from "tools_search_texts"
    where "tools_search_texts" match ? order by rowid desc limit ?) union all select * from (select rowid as
    place, ? as kind from "tools_search_texts" where "tools_search_texts" match ? order by rowid desc limit ?)
    union all select * from (select rowid as place, ? as kind from "tools_search_names" where
    "tools_search_names" match ? order by rowid desc limit ?) union all select * from (select rowid as place,
    ? as kind from "tools_search_texts" where "tools_search_texts" match ? order by rowid desc limit ?) union
    all select * from (select rowid as place, ? as kind from "tools_search_names" order by rowid desc limit ?)
    limit ?) limit ?) as found) as found
cross join "tools"
where "tools"."number" = found.place % ?;
select "scope", "tool_count", "in_stock_count", "well_rated_count", "well_rated_in_stock_count", "categories"
from "facet_counts"
where "facet_counts"."scope" = ?;

-- GET /tools (a search, filtered and sorted)
-- 1 trip, rows: 26 read, 0 written
-- a batch of 2
select "tools"."number", "tools"."id", "tools"."slug", "tools"."name", "tools"."description", "tools"."image",
    "tools"."min_order_quantity", "tools"."quantity", "tools"."stocked", "tools"."price_cents",
    "tools"."created_at", "tools"."updated_at", "tools"."archived_at", "tools"."draft", "tools"."publish_at",
    "tools"."cost_cents", "tools"."low_stock", "tools"."image_alt", "tools"."unlisted_capabilities",
    "tools"."category_slug", "tools"."stars_1", "tools"."stars_2", "tools"."stars_3", "tools"."stars_4",
    "tools"."stars_5", "tools"."sold", "tools"."specifications", "tools"."rating_count", "tools"."rating_sum",
    "tools"."rating_rank", "tools"."capabilities", "tools"."further_images", "tools"."in_stock",
    "tools"."is_low", "tools"."changed_at", "tools"."well_rated", found.place, found.kind, found.variant,
    found.first, found.second
from (with chosen as materialized (select 0 as variant, null as first, null as second) select found.*, (select
    variant from chosen) as variant, (select first from chosen) as first, (select second from chosen) as
    second from (select * from (select * from (select rowid as place, ? as kind from "tools_search_names"
    where "tools_search_names" match ? order by rowid desc limit ?) union all select * from (select rowid as
    place, ? as kind from "tools_search_names" where "tools_search_names" match ? order by rowid desc limit ?)
    union all select * from (select rowid as place, ? as kind from "tools_search_names" where
    "tools_search_names" match ? order by rowid desc limit ?) union all select * from (select rowid as place,
    ? as kind from "tools_search_texts" where "tools_search_texts" match ? order by rowid desc limit ?) limit
    ?) union all select * from (select * from (select rowid as place, ? as kind from "tools_search_texts"
    where "tools_search_texts" match ? order by rowid desc limit ?) union all select * from (select rowid as
    place, ? as kind from "tools_search_texts" where "tools_search_texts" match ? order by rowid desc limit ?)
    union all select * from (select rowid as place, ? as kind from "tools_search_names" where
    "tools_search_names" match ? order by rowid desc limit ?) union all select * from (select rowid as place,
    ? as kind from "tools_search_texts" where "tools_search_texts" match ? order by rowid desc limit ?) union
    all select * from (select rowid as place, ? as kind from "tools_search_names" order by rowid desc limit ?)
    limit ?) limit ?) as found) as found
cross join "tools"
where "tools"."number" = found.place % ?;
select "scope", "tool_count", "in_stock_count", "well_rated_count", "well_rated_in_stock_count", "categories"
from "facet_counts"
where "facet_counts"."scope" = ?;

-- GET /tools (filtered)
-- 1 trip, rows: 5 read, 0 written
-- a batch of 3
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from (select * from "tools" indexed by "tools_filtered_newest" where ("tools"."archived_at" is null and
    "tools"."in_stock" = ? and "tools"."well_rated" = ?) union all select * from "tools" indexed by
    "tools_filtered_newest" where ("tools"."archived_at" is null and "tools"."in_stock" = ? and
    "tools"."well_rated" = ?) order by "created_at" desc, "id" desc limit ?) "tools";
select "slug", "name", "position", "description", "tool_count", "in_stock_count", "well_rated_count",
    "well_rated_in_stock_count"
from "categories"
where "categories"."slug" = ?
limit ?;
select "scope", "tool_count", "in_stock_count", "well_rated_count", "well_rated_in_stock_count", "categories"
from "facet_counts"
where "facet_counts"."scope" = ?;

-- GET /tools (further on)
-- 1 trip, rows: 5 read, 0 written
-- a batch of 3
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from (select * from "tools" indexed by "tools_catalogue" where ("tools"."archived_at" is null and
    ("tools"."created_at", "tools"."id") < (?, ?)) order by "created_at" desc, "id" desc limit ?) "tools";
select "slug", "name", "position", "description", "tool_count", "in_stock_count", "well_rated_count",
    "well_rated_in_stock_count"
from "categories"
where "categories"."slug" > ?
limit ?;
select "scope", "tool_count", "in_stock_count", "well_rated_count", "well_rated_in_stock_count", "categories"
from "facet_counts"
where "facet_counts"."scope" = ?;

-- GET /tools (that fit a bike)
-- 1 trip, rows: 4 read, 0 written
-- a batch of 3
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from (select * from "tools" indexed by "tools_catalogue" where "tools"."archived_at" is null order by
    "created_at" desc, "id" desc limit ?) "tools";
select "slug", "name", "position", "description", "tool_count", "in_stock_count", "well_rated_count",
    "well_rated_in_stock_count"
from "categories"
where "categories"."slug" = ?
limit ?;
select "scope", "tool_count", "in_stock_count", "well_rated_count", "well_rated_in_stock_count", "categories"
from "facet_counts"
where "facet_counts"."scope" = ?;

-- GET /tools/[id]
-- 1 trip, rows: 11 read, 0 written
-- a batch of 6
select "tools"."number", "tools"."id", "tools"."slug", "tools"."name", "tools"."description", "tools"."image",
    "tools"."min_order_quantity", "tools"."quantity", "tools"."stocked", "tools"."price_cents",
    "tools"."created_at", "tools"."updated_at", "tools"."archived_at", "tools"."draft", "tools"."publish_at",
    "tools"."cost_cents", "tools"."low_stock", "tools"."image_alt", "tools"."unlisted_capabilities",
    "tools"."category_slug", "tools"."stars_1", "tools"."stars_2", "tools"."stars_3", "tools"."stars_4",
    "tools"."stars_5", "tools"."sold", "tools"."specifications", "tools"."rating_count", "tools"."rating_sum",
    "tools"."rating_rank", "tools"."capabilities", "tools"."further_images", "tools"."in_stock",
    "tools"."is_low", "tools"."changed_at", "tools"."well_rated", "categories"."name" as "category"
from "tools"
left join "categories" on "categories"."slug" = "tools"."category_slug"
where ("tools"."number" = coalesce((select found.number from "tools" as found where found.slug = ?), (select
    found.number from "tools" as found where found.id = ?), (select found.number from "tool_addresses" as
    former join "tools" as found on found.id = former.tool_id where former.slug = ?)) and
    ("tools"."archived_at" is null or ("tools"."draft" = 0 and "tools"."archived_at" <>
    "tools"."created_at")));
select "tools"."number", "tools"."id", "tools"."slug", "tools"."name", "tools"."description", "tools"."image",
    "tools"."min_order_quantity", "tools"."quantity", "tools"."stocked", "tools"."price_cents",
    "tools"."created_at", "tools"."updated_at", "tools"."archived_at", "tools"."draft", "tools"."publish_at",
    "tools"."cost_cents", "tools"."low_stock", "tools"."image_alt", "tools"."unlisted_capabilities",
    "tools"."category_slug", "tools"."stars_1", "tools"."stars_2", "tools"."stars_3", "tools"."stars_4",
    "tools"."stars_5", "tools"."sold", "tools"."specifications", "tools"."rating_count", "tools"."rating_sum",
    "tools"."rating_rank", "tools"."capabilities", "tools"."further_images", "tools"."in_stock",
    "tools"."is_low", "tools"."changed_at", "tools"."well_rated", needed.need as "need"
from ( select own.id as own_id, own.capabilities, own.starts ->> nth.column1 as start, own.wanted ->
    nth.column1 as value, nth.column1 as need from ( select "tools"."id" as id, "tools"."capabilities" as
    capabilities, ? as starts, ? as own_starts, ? as wanted from "tools" where ("tools"."slug" = ? or
    "tools"."id" = ?) ) as own cross join (values
    (0),(1),(2),(3),(4),(5),(6),(7),(8),(9),(10),(11),(12),(13),(14),(15),(16),(17),(18),(19),(20),(21),(22),(23),(24),(25),(26),(27),(28),(29),(30),(31),(32),(33),(34),(35),(36),(37),(38),(39),(40),(41),(42),(43),(44),(45),(46),(47),(48),(49),(50),(51),(52),(53),(54),(55),(56),(57),(58),(59),(60),(61),(62),(63),(64),(65),(66),(67),(68),(69),(70),(71),(72),(73),(74),(75),(76),(77),(78),(79),(80),(81),(82),(83),(84),(85),(86),(87),(88),(89),(90),(91),(92),(93),(94),(95),(96),(97),(98),(99),(100),(101),(102),(103),(104),(105))
    as nth where instr(own.capabilities, own.starts ->> nth.column1) and not instr(own.capabilities,
    own.own_starts ->> nth.column1) and exists ( select 1 from (values
    (0),(1),(2),(3),(4),(5),(6),(7),(8),(9),(10),(11),(12),(13),(14),(15),(16),(17),(18),(19),(20),(21),(22),(23),(24),(25),(26),(27),(28),(29))
    as at where instr(own.capabilities, (own.starts ->> nth.column1) || '"' || (own.wanted -> nth.column1 ->
    'ofStandards' ->> at.column1) || '",1,null,null,0]') ) limit ? ) as needed
inner join "tools" on "tools"."id" = ( select best.tool_id from ( select "tool_capabilities"."tool_id" as
    tool_id, "tool_capabilities"."range_from" as range_from, "tool_capabilities"."range_to" as range_to from (
    select needed.value -> 'standards' ->> at.column1 as standard from (values
    (0),(1),(2),(3),(4),(5),(6),(7),(8),(9),(10),(11),(12),(13),(14),(15),(16),(17),(18),(19),(20),(21),(22),(23),(24),(25),(26),(27),(28),(29))
    as at where needed.value -> 'standards' ->> at.column1 is not null and ( not needed.value ->> 'same' or
    instr(needed.capabilities, (needed.start) || '"' || (needed.value -> 'standards' ->> at.column1) ||
    '",1,null,null,0]') ) limit ? ) as tried cross join "tool_capabilities" on "tool_capabilities"."fits" = 1
    and "tool_capabilities"."action" = needed.value ->> 'action' and "tool_capabilities"."dimension" =
    needed.value ->> 'dimension' and "tool_capabilities"."standard" = tried.standard where
    "tool_capabilities"."tool_id" <> needed.own_id limit ? ) as best where needed.value ->> 'from' is null or
    (best.range_from <= needed.value ->> 'from' and best.range_to >= needed.value ->> 'to') limit 1 );
select found."number" as "number", found."id" as "id", found."slug" as "slug", found."name" as "name",
    found."description" as "description", found."image" as "image", found."min_order_quantity" as
    "min_order_quantity", found."quantity" as "quantity", found."stocked" as "stocked", found."price_cents" as
    "price_cents", found."created_at" as "created_at", found."updated_at" as "updated_at", found."archived_at"
    as "archived_at", found."draft" as "draft", found."publish_at" as "publish_at", found."cost_cents" as
    "cost_cents", found."low_stock" as "low_stock", found."image_alt" as "image_alt",
    found."unlisted_capabilities" as "unlisted_capabilities", found."category_slug" as "category_slug",
    found."stars_1" as "stars_1", found."stars_2" as "stars_2", found."stars_3" as "stars_3", found."stars_4"
    as "stars_4", found."stars_5" as "stars_5", found."sold" as "sold", found."specifications" as
    "specifications", found."rating_count" as "rating_count", found."rating_sum" as "rating_sum",
    found."rating_rank" as "rating_rank", found."capabilities" as "capabilities", found."further_images" as
    "further_images", found."in_stock" as "in_stock", found."is_low" as "is_low", found."changed_at" as
    "changed_at", found."well_rated" as "well_rated"
from ( select * from ( select "tools".* from "tools" where "tools"."category_slug" = (select
    "tools"."category_slug" from "tools" where ("tools"."slug" = ? or "tools"."id" = ?)) and
    "tools"."in_stock" = 1 and "tools"."archived_at" is null and "tools"."id" <> ? and "tools"."slug" is not ?
    order by "tools"."rating_rank" desc, "tools"."id" desc limit ? ) union all select * from ( select
    "tools".* from (select "tools"."id" as id, "tools"."capabilities" as capabilities from "tools" where
    ("tools"."slug" = ? or "tools"."id" = ?)) as own cross join "tool_capabilities" on
    "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = own.capabilities ->> '$[0][0]' and
    "tool_capabilities"."dimension" = own.capabilities ->> '$[0][1]' and "tool_capabilities"."standard" =
    own.capabilities ->> '$[0][2]' cross join "tools" on "tools"."id" = "tool_capabilities"."tool_id" where
    "tool_capabilities"."tool_id" <> own.id limit ? ) limit ? ) as found;
select "tools"."number", "tools"."id", "tools"."slug", "tools"."name", "tools"."description", "tools"."image",
    "tools"."min_order_quantity", "tools"."quantity", "tools"."stocked", "tools"."price_cents",
    "tools"."created_at", "tools"."updated_at", "tools"."archived_at", "tools"."draft", "tools"."publish_at",
    "tools"."cost_cents", "tools"."low_stock", "tools"."image_alt", "tools"."unlisted_capabilities",
    "tools"."category_slug", "tools"."stars_1", "tools"."stars_2", "tools"."stars_3", "tools"."stars_4",
    "tools"."stars_5", "tools"."sold", "tools"."specifications", "tools"."rating_count", "tools"."rating_sum",
    "tools"."rating_rank", "tools"."capabilities", "tools"."further_images", "tools"."in_stock",
    "tools"."is_low", "tools"."changed_at", "tools"."well_rated"
from (select "tools"."unlisted_capabilities" as capabilities, "tools"."category_slug" as category_slug from
    "tools" where ("tools"."slug" = ? or "tools"."id" = ?) and "tools"."archived_at" is not null) as own
inner join "tools" on "tools"."id" = coalesce((select "tool_capabilities"."tool_id" from "tool_capabilities"
    where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = own.capabilities ->> '$[0][0]' and
    "tool_capabilities"."dimension" = own.capabilities ->> '$[0][1]' and "tool_capabilities"."standard" =
    own.capabilities ->> '$[0][2]' and "tool_capabilities"."also" = 0 and "tool_capabilities"."unavailable" =
    0 order by "tool_capabilities"."price_cents" limit 1), (select "tool_capabilities"."tool_id" from
    "tool_capabilities" where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" =
    own.capabilities ->> '$[0][0]' and "tool_capabilities"."dimension" = own.capabilities ->> '$[0][1]' and
    "tool_capabilities"."standard" = own.capabilities ->> '$[0][2]' and "tool_capabilities"."also" = 1 and
    "tool_capabilities"."unavailable" = 0 order by "tool_capabilities"."price_cents" limit 1), (select
    "tools"."id" from "tools" where "tools"."category_slug" = own.category_slug and "tools"."in_stock" = 1 and
    "tools"."well_rated" = 1 and "tools"."archived_at" is null order by "tools"."price_cents" limit 1),
    (select "tools"."id" from "tools" where "tools"."category_slug" = own.category_slug and "tools"."in_stock"
    = 1 and "tools"."well_rated" = 0 and "tools"."archived_at" is null order by "tools"."price_cents" limit
    1));
select "counts"
from "hidden_reviews"
where "hidden_reviews"."scope" = coalesce((select found.id from "tools" as found where found.slug = ?), ?);
select "id", "user_id", "author", "rating", "image", "description", "tool_id", "line_id", "created_at",
    "hidden_at", "hidden_reason", "answer", "answered_at", "queued_at", "reported_at", "reports",
    "changed_at", null as "tool_name", null as "slug"
from "reviews"
where ("reviews"."tool_id" = coalesce((select found.id from "tools" as found where found.slug = ?), ?) and
    "reviews"."hidden_at" is null)
order by "reviews"."created_at" desc, "reviews"."id" desc
limit ?;

-- GET /tools/[id] (unknown)
-- 1 trip, rows: 0 read, 0 written
-- a batch of 6
select "tools"."number", "tools"."id", "tools"."slug", "tools"."name", "tools"."description", "tools"."image",
    "tools"."min_order_quantity", "tools"."quantity", "tools"."stocked", "tools"."price_cents",
    "tools"."created_at", "tools"."updated_at", "tools"."archived_at", "tools"."draft", "tools"."publish_at",
    "tools"."cost_cents", "tools"."low_stock", "tools"."image_alt", "tools"."unlisted_capabilities",
    "tools"."category_slug", "tools"."stars_1", "tools"."stars_2", "tools"."stars_3", "tools"."stars_4",
    "tools"."stars_5", "tools"."sold", "tools"."specifications", "tools"."rating_count", "tools"."rating_sum",
    "tools"."rating_rank", "tools"."capabilities", "tools"."further_images", "tools"."in_stock",
    "tools"."is_low", "tools"."changed_at", "tools"."well_rated", "categories"."name" as "category"
from "tools"
left join "categories" on "categories"."slug" = "tools"."category_slug"
where ("tools"."number" = coalesce((select found.number from "tools" as found where found.slug = ?), (select
    found.number from "tools" as found where found.id = ?), (select found.number from "tool_addresses" as
    former join "tools" as found on found.id = former.tool_id where former.slug = ?)) and
    ("tools"."archived_at" is null or ("tools"."draft" = 0 and "tools"."archived_at" <>
    "tools"."created_at")));
select "tools"."number", "tools"."id", "tools"."slug", "tools"."name", "tools"."description", "tools"."image",
    "tools"."min_order_quantity", "tools"."quantity", "tools"."stocked", "tools"."price_cents",
    "tools"."created_at", "tools"."updated_at", "tools"."archived_at", "tools"."draft", "tools"."publish_at",
    "tools"."cost_cents", "tools"."low_stock", "tools"."image_alt", "tools"."unlisted_capabilities",
    "tools"."category_slug", "tools"."stars_1", "tools"."stars_2", "tools"."stars_3", "tools"."stars_4",
    "tools"."stars_5", "tools"."sold", "tools"."specifications", "tools"."rating_count", "tools"."rating_sum",
    "tools"."rating_rank", "tools"."capabilities", "tools"."further_images", "tools"."in_stock",
    "tools"."is_low", "tools"."changed_at", "tools"."well_rated", needed.need as "need"
from ( select own.id as own_id, own.capabilities, own.starts ->> nth.column1 as start, own.wanted ->
    nth.column1 as value, nth.column1 as need from ( select "tools"."id" as id, "tools"."capabilities" as
    capabilities, ? as starts, ? as own_starts, ? as wanted from "tools" where ("tools"."slug" = ? or
    "tools"."id" = ?) ) as own cross join (values
    (0),(1),(2),(3),(4),(5),(6),(7),(8),(9),(10),(11),(12),(13),(14),(15),(16),(17),(18),(19),(20),(21),(22),(23),(24),(25),(26),(27),(28),(29),(30),(31),(32),(33),(34),(35),(36),(37),(38),(39),(40),(41),(42),(43),(44),(45),(46),(47),(48),(49),(50),(51),(52),(53),(54),(55),(56),(57),(58),(59),(60),(61),(62),(63),(64),(65),(66),(67),(68),(69),(70),(71),(72),(73),(74),(75),(76),(77),(78),(79),(80),(81),(82),(83),(84),(85),(86),(87),(88),(89),(90),(91),(92),(93),(94),(95),(96),(97),(98),(99),(100),(101),(102),(103),(104),(105))
    as nth where instr(own.capabilities, own.starts ->> nth.column1) and not instr(own.capabilities,
    own.own_starts ->> nth.column1) and exists ( select 1 from (values
    (0),(1),(2),(3),(4),(5),(6),(7),(8),(9),(10),(11),(12),(13),(14),(15),(16),(17),(18),(19),(20),(21),(22),(23),(24),(25),(26),(27),(28),(29))
    as at where instr(own.capabilities, (own.starts ->> nth.column1) || '"' || (own.wanted -> nth.column1 ->
    'ofStandards' ->> at.column1) || '",1,null,null,0]') ) limit ? ) as needed
inner join "tools" on "tools"."id" = ( select best.tool_id from ( select "tool_capabilities"."tool_id" as
    tool_id, "tool_capabilities"."range_from" as range_from, "tool_capabilities"."range_to" as range_to from (
    select needed.value -> 'standards' ->> at.column1 as standard from (values
    (0),(1),(2),(3),(4),(5),(6),(7),(8),(9),(10),(11),(12),(13),(14),(15),(16),(17),(18),(19),(20),(21),(22),(23),(24),(25),(26),(27),(28),(29))
    as at where needed.value -> 'standards' ->> at.column1 is not null and ( not needed.value ->> 'same' or
    instr(needed.capabilities, (needed.start) || '"' || (needed.value -> 'standards' ->> at.column1) ||
    '",1,null,null,0]') ) limit ? ) as tried cross join "tool_capabilities" on "tool_capabilities"."fits" = 1
    and "tool_capabilities"."action" = needed.value ->> 'action' and "tool_capabilities"."dimension" =
    needed.value ->> 'dimension' and "tool_capabilities"."standard" = tried.standard where
    "tool_capabilities"."tool_id" <> needed.own_id limit ? ) as best where needed.value ->> 'from' is null or
    (best.range_from <= needed.value ->> 'from' and best.range_to >= needed.value ->> 'to') limit 1 );
select found."number" as "number", found."id" as "id", found."slug" as "slug", found."name" as "name",
    found."description" as "description", found."image" as "image", found."min_order_quantity" as
    "min_order_quantity", found."quantity" as "quantity", found."stocked" as "stocked", found."price_cents" as
    "price_cents", found."created_at" as "created_at", found."updated_at" as "updated_at", found."archived_at"
    as "archived_at", found."draft" as "draft", found."publish_at" as "publish_at", found."cost_cents" as
    "cost_cents", found."low_stock" as "low_stock", found."image_alt" as "image_alt",
    found."unlisted_capabilities" as "unlisted_capabilities", found."category_slug" as "category_slug",
    found."stars_1" as "stars_1", found."stars_2" as "stars_2", found."stars_3" as "stars_3", found."stars_4"
    as "stars_4", found."stars_5" as "stars_5", found."sold" as "sold", found."specifications" as
    "specifications", found."rating_count" as "rating_count", found."rating_sum" as "rating_sum",
    found."rating_rank" as "rating_rank", found."capabilities" as "capabilities", found."further_images" as
    "further_images", found."in_stock" as "in_stock", found."is_low" as "is_low", found."changed_at" as
    "changed_at", found."well_rated" as "well_rated"
from ( select * from ( select "tools".* from "tools" where "tools"."category_slug" = (select
    "tools"."category_slug" from "tools" where ("tools"."slug" = ? or "tools"."id" = ?)) and
    "tools"."in_stock" = 1 and "tools"."archived_at" is null and "tools"."id" <> ? and "tools"."slug" is not ?
    order by "tools"."rating_rank" desc, "tools"."id" desc limit ? ) union all select * from ( select
    "tools".* from (select "tools"."id" as id, "tools"."capabilities" as capabilities from "tools" where
    ("tools"."slug" = ? or "tools"."id" = ?)) as own cross join "tool_capabilities" on
    "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = own.capabilities ->> '$[0][0]' and
    "tool_capabilities"."dimension" = own.capabilities ->> '$[0][1]' and "tool_capabilities"."standard" =
    own.capabilities ->> '$[0][2]' cross join "tools" on "tools"."id" = "tool_capabilities"."tool_id" where
    "tool_capabilities"."tool_id" <> own.id limit ? ) limit ? ) as found;
select "tools"."number", "tools"."id", "tools"."slug", "tools"."name", "tools"."description", "tools"."image",
    "tools"."min_order_quantity", "tools"."quantity", "tools"."stocked", "tools"."price_cents",
    "tools"."created_at", "tools"."updated_at", "tools"."archived_at", "tools"."draft", "tools"."publish_at",
    "tools"."cost_cents", "tools"."low_stock", "tools"."image_alt", "tools"."unlisted_capabilities",
    "tools"."category_slug", "tools"."stars_1", "tools"."stars_2", "tools"."stars_3", "tools"."stars_4",
    "tools"."stars_5", "tools"."sold", "tools"."specifications", "tools"."rating_count", "tools"."rating_sum",
    "tools"."rating_rank", "tools"."capabilities", "tools"."further_images", "tools"."in_stock",
    "tools"."is_low", "tools"."changed_at", "tools"."well_rated"
from (select "tools"."unlisted_capabilities" as capabilities, "tools"."category_slug" as category_slug from
    "tools" where ("tools"."slug" = ? or "tools"."id" = ?) and "tools"."archived_at" is not null) as own
inner join "tools" on "tools"."id" = coalesce((select "tool_capabilities"."tool_id" from "tool_capabilities"
    where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" = own.capabilities ->> '$[0][0]' and
    "tool_capabilities"."dimension" = own.capabilities ->> '$[0][1]' and "tool_capabilities"."standard" =
    own.capabilities ->> '$[0][2]' and "tool_capabilities"."also" = 0 and "tool_capabilities"."unavailable" =
    0 order by "tool_capabilities"."price_cents" limit 1), (select "tool_capabilities"."tool_id" from
    "tool_capabilities" where "tool_capabilities"."fits" = 1 and "tool_capabilities"."action" =
    own.capabilities ->> '$[0][0]' and "tool_capabilities"."dimension" = own.capabilities ->> '$[0][1]' and
    "tool_capabilities"."standard" = own.capabilities ->> '$[0][2]' and "tool_capabilities"."also" = 1 and
    "tool_capabilities"."unavailable" = 0 order by "tool_capabilities"."price_cents" limit 1), (select
    "tools"."id" from "tools" where "tools"."category_slug" = own.category_slug and "tools"."in_stock" = 1 and
    "tools"."well_rated" = 1 and "tools"."archived_at" is null order by "tools"."price_cents" limit 1),
    (select "tools"."id" from "tools" where "tools"."category_slug" = own.category_slug and "tools"."in_stock"
    = 1 and "tools"."well_rated" = 0 and "tools"."archived_at" is null order by "tools"."price_cents" limit
    1));
select "counts"
from "hidden_reviews"
where "hidden_reviews"."scope" = coalesce((select found.id from "tools" as found where found.slug = ?), ?);
select "id", "user_id", "author", "rating", "image", "description", "tool_id", "line_id", "created_at",
    "hidden_at", "hidden_reason", "answer", "answered_at", "queued_at", "reported_at", "reports",
    "changed_at", null as "tool_name", null as "slug"
from "reviews"
where ("reviews"."tool_id" = coalesce((select found.id from "tools" as found where found.slug = ?), ?) and
    "reviews"."hidden_at" is null)
order by "reviews"."created_at" desc, "reviews"."id" desc
limit ?;

-- GET /tools/[id]/alert
-- 2 trips, rows: 3 read, 0 written
-- the session and its user, by the session's token
-- a batch of 2
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null);
select "tool_id"
from "stock_alerts"
where ("stock_alerts"."user_id" = ? and "stock_alerts"."tool_id" = ?);

-- POST /tools/[id]/alert
-- 3 trips, rows: 7 read, 3 written
-- the session and its user, by the session's token
-- a batch of 2
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null);
select "tool_id"
from "stock_alerts"
where ("stock_alerts"."user_id" = ? and "stock_alerts"."tool_id" = ?);
-- a batch of 2
insert into "stock_alerts" ("user_id", "tool_id", "created_at") select ?, "tools"."id", ?
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null and "tools"."quantity" <
    "tools"."min_order_quantity")
on conflict do nothing
returning "tool_id";
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null);

-- POST /tools/[id]/alert (withdrawn)
-- 3 trips, rows: 6 read, 1 written
-- the session and its user, by the session's token
-- a batch of 2
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null);
select "tool_id"
from "stock_alerts"
where ("stock_alerts"."user_id" = ? and "stock_alerts"."tool_id" = ?);
delete
from "stock_alerts"
where ("stock_alerts"."user_id" = ? and "stock_alerts"."tool_id" = ?)
returning "tool_id";

-- GET /tools/c
-- 1 trip, rows: 1 read, 0 written
select "slug", "name", "position", "description", "tool_count", "in_stock_count", "well_rated_count",
    "well_rated_in_stock_count"
from "categories"
where "categories"."slug" > ?
limit ?;

-- GET /tools/c/[slug] (of a category)
-- 1 trip, rows: 4 read, 0 written
-- a batch of 3
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from (select * from "tools" indexed by "tools_in_category_newest" where ("tools"."archived_at" is null and
    "tools"."category_slug" = ? and "tools"."in_stock" = ? and "tools"."well_rated" = ?) union all select *
    from "tools" indexed by "tools_in_category_newest" where ("tools"."archived_at" is null and
    "tools"."category_slug" = ? and "tools"."in_stock" = ? and "tools"."well_rated" = ?) union all select *
    from "tools" indexed by "tools_in_category_newest" where ("tools"."archived_at" is null and
    "tools"."category_slug" = ? and "tools"."in_stock" = ? and "tools"."well_rated" = ?) union all select *
    from "tools" indexed by "tools_in_category_newest" where ("tools"."archived_at" is null and
    "tools"."category_slug" = ? and "tools"."in_stock" = ? and "tools"."well_rated" = ?) order by "created_at"
    desc, "id" desc limit ?) "tools";
select "slug", "name", "position", "description", "tool_count", "in_stock_count", "well_rated_count",
    "well_rated_in_stock_count"
from "categories"
where "categories"."slug" > ?
limit ?;
select "scope", "tool_count", "in_stock_count", "well_rated_count", "well_rated_in_stock_count", "categories"
from "facet_counts"
where "facet_counts"."scope" = ?;

-- GET /tools/c/[slug] (unknown)
-- 1 trip, rows: 2 read, 0 written
-- a batch of 3
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from (select * from "tools" indexed by "tools_in_category_newest" where ("tools"."archived_at" is null and
    "tools"."category_slug" = ? and "tools"."in_stock" = ? and "tools"."well_rated" = ?) union all select *
    from "tools" indexed by "tools_in_category_newest" where ("tools"."archived_at" is null and
    "tools"."category_slug" = ? and "tools"."in_stock" = ? and "tools"."well_rated" = ?) union all select *
    from "tools" indexed by "tools_in_category_newest" where ("tools"."archived_at" is null and
    "tools"."category_slug" = ? and "tools"."in_stock" = ? and "tools"."well_rated" = ?) union all select *
    from "tools" indexed by "tools_in_category_newest" where ("tools"."archived_at" is null and
    "tools"."category_slug" = ? and "tools"."in_stock" = ? and "tools"."well_rated" = ?) order by "created_at"
    desc, "id" desc limit ?) "tools";
select "slug", "name", "position", "description", "tool_count", "in_stock_count", "well_rated_count",
    "well_rated_in_stock_count"
from "categories"
where "categories"."slug" > ?
limit ?;
select "scope", "tool_count", "in_stock_count", "well_rated_count", "well_rated_in_stock_count", "categories"
from "facet_counts"
where "facet_counts"."scope" = ?;

-- GET /update/[id]
-- 2 trips, rows: 3 read, 0 written
-- the session and its user, by the session's token
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null);

-- GET /verify
-- 2 trips, rows: 10 read, 1 written
-- the session and its user, by the session's token
update "users"
set "email_verified" = ?, "updated_at" = ?
where ("users"."id" = ? and "users"."email" = ?);

-- GET /w/[version]/widgets.js
-- 0 trips, rows: 0 read, 0 written

-- GET /widgets
-- 1 trip, rows: 3 read, 0 written
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated", "number" as "place"
from "tools"
where "tools"."archived_at" is null
order by "tools"."created_at" desc, "tools"."id" desc
limit ?;

-- job checkRows
-- 35 trips, rows: fewer than 900 read, 17 written
select "id", "step", "position", "checked", "started_at", "finished_at", "finished_rows"
from "row_checks"
where "row_checks"."id" = ?;
-- a batch of 2
select ids, marks
from (select json_array(id, id, id, id, id, id, id, id, id, id, id, id, id, id, id, id, id, id, id, id, id,
    id) as ids, '' || (coalesce((quantity <> stocked - (select coalesce(sum(quantity), 0) from order_lines
    where tool_id = tools.id and "order_lines"."transaction_id" is null and "order_lines"."closed_at" is null)
    - (select coalesce(sum(quantity), 0) from order_lines where tool_id = tools.id and
    (("order_lines"."transaction_id" is not null and "order_lines"."closed_at" is null) and
    "order_lines"."restocked_at" is null))), 0) <> 0) || (coalesce((stars_1 <> (select count(*) from reviews
    where tool_id = tools.id and rating = 1 and hidden_at is null)), 0) <> 0) || (coalesce((stars_2 <> (select
    count(*) from reviews where tool_id = tools.id and rating = 2 and hidden_at is null)), 0) <> 0) ||
    (coalesce((stars_3 <> (select count(*) from reviews where tool_id = tools.id and rating = 3 and hidden_at
    is null)), 0) <> 0) || (coalesce((stars_4 <> (select count(*) from reviews where tool_id = tools.id and
    rating = 4 and hidden_at is null)), 0) <> 0) || (coalesce((stars_5 <> (select count(*) from reviews where
    tool_id = tools.id and rating = 5 and hidden_at is null)), 0) <> 0) || (coalesce((sold <> (select
    coalesce(sum(quantity), 0) from order_lines where tool_id = tools.id and (("order_lines"."transaction_id"
    is not null and "order_lines"."closed_at" is null) and "order_lines"."restocked_at" is null))), 0) <> 0)
    || (coalesce((in_stock <> (quantity >= min_order_quantity)), 0) <> 0) || (coalesce((is_low <>
    (tools.quantity <= coalesce(tools.low_stock, (SELECT low_stock_mark FROM shop_counts WHERE id = 1)))), 0)
    <> 0) || (coalesce((capabilities <> (SELECT json_group_array(json_array(action, dimension, standard, fits,
    range_from, range_to, also) ORDER BY action, dimension, standard) FROM tool_capabilities WHERE tool_id =
    tools.id)), 0) <> 0) || (coalesce((further_images <> (SELECT json_group_array(json_array(image, alt) ORDER
    BY position) FROM tool_pictures WHERE tool_id = tools.id)), 0) <> 0) || (coalesce((category_slug is not
    null and category_slug not in (select slug from categories)), 0) <> 0) || (coalesce((image like
    '/images/%' and length(image) = 72 and substr(image, 9) not in (select key from images)), 0) <> 0) ||
    (coalesce((exists (select 1 from (select 'm' || strftime('%Y-%m', paid_at / 1000, 'unixepoch') as period,
    tool_id, sum(quantity) as pieces, sum(total_cents) as cents from order_lines where tool_id = tools.id and
    (order_lines."transaction_id" is not null and order_lines."closed_at" is null) group by 1, 2) as due where
    not exists (select 1 from tool_sales where tool_sales.period = due.period and tool_sales.tool_id =
    due.tool_id and tool_sales.pieces = due.pieces and tool_sales.cents = due.cents))), 0) <> 0) ||
    (coalesce(((tools.archived_at IS NULL) and not exists (select 1 from tools_search where tools_search.rowid
    = number)), 0) <> 0) || (coalesce((not (tools.archived_at IS NULL) and exists (select 1 from tools_search
    where tools_search.rowid = number)), 0) <> 0) || (coalesce(((tools.archived_at IS NULL) and not exists
    (select 1 from tools_letters where tools_letters.rowid = number)), 0) <> 0) || (coalesce((not
    (tools.archived_at IS NULL) and exists (select 1 from tools_letters where tools_letters.rowid = number)),
    0) <> 0) || (coalesce(((tools.archived_at IS NULL) and not exists (select 1 from tools_search_names where
    tools_search_names.rowid = (tools.number + ((tools.sold >= 1) + (tools.sold >= 3) + (tools.sold >= 10) +
    (tools.sold >= 30) + (tools.sold >= 100) + (tools.sold >= 300) + (tools.sold >= 1000) + (tools.sold >=
    3000) + (tools.sold >= 10000) + (tools.sold >= 30000)) * 1099511627776))), 0) <> 0) || (coalesce((not
    (tools.archived_at IS NULL) and exists (select 1 from tools_search_names where tools_search_names.rowid =
    (tools.number + ((tools.sold >= 1) + (tools.sold >= 3) + (tools.sold >= 10) + (tools.sold >= 30) +
    (tools.sold >= 100) + (tools.sold >= 300) + (tools.sold >= 1000) + (tools.sold >= 3000) + (tools.sold >=
    10000) + (tools.sold >= 30000)) * 1099511627776))), 0) <> 0) || (coalesce(((tools.archived_at IS NULL) and
    not exists (select 1 from tools_search_texts where tools_search_texts.rowid = (tools.number + ((tools.sold
    >= 1) + (tools.sold >= 3) + (tools.sold >= 10) + (tools.sold >= 30) + (tools.sold >= 100) + (tools.sold >=
    300) + (tools.sold >= 1000) + (tools.sold >= 3000) + (tools.sold >= 10000) + (tools.sold >= 30000)) *
    1099511627776))), 0) <> 0) || (coalesce((not (tools.archived_at IS NULL) and exists (select 1 from
    tools_search_texts where tools_search_texts.rowid = (tools.number + ((tools.sold >= 1) + (tools.sold >= 3)
    + (tools.sold >= 10) + (tools.sold >= 30) + (tools.sold >= 100) + (tools.sold >= 300) + (tools.sold >=
    1000) + (tools.sold >= 3000) + (tools.sold >= 10000) + (tools.sold >= 30000)) * 1099511627776))), 0) <> 0)
    as marks from tools not indexed where rowid > ? and rowid <= ? and marks like '%1%' limit ?) as broken;
select count(*), coalesce((select max(rowid) from tools), 0)
from tools not indexed
where rowid > ? and rowid <= ?;
insert into "row_checks" ("id", "step", "position", "checked", "started_at", "finished_at", "finished_rows")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("row_checks"."id") do update
set "step" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_rows" = ?
where "row_checks"."step" = ? and "row_checks"."position" = ?;
-- a batch of 2
select ids, marks
from (select json_array(id, id, id, id, id, id, id, id, id, id, id, id, id, id, id, id, id, id, id, id, id,
    id, id) as ids, '' || (coalesce((transaction_id is not null and closed_at is not null), 0) <> 0) ||
    (coalesce((status = 'Shipped' and transaction_id is null), 0) <> 0) || (coalesce((total_cents <>
    unit_price_cents * quantity), 0) <> 0) || (coalesce(((transaction_id is null) <> (paid_at is null)), 0) <>
    0) || (coalesce(((closed_at is null) <> (closed_why is null)), 0) <> 0) || (coalesce((refunded_cents <>
    (select coalesce(sum(amount_cents), 0) from line_refunds where line_id = order_lines.id and status =
    'done')), 0) <> 0) || (coalesce((refund_due_cents <> (select coalesce(sum(amount_cents), 0) from
    line_refunds where line_id = order_lines.id and status = 'due')), 0) <> 0) || (coalesce((case when
    restocked_at is null then exists (select 1 from line_refunds where line_id = order_lines.id and restock
    and status <> 'failed') else not exists (select 1 from line_refunds where line_id = order_lines.id and
    restock) end), 0) <> 0) || (coalesce(((status = 'Shipped') <> (shipped_at is not null)), 0) <> 0) ||
    (coalesce((status = 'Shipped' and cancelled_at is not null), 0) <> 0) || (coalesce((cancelled_at is not
    null and refunded_at is null and refund_due_cents = 0 and disputed_at is null), 0) <> 0) ||
    (coalesce((currency <> 'USD'), 0) <> 0) || (coalesce((tool_id is not null and tool_id not in (select id
    from tools)), 0) <> 0) || (coalesce((user_id is not null and user_id not in (select id from users)), 0) <>
    0) || (coalesce((order_id is not null and order_id not in (select id from orders)), 0) <> 0) ||
    (coalesce((shipment_id is not null and shipment_id not in (select id from shipments)), 0) <> 0) ||
    (coalesce((image like '/images/%' and length(image) = 72 and substr(image, 9) not in (select key from
    images)), 0) <> 0) || (coalesce(((order_lines."closed_why" is null or order_lines."closed_why" =
    'refunded') and not exists (select 1 from order_lines_search where order_lines_search.rowid = number)), 0)
    <> 0) || (coalesce(((order_lines."closed_why" is null or order_lines."closed_why" = 'refunded') and exists
    (select 1 from order_lines_search where order_lines_search.rowid = number) and (((order_lines."closed_why"
    is null or order_lines."closed_why" = 'refunded') AND ((order_lines."transaction_id" is not null and
    order_lines."closed_at" is null) and order_lines."status" = 'Pending' and order_lines."refunded_cents" = 0
    and order_lines."refund_due_cents" = 0 and order_lines."refunded_at" is null and
    order_lines."restocked_at" is null and order_lines."cancelled_at" is null and order_lines."disputed_at" is
    null)) <> (number in (select rowid from order_lines_search where order_lines_search match ('"' || char(26,
    26, 26) || '"') and rowid > 0 and rowid <= 1000)) or ((order_lines."closed_why" is null or
    order_lines."closed_why" = 'refunded') AND (order_lines."transaction_id" is null and
    order_lines."closed_at" is null)) <> (number in (select rowid from order_lines_search where
    order_lines_search match ('"' || char(27, 27, 27) || '"') and rowid > 0 and rowid <= 1000)) or
    ((order_lines."closed_why" is null or order_lines."closed_why" = 'refunded') AND
    ((order_lines."closed_why" is null or order_lines."closed_why" = 'refunded') AND
    (order_lines.refunded_cents > 0 OR order_lines.closed_why IS NOT NULL))) <> (number in (select rowid from
    order_lines_search where order_lines_search match ('"' || char(28, 28, 28) || '"') and rowid > 0 and rowid
    <= 1000)) or ((order_lines."closed_why" is null or order_lines."closed_why" = 'refunded') AND (NOT
    (order_lines.status = 'Shipped'))) <> (number in (select rowid from order_lines_search where
    order_lines_search match ('"' || char(29, 29, 29) || '"') and rowid > 0 and rowid <= 1000)))), 0) <> 0) ||
    (coalesce((not (order_lines."closed_why" is null or order_lines."closed_why" = 'refunded') and exists
    (select 1 from order_lines_search where order_lines_search.rowid = number)), 0) <> 0) ||
    (coalesce(((order_lines."closed_why" is null or order_lines."closed_why" = 'refunded') and not exists
    (select 1 from order_lines_letters where order_lines_letters.rowid = number)), 0) <> 0) ||
    (coalesce(((order_lines."closed_why" is null or order_lines."closed_why" = 'refunded') and exists (select
    1 from order_lines_letters where order_lines_letters.rowid = number) and (((order_lines."closed_why" is
    null or order_lines."closed_why" = 'refunded') AND ((order_lines."transaction_id" is not null and
    order_lines."closed_at" is null) and order_lines."status" = 'Pending' and order_lines."refunded_cents" = 0
    and order_lines."refund_due_cents" = 0 and order_lines."refunded_at" is null and
    order_lines."restocked_at" is null and order_lines."cancelled_at" is null and order_lines."disputed_at" is
    null)) <> (number in (select rowid from order_lines_letters where order_lines_letters match ('"' ||
    char(26, 26, 26) || '"') and rowid > 0 and rowid <= 1000)) or ((order_lines."closed_why" is null or
    order_lines."closed_why" = 'refunded') AND (order_lines."transaction_id" is null and
    order_lines."closed_at" is null)) <> (number in (select rowid from order_lines_letters where
    order_lines_letters match ('"' || char(27, 27, 27) || '"') and rowid > 0 and rowid <= 1000)) or
    ((order_lines."closed_why" is null or order_lines."closed_why" = 'refunded') AND
    ((order_lines."closed_why" is null or order_lines."closed_why" = 'refunded') AND
    (order_lines.refunded_cents > 0 OR order_lines.closed_why IS NOT NULL))) <> (number in (select rowid from
    order_lines_letters where order_lines_letters match ('"' || char(28, 28, 28) || '"') and rowid > 0 and
    rowid <= 1000)) or ((order_lines."closed_why" is null or order_lines."closed_why" = 'refunded') AND (NOT
    (order_lines.status = 'Shipped'))) <> (number in (select rowid from order_lines_letters where
    order_lines_letters match ('"' || char(29, 29, 29) || '"') and rowid > 0 and rowid <= 1000)))), 0) <> 0)
    || (coalesce((not (order_lines."closed_why" is null or order_lines."closed_why" = 'refunded') and exists
    (select 1 from order_lines_letters where order_lines_letters.rowid = number)), 0) <> 0) as marks from
    order_lines not indexed where rowid > ? and rowid <= ? and marks like '%1%' limit ?) as broken;
select count(*), coalesce((select max(rowid) from order_lines), 0)
from order_lines not indexed
where rowid > ? and rowid <= ?;
insert into "row_checks" ("id", "step", "position", "checked", "started_at", "finished_at", "finished_rows")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("row_checks"."id") do update
set "step" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_rows" = ?
where "row_checks"."step" = ? and "row_checks"."position" = ?;
-- a batch of 2
select ids, marks
from (select json_array(id, id, id, id, id, id, id, id, id, id, id, id, id) as ids, '' || (coalesce((not
    exists (select 1 from order_lines where order_id = orders.id and true)), 0) <> 0) ||
    (coalesce((items_cents <> (select coalesce(sum(total_cents), 0) from order_lines where order_id =
    orders.id and (closed_at is null or closed_at = orders.closed_at))), 0) <> 0) || (coalesce((total_cents <>
    items_cents + shipping_cents + tax_cents), 0) <> 0) || (coalesce(((select sum(order_lines.shipping_cents)
    from order_lines where order_id = orders.id and order_lines.closed_at is null) <> orders.shipping_cents or
    (select sum(order_lines.tax_cents) from order_lines where order_id = orders.id and order_lines.closed_at
    is null) <> orders.tax_cents or (select sum(order_lines.included_tax_cents) from order_lines where
    order_id = orders.id and order_lines.closed_at is null) <> orders.included_tax_cents), 0) <> 0) ||
    (coalesce((transaction_id is not null and closed_at is not null), 0) <> 0) || (coalesce((transaction_id is
    not null and exists (select 1 from order_lines where order_id = orders.id and order_lines."transaction_id"
    is null and order_lines."closed_at" is null)), 0) <> 0) || (coalesce((closed_at is not null and exists
    (select 1 from order_lines where order_id = orders.id and order_lines."transaction_id" is null and
    order_lines."closed_at" is null)), 0) <> 0) || (coalesce((transaction_id is null and exists (select 1 from
    order_lines where order_id = orders.id and (order_lines."transaction_id" is not null and
    order_lines."closed_at" is null))), 0) <> 0) || (coalesce((exists (select 1 from order_lines where
    order_id = orders.id and order_lines.user_id <> coalesce(orders.user_id, 'guest'))), 0) <> 0) ||
    (coalesce((user_id is null and transaction_id is not null and exists (select 1 from users where
    users.email = orders.email and email_verified)), 0) <> 0) || (coalesce(((select
    coalesce(sum(amount_cents), 0) from line_refunds where status = 'done' and line_id in (select id from
    order_lines where order_id = orders.id)) > total_cents), 0) <> 0) || (coalesce((user_id is not null and
    user_id not in (select id from users)), 0) <> 0) || (coalesce(((orders."transaction_id" is not null and
    orders."closed_at" is null) and not exists (select 1 from sales_totals where sales_totals.currency =
    orders.currency and day = paid_at / 86400000)), 0) <> 0) as marks from orders not indexed where rowid > ?
    and rowid <= ? and marks like '%1%' limit ?) as broken;
select count(*), coalesce((select max(rowid) from orders), 0)
from orders not indexed
where rowid > ? and rowid <= ?;
insert into "row_checks" ("id", "step", "position", "checked", "started_at", "finished_at", "finished_rows")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("row_checks"."id") do update
set "step" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_rows" = ?
where "row_checks"."step" = ? and "row_checks"."position" = ?;
-- a batch of 2
select ids, marks
from (select json_array(id, id, id, id) as ids, '' || (coalesce((tool_id is not null and tool_id not in
    (select id from tools)), 0) <> 0) || (coalesce((line_id is not null and line_id not in (select id from
    order_lines)), 0) <> 0) || (coalesce((user_id is not null and user_id not in (select id from users)), 0)
    <> 0) || (coalesce((image like '/images/%' and length(image) = 72 and substr(image, 9) not in (select key
    from images)), 0) <> 0) as marks from reviews not indexed where rowid > ? and rowid <= ? and marks like
    '%1%' limit ?) as broken;
select count(*), coalesce((select max(rowid) from reviews), 0)
from reviews not indexed
where rowid > ? and rowid <= ?;
insert into "row_checks" ("id", "step", "position", "checked", "started_at", "finished_at", "finished_rows")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("row_checks"."id") do update
set "step" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_rows" = ?
where "row_checks"."step" = ? and "row_checks"."position" = ?;
-- a batch of 2
select ids, marks
from (select json_array(intent_id) as ids, '' || (coalesce((line_id is not null and line_id not in (select id
    from order_lines)), 0) <> 0) as marks from refunds not indexed where rowid > ? and rowid <= ? and marks
    like '%1%' limit ?) as broken;
select count(*), coalesce((select max(rowid) from refunds), 0)
from refunds not indexed
where rowid > ? and rowid <= ?;
insert into "row_checks" ("id", "step", "position", "checked", "started_at", "finished_at", "finished_rows")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("row_checks"."id") do update
set "step" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_rows" = ?
where "row_checks"."step" = ? and "row_checks"."position" = ?;
-- a batch of 2
select ids, marks
from (select json_array(id, id) as ids, '' || (coalesce((line_id is not null and line_id not in (select id
    from order_lines)), 0) <> 0) || (coalesce((order_id is not null and order_id not in (select id from
    orders)), 0) <> 0) as marks from line_refunds not indexed where rowid > ? and rowid <= ? and marks like
    '%1%' limit ?) as broken;
select count(*), coalesce((select max(rowid) from line_refunds), 0)
from line_refunds not indexed
where rowid > ? and rowid <= ?;
insert into "row_checks" ("id", "step", "position", "checked", "started_at", "finished_at", "finished_rows")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("row_checks"."id") do update
set "step" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_rows" = ?
where "row_checks"."step" = ? and "row_checks"."position" = ?;
-- a batch of 2
select ids, marks
from (select json_array(id) as ids, '' || (coalesce((order_id is not null and order_id not in (select id from
    orders)), 0) <> 0) as marks from shipments not indexed where rowid > ? and rowid <= ? and marks like '%1%'
    limit ?) as broken;
select count(*), coalesce((select max(rowid) from shipments), 0)
from shipments not indexed
where rowid > ? and rowid <= ?;
insert into "row_checks" ("id", "step", "position", "checked", "started_at", "finished_at", "finished_rows")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("row_checks"."id") do update
set "step" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_rows" = ?
where "row_checks"."step" = ? and "row_checks"."position" = ?;
-- a batch of 2
select ids, marks
from (select json_array(tool_id, tool_id) as ids, '' || (coalesce((tool_id is not null and tool_id not in
    (select id from tools)), 0) <> 0) || (coalesce((image like '/images/%' and length(image) = 72 and
    substr(image, 9) not in (select key from images)), 0) <> 0) as marks from tool_pictures not indexed where
    rowid > ? and rowid <= ? and marks like '%1%' limit ?) as broken;
select count(*), coalesce((select max(rowid) from tool_pictures), 0)
from tool_pictures not indexed
where rowid > ? and rowid <= ?;
insert into "row_checks" ("id", "step", "position", "checked", "started_at", "finished_at", "finished_rows")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("row_checks"."id") do update
set "step" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_rows" = ?
where "row_checks"."step" = ? and "row_checks"."position" = ?;
-- a batch of 2
select ids, marks
from (select json_array(review_id) as ids, '' || (coalesce((review_id is not null and review_id not in (select
    id from reviews)), 0) <> 0) as marks from review_reports not indexed where rowid > ? and rowid <= ? and
    marks like '%1%' limit ?) as broken;
select count(*), coalesce((select max(rowid) from review_reports), 0)
from review_reports not indexed
where rowid > ? and rowid <= ?;
insert into "row_checks" ("id", "step", "position", "checked", "started_at", "finished_at", "finished_rows")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("row_checks"."id") do update
set "step" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_rows" = ?
where "row_checks"."step" = ? and "row_checks"."position" = ?;
-- a batch of 2
select ids, marks
from (select json_array(import_id) as ids, '' || (coalesce((image like '/images/%' and length(image) = 72 and
    substr(image, 9) not in (select key from images)), 0) <> 0) as marks from import_images not indexed where
    rowid > ? and rowid <= ? and marks like '%1%' limit ?) as broken;
select count(*), coalesce((select max(rowid) from import_images), 0)
from import_images not indexed
where rowid > ? and rowid <= ?;
insert into "row_checks" ("id", "step", "position", "checked", "started_at", "finished_at", "finished_rows")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("row_checks"."id") do update
set "step" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_rows" = ?
where "row_checks"."step" = ? and "row_checks"."position" = ?;
-- a batch of 2
select ids, marks
from (select json_array(date(day * 86400, 'unixepoch'), date(day * 86400, 'unixepoch'), date(day * 86400,
    'unixepoch'), date(day * 86400, 'unixepoch'), date(day * 86400, 'unixepoch')) as ids, '' ||
    (coalesce((paid_orders - coalesce((select earlier.paid_orders from sales_totals as earlier where
    earlier.currency = sales_totals.currency and earlier.day < sales_totals.day order by earlier.day desc
    limit 1), 0) <> (select count(*) from orders where ("orders"."transaction_id" is not null and
    "orders"."closed_at" is null) and orders.paid_at >= sales_totals.day * 86400000 and orders.paid_at <
    (sales_totals.day + 1) * 86400000 and orders.currency = sales_totals.currency)), 0) <> 0) ||
    (coalesce((lines - coalesce((select earlier.lines from sales_totals as earlier where earlier.currency =
    sales_totals.currency and earlier.day < sales_totals.day order by earlier.day desc limit 1), 0) <> (select
    coalesce(sum(1), 0) from order_lines where (order_lines."transaction_id" is not null and
    order_lines."closed_at" is null) and order_id in (select orders.id from orders where
    ("orders"."transaction_id" is not null and "orders"."closed_at" is null) and orders.paid_at >=
    sales_totals.day * 86400000 and orders.paid_at < (sales_totals.day + 1) * 86400000 and orders.currency =
    sales_totals.currency))), 0) <> 0) || (coalesce((revenue_cents - coalesce((select earlier.revenue_cents
    from sales_totals as earlier where earlier.currency = sales_totals.currency and earlier.day <
    sales_totals.day order by earlier.day desc limit 1), 0) <> (select coalesce(sum(((order_lines.total_cents
    + order_lines.shipping_cents + order_lines.tax_cents) * (order_lines."transaction_id" is not null and
    order_lines."closed_at" is null))), 0) from order_lines where (order_lines."transaction_id" is not null
    and order_lines."closed_at" is null) and order_id in (select orders.id from orders where
    ("orders"."transaction_id" is not null and "orders"."closed_at" is null) and orders.paid_at >=
    sales_totals.day * 86400000 and orders.paid_at < (sales_totals.day + 1) * 86400000 and orders.currency =
    sales_totals.currency))), 0) <> 0) || (coalesce((partner_cents - coalesce((select earlier.partner_cents
    from sales_totals as earlier where earlier.currency = sales_totals.currency and earlier.day <
    sales_totals.day order by earlier.day desc limit 1), 0) <> (select coalesce(sum((((order_lines.total_cents
    + order_lines.shipping_cents + order_lines.tax_cents) * (order_lines."transaction_id" is not null and
    order_lines."closed_at" is null)) * (order_lines.partner IS NOT NULL))), 0) from order_lines where
    (order_lines."transaction_id" is not null and order_lines."closed_at" is null) and order_id in (select
    orders.id from orders where ("orders"."transaction_id" is not null and "orders"."closed_at" is null) and
    orders.paid_at >= sales_totals.day * 86400000 and orders.paid_at < (sales_totals.day + 1) * 86400000 and
    orders.currency = sales_totals.currency))), 0) <> 0) || (coalesce((refunded_cents - coalesce((select
    earlier.refunded_cents from sales_totals as earlier where earlier.currency = sales_totals.currency and
    earlier.day < sales_totals.day order by earlier.day desc limit 1), 0) <> (select
    coalesce(sum(amount_cents), 0) from line_refunds join order_lines on order_lines.id = line_id where
    line_refunds.status = 'done' and done_at >= sales_totals.day * 86400000 and done_at < (sales_totals.day +
    1) * 86400000 and order_lines.currency = sales_totals.currency)), 0) <> 0) as marks from sales_totals not
    indexed where rowid > ? and rowid <= ? and marks like '%1%' limit ?) as broken;
select count(*), coalesce((select max(rowid) from sales_totals), 0)
from sales_totals not indexed
where rowid > ? and rowid <= ?;
insert into "row_checks" ("id", "step", "position", "checked", "started_at", "finished_at", "finished_rows")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("row_checks"."id") do update
set "step" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_rows" = ?
where "row_checks"."step" = ? and "row_checks"."position" = ?;
-- a batch of 2
select ids, marks
from (select json_array(period || ' ' || tool_id) as ids, '' || (coalesce((period like 'm%' and pieces <> 0
    and not exists (select 1 from order_lines where order_lines.tool_id = tool_sales.tool_id and
    (order_lines."transaction_id" is not null and order_lines."closed_at" is null) and 'm' ||
    strftime('%Y-%m', paid_at / 1000, 'unixepoch') = period)), 0) <> 0) as marks from tool_sales not indexed
    where rowid > ? and rowid <= ? and marks like '%1%' limit ?) as broken;
select count(*), coalesce((select max(rowid) from tool_sales), 0)
from tool_sales not indexed
where rowid > ? and rowid <= ?;
insert into "row_checks" ("id", "step", "position", "checked", "started_at", "finished_at", "finished_rows")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("row_checks"."id") do update
set "step" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_rows" = ?
where "row_checks"."step" = ? and "row_checks"."position" = ?;
-- a batch of 2
select ids, marks
from (select json_array(id, id, id, id) as ids, '' || (coalesce((id <> 'guest' and order_count <> (select
    count(*) from order_lines where order_lines.user_id = users.id and ("order_lines"."closed_why" is null or
    "order_lines"."closed_why" = 'refunded'))), 0) <> 0) || (coalesce((id <> 'guest' and spent_cents <>
    (select coalesce(sum(((order_lines.total_cents + order_lines.shipping_cents + order_lines.tax_cents -
    order_lines.refunded_cents) * (order_lines."transaction_id" is not null and order_lines."closed_at" is
    null))), 0) from order_lines where order_lines.user_id = users.id and ("order_lines"."closed_why" is null
    or "order_lines"."closed_why" = 'refunded'))), 0) <> 0) || (coalesce((true and not exists (select 1 from
    users_search where users_search.rowid = number)), 0) <> 0) || (coalesce((true and not exists (select 1
    from users_letters where users_letters.rowid = number)), 0) <> 0) as marks from users not indexed where
    rowid > ? and rowid <= ? and marks like '%1%' limit ?) as broken;
select count(*), coalesce((select max(rowid) from users), 0)
from users not indexed
where rowid > ? and rowid <= ?;
insert into "row_checks" ("id", "step", "position", "checked", "started_at", "finished_at", "finished_rows")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("row_checks"."id") do update
set "step" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_rows" = ?
where "row_checks"."step" = ? and "row_checks"."position" = ?;
-- a batch of 2
select ids, marks
from (select json_array(partner, partner) as ids, '' || (coalesce(((orders, paid_orders, revenue_cents) is not
    (select sum((order_lines."closed_why" is null or order_lines."closed_why" = 'refunded')),
    sum((order_lines."transaction_id" is not null and order_lines."closed_at" is null)), sum(total_cents *
    (order_lines."transaction_id" is not null and order_lines."closed_at" is null)) from order_lines where
    order_lines.partner = partner_sales.partner) and exists (select 1 from order_lines where
    order_lines.partner = partner_sales.partner)), 0) <> 0) || (coalesce(((orders <> 0 or paid_orders <> 0 or
    revenue_cents <> 0) and not exists (select 1 from order_lines where order_lines.partner =
    partner_sales.partner)), 0) <> 0) as marks from partner_sales not indexed where rowid > ? and rowid <= ?
    and marks like '%1%' limit ?) as broken;
select count(*), coalesce((select max(rowid) from partner_sales), 0)
from partner_sales not indexed
where rowid > ? and rowid <= ?;
insert into "row_checks" ("id", "step", "position", "checked", "started_at", "finished_at", "finished_rows")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("row_checks"."id") do update
set "step" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_rows" = ?
where "row_checks"."step" = ? and "row_checks"."position" = ?;
-- a batch of 2
select ids, marks
from (select json_array(id, id, id, id, id, id, id, id, id, id, id, id, id) as ids, '' ||
    (coalesce((orders_shown <> (select count(*) from order_lines where (order_lines."closed_why" is null or
    order_lines."closed_why" = 'refunded'))), 0) <> 0) || (coalesce((orders_to_ship <> (select count(*) from
    order_lines indexed by orders_to_ship where ((order_lines."transaction_id" is not null and
    order_lines."closed_at" is null) and order_lines."status" = 'Pending' and order_lines."refunded_cents" = 0
    and order_lines."refund_due_cents" = 0 and order_lines."refunded_at" is null and
    order_lines."restocked_at" is null and order_lines."cancelled_at" is null and order_lines."disputed_at" is
    null))), 0) <> 0) || (coalesce((orders_unpaid <> (select count(*) from order_lines where
    (order_lines."transaction_id" is null and order_lines."closed_at" is null))), 0) <> 0) ||
    (coalesce((orders_shipped <> (select count(*) from order_lines where (order_lines.status = 'Shipped'))),
    0) <> 0) || (coalesce((orders_refunded <> (select count(*) from order_lines where
    ((order_lines."closed_why" is null or order_lines."closed_why" = 'refunded') AND
    (order_lines.refunded_cents > 0 OR order_lines.closed_why IS NOT NULL)))), 0) <> 0) ||
    (coalesce((orders_disputed <> (select count(*) from order_lines where (order_lines.disputed_at IS NOT
    NULL))), 0) <> 0) || (coalesce((refunds_due <> (select count(*) from order_lines where
    (order_lines.refund_due_cents > 0))), 0) <> 0) || (coalesce((refunds_failed <> (select count(*) from
    order_lines where (order_lines.refund_failed_cents > 0))), 0) <> 0) || (coalesce((tools_listed <> (select
    count(*) from tools where (tools.archived_at IS NULL))), 0) <> 0) || (coalesce((tools_low <> (select
    count(*) from tools where (tools.archived_at IS NULL AND tools.is_low))), 0) <> 0) ||
    (coalesce((reviews_queued <> (select count(*) from reviews where (reviews.queued_at IS NOT NULL))), 0) <>
    0) || (coalesce((mails_failed <> (select count(*) from failed_mails where true)), 0) <> 0) ||
    (coalesce((dead_letters <> (select count(*) from dead_letters where true)), 0) <> 0) as marks from
    shop_counts not indexed where rowid > ? and rowid <= ? and marks like '%1%' limit ?) as broken;
select count(*), coalesce((select max(rowid) from shop_counts), 0)
from shop_counts not indexed
where rowid > ? and rowid <= ?;
insert into "row_checks" ("id", "step", "position", "checked", "started_at", "finished_at", "finished_rows")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("row_checks"."id") do update
set "step" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_rows" = ?
where "row_checks"."step" = ? and "row_checks"."position" = ?;
-- a batch of 2
select ids, marks
from (select json_array(slug) as ids, '' || (coalesce(((tool_count, in_stock_count, well_rated_count,
    well_rated_in_stock_count) IS NOT (SELECT coalesce(sum(1), 0), coalesce(sum(in_stock), 0),
    coalesce(sum(well_rated), 0), coalesce(sum(in_stock * well_rated), 0) FROM tools WHERE archived_at IS NULL
    AND category_slug = categories.slug)), 0) <> 0) as marks from categories not indexed where rowid > ? and
    rowid <= ? and marks like '%1%' limit ?) as broken;
select count(*), coalesce((select max(rowid) from categories), 0)
from categories not indexed
where rowid > ? and rowid <= ?;
insert into "row_checks" ("id", "step", "position", "checked", "started_at", "finished_at", "finished_rows")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("row_checks"."id") do update
set "step" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_rows" = ?
where "row_checks"."step" = ? and "row_checks"."position" = ?;
-- a batch of 2
select ids, marks
from (select json_array(scope) as ids, '' || (coalesce(((tool_count, in_stock_count, well_rated_count,
    well_rated_in_stock_count) IS NOT (SELECT coalesce(sum(1), 0), coalesce(sum(in_stock), 0),
    coalesce(sum(well_rated), 0), coalesce(sum(in_stock * well_rated), 0) FROM tools WHERE archived_at IS
    NULL) or categories <> (SELECT json_group_array(json_array(slug, name, position)) FROM categories)), 0) <>
    0) as marks from facet_counts not indexed where rowid > ? and rowid <= ? and marks like '%1%' limit ?) as
    broken;
select count(*), coalesce((select max(rowid) from facet_counts), 0)
from facet_counts not indexed
where rowid > ? and rowid <= ?;
-- a batch of 2
delete
from "broken_rows"
where ("broken_rows"."seen_at" < ? and "broken_rows"."table_name" not in (?, ?));
insert into "row_checks" ("id", "step", "position", "checked", "started_at", "finished_at", "finished_rows")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("row_checks"."id") do update
set "step" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_rows" = ?
where "row_checks"."step" = ? and "row_checks"."position" = ?;

-- job compareImages
-- 3 trips, rows: 2 read, 2 written
select "name", "position", "checked", "started_at", "finished_at", "finished_count"
from "health_checks"
where "health_checks"."name" = ?;
select "key"
from "images"
where ("images"."key" > ? and "images"."deleting_at" is null)
order by "images"."key"
limit ?;
-- a batch of 2
delete
from "broken_rows"
where ("broken_rows"."seen_at" < ? and "broken_rows"."table_name" = ?);
insert into "health_checks" ("name", "position", "checked", "started_at", "finished_at", "finished_count")
values (?, ?, ?, ?, ?, ?)
on conflict ("health_checks"."name") do update
set "name" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_count" = ?
where "health_checks"."position" is ?;

-- job comparePayments
-- 4 trips, rows: 2 read, 4 written
select "name", "position", "checked", "started_at", "finished_at", "finished_count"
from "health_checks"
where "health_checks"."name" = ?;
insert into "health_checks" ("name", "position", "checked", "started_at", "finished_at", "finished_count")
values (?, ?, ?, ?, ?, ?)
on conflict ("health_checks"."name") do update
set "name" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_count" = ?
where "health_checks"."position" is ?;
select "id", "total_cents", "currency", "transaction_id", "paid_at", exists (select 1 from
    "balance_transactions" where "intent_id" = "transaction_id" and "category" = 'charge')
from "orders"
where (("orders"."transaction_id" is not null and "orders"."closed_at" is null) and ("orders"."paid_at",
    "orders"."id") > (?, ?) and "orders"."paid_at" < ?)
order by "orders"."paid_at", "orders"."id"
limit ?;
-- a batch of 2
delete
from "broken_rows"
where ("broken_rows"."seen_at" < ? and "broken_rows"."table_name" = ?);
insert into "health_checks" ("name", "position", "checked", "started_at", "finished_at", "finished_count")
values (?, ?, ?, ?, ?, ?)
on conflict ("health_checks"."name") do update
set "name" = ?, "position" = ?, "checked" = ?, "started_at" = ?, "finished_at" = ?, "finished_count" = ?
where "health_checks"."position" is ?;

-- job dispatchOutbox
-- 2 trips, rows: 159 read, 62 written
-- a batch of 2
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, null
where exists (select 1 from "outbox" where "outbox"."digest" = ?) and not exists (select 1 from "outbox" where
    ("outbox"."id" in (?, ?) and "outbox"."created_at" > ?))
on conflict do nothing;
update "outbox"
set "digest" = ?
where ("outbox"."digest" = ? and changes() = 1);
update "outbox"
set "due_at" = ?
where rowid in (select rowid from "outbox" where "outbox"."due_at" <= ? order by "outbox"."due_at" limit ?)
returning "outbox"."id" as id;

-- job publishDrafts
-- 1 trip, rows: 6 read, 0 written
-- a batch of 2
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "tools"."id", json_object(?, "tools"."name", ?, 'draft', ?, 'listed')
from "tools"
where "tools"."id" in (select "id" from "tools" where ("tools"."publish_at" is not null and
    "tools"."publish_at" <= ?) order by "tools"."publish_at" asc limit ?);
update "tools"
set "created_at" = iif("tools"."archived_at" = "tools"."created_at", ?, "tools"."created_at"), "updated_at" =
    ?, "archived_at" = ?, "draft" = ?, "publish_at" = ?
where "tools"."id" in (select "id" from "tools" where ("tools"."publish_at" is not null and
    "tools"."publish_at" <= ?) order by "tools"."publish_at" asc limit ?)
returning "id";

-- job readBalance
-- 8 trips, rows: 24 read, 72 written
select "created_at"
from "orders"
where (("orders"."transaction_id" is not null and "orders"."closed_at" is null) and "orders"."paid_at" is not
    null)
order by "orders"."paid_at" asc
limit ?;
insert into "balance_reads" ("list", "since", "until", "after", "leased_until", "denied_at")
values (?, ?, null, null, ?, null)
on conflict ("balance_reads"."list") do update
set "leased_until" = ?
where "balance_reads"."leased_until" <= ?
returning "list", "since", "until", "after", "leased_until", "denied_at";
-- a batch of 2
insert into "balance_transactions" ("id", "source_id", "intent_id", "category", "amount_cents", "fee_cents",
    "net_cents", "currency", "created_at", "available_at", "payout_id") select value ->> 'id', value ->>
    'sourceId', value ->> 'intentId', value ->> 'category', value ->> 'amount', value ->> 'fee', value ->>
    'net', value ->> 'currency', value ->> 'createdAt', value ->> 'availableAt', ?
from json_each(?)
where true
on conflict ("balance_transactions"."id") do update
set "available_at" = excluded.available_at, "payout_id" = coalesce(excluded.payout_id,
    "balance_transactions"."payout_id");
update "balance_reads"
set "since" = ?, "until" = ?, "after" = ?
where "balance_reads"."list" = ?;
update "balance_reads"
set "leased_until" = ?, "denied_at" = ?
where "balance_reads"."list" = ?;
insert into "balance_reads" ("list", "since", "until", "after", "leased_until", "denied_at")
values (?, ?, null, null, ?, null)
on conflict ("balance_reads"."list") do update
set "leased_until" = ?
where "balance_reads"."leased_until" <= ?
returning "list", "since", "until", "after", "leased_until", "denied_at";
-- a batch of 2
insert into "payouts" ("id", "amount_cents", "currency", "status", "created_at", "arrives_at", "reading",
    "read_after") select value ->> 'id', value ->> 'amount', value ->> 'currency', value ->> 'status', value
    ->> 'createdAt', value ->> 'arrivesAt', value ->> 'reading', null
from json_each(?)
where true
on conflict ("payouts"."id") do update
set "status" = excluded.status, "arrives_at" = excluded.arrives_at, "reading" = case when "payouts"."reading"
    = 'waiting' then excluded.reading else "payouts"."reading" end;
update "balance_reads"
set "since" = ?, "until" = ?, "after" = ?
where "balance_reads"."list" = ?;
select "id", "amount_cents", "currency", "status", "created_at", "arrives_at", "reading", "read_after"
from "payouts"
where "payouts"."reading" = 'due'
order by "payouts"."created_at" asc
limit ?;
update "balance_reads"
set "leased_until" = ?, "denied_at" = ?
where "balance_reads"."list" = ?;

-- job reconcile
-- 7 trips, rows: 32 read, 3 written
insert into "event_cursors" ("source", "since", "leased_until")
values (?, ?, ?)
on conflict ("event_cursors"."source") do update
set "leased_until" = ?
where "event_cursors"."leased_until" <= ?
returning "source", "since", "leased_until";
update "orders"
set "check_at" = ?
where rowid in (select * from (select * from (select rowid from "orders" indexed by "orders_due" where
    ("orders"."transaction_id" is null and "orders"."closed_at" is null and ("orders"."check_at" is null and
    "orders"."expires_at" <= ?)) order by "orders"."check_at", "orders"."expires_at" limit ?) union all select
    * from (select rowid from "orders" indexed by "orders_due" where ("orders"."transaction_id" is null and
    "orders"."closed_at" is null and "orders"."check_at" <= ?) order by "orders"."check_at",
    "orders"."expires_at" limit ?)) limit ?)
returning "orders"."id" as id;
update "refunds"
set "retry_at" = ?
where rowid in (select * from (select * from (select rowid from "refunds" indexed by "refunds_due" where
    ("refunds"."done_at" is null and ("refunds"."retry_at" is null and "refunds"."created_at" <= ?)) order by
    "refunds"."retry_at", "refunds"."created_at" limit ?) union all select * from (select rowid from "refunds"
    indexed by "refunds_due" where ("refunds"."done_at" is null and "refunds"."retry_at" <= ?) order by
    "refunds"."retry_at", "refunds"."created_at" limit ?)) limit ?)
returning "refunds"."intent_id" as id;
update "line_refunds"
set "retry_at" = ?
where rowid in (select rowid from "line_refunds" where "line_refunds"."retry_at" <= ? order by
    "line_refunds"."retry_at" limit ?)
returning "line_refunds"."id" as id;
update "payment_events"
set "retry_at" = ?
where rowid in (select rowid from "payment_events" where "payment_events"."retry_at" <= ? order by
    "payment_events"."retry_at" limit ?)
returning "payment_events"."id" as id;
update "orders"
set "tax_due_at" = ?
where rowid in (select * from (select * from (select rowid from "orders" indexed by "orders_tax_due" where
    ("orders"."tax_calculation_id" is not null and "orders"."tax_transaction_id" is null and
    "orders"."transaction_id" is not null and ("orders"."tax_due_at" is null and "orders"."paid_at" <= ?))
    order by "orders"."tax_due_at", "orders"."paid_at" limit ?) union all select * from (select rowid from
    "orders" indexed by "orders_tax_due" where ("orders"."tax_calculation_id" is not null and
    "orders"."tax_transaction_id" is null and "orders"."transaction_id" is not null and "orders"."tax_due_at"
    <= ?) order by "orders"."tax_due_at", "orders"."paid_at" limit ?)) limit ?)
returning "orders"."id" as id;
update "line_refunds"
set "tax_due_at" = ?
where rowid in (select rowid from "line_refunds" where "line_refunds"."tax_due_at" <= ? order by
    "line_refunds"."tax_due_at" limit ?)
returning "line_refunds"."id" as id;

-- job sweepAuth
-- 1 trip, rows: 98 read, 23 written
-- a batch of 6
delete
from "sessions"
where "sessions"."id" in (select "id" from "sessions" where "sessions"."expires_at" <= ? order by
    "sessions"."expires_at" asc limit ?);
delete
from "verifications"
where "verifications"."id" in (select "id" from "verifications" where "verifications"."expires_at" <= ? order
    by "verifications"."expires_at" asc limit ?);
delete
from "account_attempts"
where "account_attempts"."account" in (select "account" from "account_attempts" where
    "account_attempts"."ends_at" <= ? order by "account_attempts"."ends_at" asc limit ?);
delete
from "review_reports"
where rowid in (select rowid from "review_reports" where "review_reports"."created_at" <= ? order by
    "review_reports"."created_at" asc limit ?);
delete
from "failed_mails"
where "failed_mails"."id" in (select "id" from "failed_mails" where "failed_mails"."failed_at" <= ? order by
    "failed_mails"."failed_at" asc limit ?);
delete
from "rate_limits"
where "rate_limits"."id" in (select "id" from "rate_limits" where "rate_limits"."last_request" <= ? order by
    "rate_limits"."last_request" asc limit ?);

-- job sweepDeadLetters
-- 1 trip, rows: 1 read, 0 written
delete
from "dead_letters"
where "dead_letters"."failed_at" <= ?;

-- job sweepEvents
-- 1 trip, rows: 20 read, 5 written
delete
from "payment_events"
where "payment_events"."id" in (select "id" from "payment_events" where ("payment_events"."retry_at" is null
    and "payment_events"."created_at" <= ?) order by "payment_events"."created_at" asc limit ?);

-- job sweepImages
-- 5 trips, rows: 28 read, 4 written
select "key"
from "images"
where ("images"."checked_at" is null and "images"."created_at" < ?)
order by "images"."created_at" asc
limit ?;
-- a batch of 2
update "images"
set "deleting_at" = ?
where ("images"."key" in (select value from json_each(?)) and "images"."created_at" < ? and not exists (select
    1 from "tools" where "tools"."image" = ? || "images"."key") and not exists (select 1 from "tool_pictures"
    where "tool_pictures"."image" = ? || "images"."key") and not exists (select 1 from "reviews" where
    "reviews"."image" = ? || "images"."key") and not exists (select 1 from "order_lines" where
    "order_lines"."image" = ? || "images"."key") and not exists (select 1 from "import_images" where
    "import_images"."image" = ? || "images"."key"))
returning "key";
update "images"
set "checked_at" = ?
where ("images"."key" in (select value from json_each(?)) and "images"."deleting_at" is null and
    "images"."created_at" < ?);
delete
from "images"
where ("images"."key" in (select value from json_each(?)) and "images"."deleting_at" is not null);
select "key"
from "images"
where ("images"."checked_at" is not null and "images"."checked_at" < ?)
order by "images"."checked_at" asc
limit ?;
select value as key
from json_each(?)
where not exists (select 1 from "images" where "images"."key" = value) and (not exists (select 1 from "tools"
    where "tools"."image" = ? || value) and not exists (select 1 from "tool_pictures" where
    "tool_pictures"."image" = ? || value) and not exists (select 1 from "reviews" where "reviews"."image" = ?
    || value) and not exists (select 1 from "order_lines" where "order_lines"."image" = ? || value) and not
    exists (select 1 from "import_images" where "import_images"."image" = ? || value));

-- job sweepImports
-- 4 trips, rows: 29 read, 5 written
select "id"
from "imports"
where ("imports"."state" in ('reading', 'saving', 'reverting') and "imports"."updated_at" < ?)
limit ?;
select "id"
from "imports"
where ("imports"."created_at" < ? and not "imports"."state" in ('reading', 'saving', 'reverting'))
order by "imports"."created_at" asc
limit ?;
delete
from "import_lines"
where rowid in (select rowid from "import_lines" where "import_lines"."import_id" in (select value from
    json_each(?)) limit ?)
returning "line";
delete
from "imports"
where "imports"."id" in (select value from json_each(?));

-- job sweepOutbox
-- 1 trip, rows: 32 read, 8 written
delete
from "outbox"
where "outbox"."id" in (select "id" from "outbox" where "outbox"."done_at" <= ? order by "outbox"."done_at"
    asc limit ?);

-- job sweepToolSales
-- 2 trips, rows: 26 read, 6 written
delete
from "tool_sales"
where rowid in (select rowid from "tool_sales" where "tool_sales"."period" >= ? and "tool_sales"."period" < ?
    limit ?);
delete
from "tool_sales"
where rowid in (select rowid from "tool_sales" where "tool_sales"."period" >= ? and "tool_sales"."period" < ?
    limit ?);

-- job syncLowStock
-- 1 trip, rows: 1 read, 0 written
update "shop_counts"
set "low_stock_mark" = ?
where ("shop_counts"."id" = ? and "shop_counts"."low_stock_mark" <> ?);

-- queue cogsmith-events
-- 5 trips, rows: 275 read, 46 written
select "id"
from "payment_events"
where "payment_events"."id" in (select value from json_each(?));
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."id" in (select value from json_each(?));
-- a batch of 6
update "orders"
set "payment_intent_id" = ?, "transaction_id" = ?, "paid_at" = ?, "tax_due_at" = case when
    "orders"."tax_calculation_id" is not null then ? end
where ("orders"."id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null and
    "orders"."total_cents" = ?);
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents")
from "order_lines"
where (("order_lines"."order_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is null) and exists (select 1 from "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?));
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where exists (select 1 from "order_lines" where (("order_lines"."order_id" = ? and
    "order_lines"."transaction_id" is null and "order_lines"."closed_at" is null) and exists (select 1 from
    "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?)))
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "transaction_id" = ?, "paid_at" = ?
where (("order_lines"."order_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is null) and exists (select 1 from "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?));
update "outbox"
set "due_at" = ?, "leased_until" = ?, "done_at" = ?, "outcome" = ?
where ("outbox"."subject_id" = ? and "outbox"."kind" in (?, ?) and "outbox"."done_at" is null and
    ("outbox"."leased_until" is null or "outbox"."leased_until" <= ?) and exists (select 1 from "orders" where
    "orders"."id" = ? and "orders"."transaction_id" = ?));
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."id" = ?;
insert into "payment_events" ("id", "type", "intent_id", "created_at", "received_at", "retry_at", "failures",
    "unreadable") select value ->> 'id', value ->> 'type', value ->> 'intentId', value ->> 'createdAt', ?, ?,
    ?, value ->> 'unreadable'
from json_each(?)
where true
on conflict ("payment_events"."id") do update
set "retry_at" = ?, "failures" = "payment_events"."failures" + ?, "unreadable" = excluded.unreadable;
update "event_cursors"
set "since" = ?, "leased_until" = ?
where "event_cursors"."source" = ?;

-- queue cogsmith-events-failed
-- 1 trip, rows: 1 read, 4 written
insert into "dead_letters" ("id", "queue", "body", "failed_at")
values (?, ?, ?, ?)
on conflict do nothing;

-- queue cogsmith-imports (a file)
-- 7 trips, rows: 24 read, 15 written
select "id", "file_name", "created_by", "actor_id", "created_at", "updated_at", "state", "mode", "problem",
    "line_count", "new_count", "changed_count", "unchanged_count", "wrong_count", "saved_count",
    "rejected_count", "reverted_count", "kept_count"
from "imports"
where "imports"."id" = ?;
delete
from "import_lines"
where "import_lines"."import_id" = ?;
select "slug"
from "categories"
limit ?;
select "address", "image", "problem"
from "import_images"
where ("import_images"."import_id" = ? and ("import_images"."image" is not null or "import_images"."problem"
    <> ?));
-- a batch of 3
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where "tools"."id" in (select value from json_each(?));
select "key"
from "images"
where ("images"."key" in (select value from json_each(?)) and "images"."deleting_at" is null);
select one.value as "address", "tools"."id"
from json_each(?) as one
inner join "tools" on "tools"."number" = coalesce((select found.number from "tools" as found where found.slug
    = one.value), (select found.number from "tools" as found where found.id = one.value), (select found.number
    from "tool_addresses" as former join "tools" as found on found.id = former.tool_id where former.slug =
    one.value));
-- a batch of 4
insert into "import_lines" ("import_id", "line", "kind", "state", "tool_id", "name", "fields", "was",
    "errors", "batch") select ?, value ->> 'line', value ->> 'kind', value ->> 'state', value ->> 'toolId',
    value ->> 'name', coalesce(value -> 'fields', '{}'), coalesce(value -> 'was', '{}'), coalesce(value ->
    'errors', '[]'), null
from json_each(?)
where true
on conflict do nothing;
insert into "import_images" ("import_id", "address", "image", "problem") select ?, value, null, ?
from json_each(?)
where true
on conflict do nothing;
insert into "import_images" ("import_id", "address", "image", "problem") select ?, value, value, ?
from json_each(?)
where exists (select 1 from "images" where "images"."key" = substr(value, ?) and "images"."deleting_at" is
    null)
on conflict do nothing;
update "imports"
set "updated_at" = ?, "line_count" = ?, "new_count" = ?, "changed_count" = ?, "unchanged_count" = ?,
    "wrong_count" = ?
where "imports"."id" = ?;
update "imports"
set "updated_at" = ?, "state" = ?
where "imports"."id" = ?;

-- queue cogsmith-imports (its lines)
-- 11 trips, rows: 220 read, 96 written
select "id", "file_name", "created_by", "actor_id", "created_at", "updated_at", "state", "mode", "problem",
    "line_count", "new_count", "changed_count", "unchanged_count", "wrong_count", "saved_count",
    "rejected_count", "reverted_count", "kept_count"
from "imports"
where "imports"."id" = ?;
select "address"
from "import_images"
where ("import_images"."import_id" = ? and "import_images"."image" is null and "import_images"."problem" = ?)
limit ?;
select "import_id", "line", "kind", "state", "tool_id", "name", "fields", "was", "errors", "batch"
from "import_lines"
where ("import_lines"."import_id" = ? and "import_lines"."state" = ?)
order by "import_lines"."line" asc
limit ?;
-- a batch of 5
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where "tools"."id" in (select value from json_each(?));
select "import_id", "address", "image", "problem"
from "import_images"
where ("import_images"."import_id" = ? and "import_images"."address" in (select value from json_each(?)));
select "slug"
from "categories"
limit ?;
select one.value as "address", "tools"."id"
from json_each(?) as one
inner join "tools" on "tools"."number" = coalesce((select found.number from "tools" as found where found.slug
    = one.value), (select found.number from "tools" as found where found.id = one.value), (select found.number
    from "tool_addresses" as former join "tools" as found on found.id = former.tool_id where former.slug =
    one.value));
update "images"
set "created_at" = ?
where ("images"."key" in (select value from json_each(?)) and "images"."deleting_at" is null)
returning "key";
-- a batch of 13
update "import_lines"
set "state" = ?, "batch" = ?
where (("import_lines"."import_id" = ? and "import_lines"."state" = ?) and "import_lines"."line" in (select
    one.value ->> 'line' from json_each(?) as one left join "tools" on "tools"."id" = one.value ->> 'id' where
    "tools"."updated_at" is one.value ->> 'updatedAt' and "tools"."quantity" is one.value ->> 'stockWas' and
    not (exists (select 1 from "tools" as other where other.slug = one.value ->> 'slug' and other.id <>
    one.value ->> 'id') or exists (select 1 from "tools" as other where other.id = one.value ->> 'slug' and
    other.id <> one.value ->> 'id') or exists (select 1 from "tool_addresses" as former where former.slug =
    one.value ->> 'slug' and former.tool_id <> one.value ->> 'id'))));
insert into "import_lines" ("import_id", "line", "kind", "state", "tool_id", "name", "fields", "was",
    "errors", "batch") select ?, one.value ->> 'line', 'new', ?, null, '', one.value -> 'fields', one.value ->
    'was', ?, null
from json_each(?) as one
where exists (select 1 from "import_lines" as marked where marked.import_id = ? and marked.line = one.value
    ->> 'line' and marked.batch = ?) and one.value -> 'fields' is not null
on conflict ("import_lines"."import_id", "import_lines"."line") do update
set "fields" = excluded.fields, "was" = excluded.was;
update "import_lines"
set "state" = ?, "errors" = one.value -> 'errors', "batch" = ?
from json_each(?) as one
where (("import_lines"."import_id" = ? and "import_lines"."state" = ?) and "import_lines"."line" in (select
    value from json_each(?)) and "import_lines"."line" = one.value ->> 'line');
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, one.value ->> 'action', one.value ->> 'id', one.value -> 'detail'
from json_each(?) as one
where exists (select 1 from "import_lines" as marked where marked.import_id = ? and marked.line = one.value
    ->> 'line' and marked.batch = ?) and one.value -> 'action' is not null;
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, 'tool.deleted', "tools"."id", json_object('name', "tools"."name",
    'quantity', "tools"."quantity", 'priceCents', "tools"."price_cents")
from "tools"
where "tools"."id" in (select one.value ->> 'id' from json_each(?) as one where exists (select 1 from
    "import_lines" as marked where marked.import_id = ? and marked.line = one.value ->> 'line' and
    marked.batch = ?) and one.value -> 'removed' is not null);
insert into "tools" ("number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity",
    "stocked", "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "capabilities", "further_images", "in_stock", "is_low",
    "changed_at") select null, one.value ->> 'id', coalesce(one.value ->> 'slug', (select candidate.value from
    json_each(one.value -> 'addresses') as candidate where not exists (select 1 from "tools" as other where
    other.slug = candidate.value or other.id = candidate.value) and not exists (select 1 from "tool_addresses"
    as former where former.slug = candidate.value) order by candidate.key limit 1)), one.value ->> 'name',
    one.value ->> 'description', one.value ->> 'image', one.value ->> 'minOrderQuantity', one.value ->>
    'added', one.value ->> 'added', one.value ->> 'priceCents', one.value ->> 'createdAt', max(?,
    coalesce(one.value ->> 'updatedAt', 0) + 1), one.value ->> 'archivedAt', one.value ->> 'draft', one.value
    ->> 'publishAt', one.value ->> 'costCents', one.value ->> 'lowStock', one.value ->> 'imageAlt', null,
    one.value ->> 'categorySlug', ?, ?, ?, ?, ?, ?, one.value ->> 'specifications', ?, ?, ?, ?, ?
from json_each(?) as one
where exists (select 1 from "import_lines" as marked where marked.import_id = ? and marked.line = one.value
    ->> 'line' and marked.batch = ?) and one.value -> 'removed' is null and one.value ->> 'updatedAt' is null;
delete
from "tool_pictures"
where "tool_pictures"."tool_id" in (select one.value ->> 'id' from json_each(?) as one where exists (select 1
    from "import_lines" as marked where marked.import_id = ? and marked.line = one.value ->> 'line' and
    marked.batch = ?) and one.value -> 'further' is not null);
insert into "tool_pictures" ("tool_id", "position", "image", "alt") select one.value ->> 'id', further.key +
    1, further.value ->> 'image', further.value ->> 'alt'
from json_each(?) as one, json_each(one.value, '$.further') as further
where exists (select 1 from "import_lines" as marked where marked.import_id = ? and marked.line = one.value
    ->> 'line' and marked.batch = ?);
update "tools"
set "slug" = one.value ->> 'slug', "name" = one.value ->> 'name', "description" = one.value ->> 'description',
    "image" = one.value ->> 'image', "min_order_quantity" = one.value ->> 'minOrderQuantity', "quantity" =
    "tools"."quantity" + (one.value ->> 'added'), "stocked" = "tools"."stocked" + (one.value ->> 'added'),
    "price_cents" = one.value ->> 'priceCents', "created_at" = one.value ->> 'createdAt', "updated_at" =
    max(?, coalesce(one.value ->> 'updatedAt', 0) + 1), "archived_at" = one.value ->> 'archivedAt', "draft" =
    one.value ->> 'draft', "publish_at" = one.value ->> 'publishAt', "cost_cents" = one.value ->> 'costCents',
    "low_stock" = one.value ->> 'lowStock', "image_alt" = one.value ->> 'imageAlt', "category_slug" =
    one.value ->> 'categorySlug', "specifications" = one.value ->> 'specifications'
from json_each(?) as one
where ("tools"."id" = one.value ->> 'id' and exists (select 1 from "import_lines" as marked where
    marked.import_id = ? and marked.line = one.value ->> 'line' and marked.batch = ?) and one.value ->
    'removed' is null and not (one.value ->> 'updatedAt' is null));
update "tools"
set "updated_at" = ?, "archived_at" = ?, "draft" = ?, "publish_at" = ?
where ("tools"."id" in (select one.value ->> 'id' from json_each(?) as one where exists (select 1 from
    "import_lines" as marked where marked.import_id = ? and marked.line = one.value ->> 'line' and
    marked.batch = ?) and one.value -> 'removed' is not null) and (exists (select 1 from "order_lines" where
    "order_lines"."tool_id" = "tools"."id") or exists (select 1 from "reviews" where "reviews"."tool_id" =
    "tools"."id")) and "tools"."archived_at" is null);
delete
from "tools"
where ("tools"."id" in (select one.value ->> 'id' from json_each(?) as one where exists (select 1 from
    "import_lines" as marked where marked.import_id = ? and marked.line = one.value ->> 'line' and
    marked.batch = ?) and one.value -> 'removed' is not null) and not (exists (select 1 from "order_lines"
    where "order_lines"."tool_id" = "tools"."id") or exists (select 1 from "reviews" where "reviews"."tool_id"
    = "tools"."id")));
insert into "import_images" ("import_id", "address", "image", "problem") select ?, image.value, image.value, ?
from json_each(?) as one, json_each(one.value, '$.replacedImages') as image
where exists (select 1 from "import_lines" as marked where marked.import_id = ? and marked.line = one.value
    ->> 'line' and marked.batch = ?)
on conflict do nothing;
update "imports"
set "updated_at" = ?, "saved_count" = "imports"."saved_count" + (select count(*) from json_each(?) as one
    where exists (select 1 from "import_lines" as marked where marked.import_id = ? and marked.line =
    one.value ->> 'line' and marked.batch = ?)), "rejected_count" = "imports"."rejected_count" + (select
    count(*) from json_each(?) as one where exists (select 1 from "import_lines" as marked where
    marked.import_id = ? and marked.line = one.value ->> 'line' and marked.batch = ?))
where "imports"."id" = ?;
select "id", "file_name", "created_by", "actor_id", "created_at", "updated_at", "state", "mode", "problem",
    "line_count", "new_count", "changed_count", "unchanged_count", "wrong_count", "saved_count",
    "rejected_count", "reverted_count", "kept_count"
from "imports"
where "imports"."id" = ?;
select "address"
from "import_images"
where ("import_images"."import_id" = ? and "import_images"."image" is null and "import_images"."problem" = ?)
limit ?;
select "import_id", "line", "kind", "state", "tool_id", "name", "fields", "was", "errors", "batch"
from "import_lines"
where ("import_lines"."import_id" = ? and "import_lines"."state" = ?)
order by "import_lines"."line" asc
limit ?;
-- a batch of 5
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where "tools"."id" in (select value from json_each(?));
select "import_id", "address", "image", "problem"
from "import_images"
where ("import_images"."import_id" = ? and "import_images"."address" in (select value from json_each(?)));
select "slug"
from "categories"
limit ?;
select one.value as "address", "tools"."id"
from json_each(?) as one
inner join "tools" on "tools"."number" = coalesce((select found.number from "tools" as found where found.slug
    = one.value), (select found.number from "tools" as found where found.id = one.value), (select found.number
    from "tool_addresses" as former join "tools" as found on found.id = former.tool_id where former.slug =
    one.value));
update "images"
set "created_at" = ?
where ("images"."key" in (select value from json_each(?)) and "images"."deleting_at" is null)
returning "key";
update "imports"
set "updated_at" = ?, "state" = ?
where ("imports"."id" = ? and "imports"."state" = ?);
select "id", "file_name", "created_by", "actor_id", "created_at", "updated_at", "state", "mode", "problem",
    "line_count", "new_count", "changed_count", "unchanged_count", "wrong_count", "saved_count",
    "rejected_count", "reverted_count", "kept_count"
from "imports"
where "imports"."id" = ?;

-- queue cogsmith-imports (reverted)
-- 9 trips, rows: 184 read, 55 written
select "id", "file_name", "created_by", "actor_id", "created_at", "updated_at", "state", "mode", "problem",
    "line_count", "new_count", "changed_count", "unchanged_count", "wrong_count", "saved_count",
    "rejected_count", "reverted_count", "kept_count"
from "imports"
where "imports"."id" = ?;
select "import_id", "line", "kind", "state", "tool_id", "name", "fields", "was", "errors", "batch"
from "import_lines"
where ("import_lines"."import_id" = ? and "import_lines"."state" = ?)
order by "import_lines"."line" asc
limit ?;
-- a batch of 5
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where "tools"."id" in (select value from json_each(?));
select "import_id", "address", "image", "problem"
from "import_images"
where ("import_images"."import_id" = ? and "import_images"."address" in (select value from json_each(?)));
select "slug"
from "categories"
limit ?;
select one.value as "address", "tools"."id"
from json_each(?) as one
inner join "tools" on "tools"."number" = coalesce((select found.number from "tools" as found where found.slug
    = one.value), (select found.number from "tools" as found where found.id = one.value), (select found.number
    from "tool_addresses" as former join "tools" as found on found.id = former.tool_id where former.slug =
    one.value));
update "images"
set "created_at" = ?
where ("images"."key" in (select value from json_each(?)) and "images"."deleting_at" is null)
returning "key";
-- a batch of 13
update "import_lines"
set "state" = ?, "batch" = ?
where (("import_lines"."import_id" = ? and "import_lines"."state" = ?) and "import_lines"."line" in (select
    one.value ->> 'line' from json_each(?) as one left join "tools" on "tools"."id" = one.value ->> 'id' where
    "tools"."updated_at" is one.value ->> 'updatedAt' and "tools"."quantity" is one.value ->> 'stockWas' and
    not (exists (select 1 from "tools" as other where other.slug = one.value ->> 'slug' and other.id <>
    one.value ->> 'id') or exists (select 1 from "tools" as other where other.id = one.value ->> 'slug' and
    other.id <> one.value ->> 'id') or exists (select 1 from "tool_addresses" as former where former.slug =
    one.value ->> 'slug' and former.tool_id <> one.value ->> 'id'))));
insert into "import_lines" ("import_id", "line", "kind", "state", "tool_id", "name", "fields", "was",
    "errors", "batch") select ?, one.value ->> 'line', 'new', ?, null, '', one.value -> 'fields', one.value ->
    'was', ?, null
from json_each(?) as one
where exists (select 1 from "import_lines" as marked where marked.import_id = ? and marked.line = one.value
    ->> 'line' and marked.batch = ?) and one.value -> 'fields' is not null
on conflict ("import_lines"."import_id", "import_lines"."line") do update
set "fields" = excluded.fields, "was" = excluded.was;
update "import_lines"
set "state" = ?, "errors" = one.value -> 'errors', "batch" = ?
from json_each(?) as one
where (("import_lines"."import_id" = ? and "import_lines"."state" = ?) and "import_lines"."line" in (select
    value from json_each(?)) and "import_lines"."line" = one.value ->> 'line');
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, one.value ->> 'action', one.value ->> 'id', one.value -> 'detail'
from json_each(?) as one
where exists (select 1 from "import_lines" as marked where marked.import_id = ? and marked.line = one.value
    ->> 'line' and marked.batch = ?) and one.value -> 'action' is not null;
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, 'tool.deleted', "tools"."id", json_object('name', "tools"."name",
    'quantity', "tools"."quantity", 'priceCents', "tools"."price_cents")
from "tools"
where "tools"."id" in (select one.value ->> 'id' from json_each(?) as one where exists (select 1 from
    "import_lines" as marked where marked.import_id = ? and marked.line = one.value ->> 'line' and
    marked.batch = ?) and one.value -> 'removed' is not null);
insert into "tools" ("number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity",
    "stocked", "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "capabilities", "further_images", "in_stock", "is_low",
    "changed_at") select null, one.value ->> 'id', coalesce(one.value ->> 'slug', (select candidate.value from
    json_each(one.value -> 'addresses') as candidate where not exists (select 1 from "tools" as other where
    other.slug = candidate.value or other.id = candidate.value) and not exists (select 1 from "tool_addresses"
    as former where former.slug = candidate.value) order by candidate.key limit 1)), one.value ->> 'name',
    one.value ->> 'description', one.value ->> 'image', one.value ->> 'minOrderQuantity', one.value ->>
    'added', one.value ->> 'added', one.value ->> 'priceCents', one.value ->> 'createdAt', max(?,
    coalesce(one.value ->> 'updatedAt', 0) + 1), one.value ->> 'archivedAt', one.value ->> 'draft', one.value
    ->> 'publishAt', one.value ->> 'costCents', one.value ->> 'lowStock', one.value ->> 'imageAlt', null,
    one.value ->> 'categorySlug', ?, ?, ?, ?, ?, ?, one.value ->> 'specifications', ?, ?, ?, ?, ?
from json_each(?) as one
where exists (select 1 from "import_lines" as marked where marked.import_id = ? and marked.line = one.value
    ->> 'line' and marked.batch = ?) and one.value -> 'removed' is null and one.value ->> 'updatedAt' is null;
delete
from "tool_pictures"
where "tool_pictures"."tool_id" in (select one.value ->> 'id' from json_each(?) as one where exists (select 1
    from "import_lines" as marked where marked.import_id = ? and marked.line = one.value ->> 'line' and
    marked.batch = ?) and one.value -> 'further' is not null);
insert into "tool_pictures" ("tool_id", "position", "image", "alt") select one.value ->> 'id', further.key +
    1, further.value ->> 'image', further.value ->> 'alt'
from json_each(?) as one, json_each(one.value, '$.further') as further
where exists (select 1 from "import_lines" as marked where marked.import_id = ? and marked.line = one.value
    ->> 'line' and marked.batch = ?);
update "tools"
set "slug" = one.value ->> 'slug', "name" = one.value ->> 'name', "description" = one.value ->> 'description',
    "image" = one.value ->> 'image', "min_order_quantity" = one.value ->> 'minOrderQuantity', "quantity" =
    "tools"."quantity" + (one.value ->> 'added'), "stocked" = "tools"."stocked" + (one.value ->> 'added'),
    "price_cents" = one.value ->> 'priceCents', "created_at" = one.value ->> 'createdAt', "updated_at" =
    max(?, coalesce(one.value ->> 'updatedAt', 0) + 1), "archived_at" = one.value ->> 'archivedAt', "draft" =
    one.value ->> 'draft', "publish_at" = one.value ->> 'publishAt', "cost_cents" = one.value ->> 'costCents',
    "low_stock" = one.value ->> 'lowStock', "image_alt" = one.value ->> 'imageAlt', "category_slug" =
    one.value ->> 'categorySlug', "specifications" = one.value ->> 'specifications'
from json_each(?) as one
where ("tools"."id" = one.value ->> 'id' and exists (select 1 from "import_lines" as marked where
    marked.import_id = ? and marked.line = one.value ->> 'line' and marked.batch = ?) and one.value ->
    'removed' is null and not (one.value ->> 'updatedAt' is null));
update "tools"
set "updated_at" = ?, "archived_at" = ?, "draft" = ?, "publish_at" = ?
where ("tools"."id" in (select one.value ->> 'id' from json_each(?) as one where exists (select 1 from
    "import_lines" as marked where marked.import_id = ? and marked.line = one.value ->> 'line' and
    marked.batch = ?) and one.value -> 'removed' is not null) and (exists (select 1 from "order_lines" where
    "order_lines"."tool_id" = "tools"."id") or exists (select 1 from "reviews" where "reviews"."tool_id" =
    "tools"."id")) and "tools"."archived_at" is null);
delete
from "tools"
where ("tools"."id" in (select one.value ->> 'id' from json_each(?) as one where exists (select 1 from
    "import_lines" as marked where marked.import_id = ? and marked.line = one.value ->> 'line' and
    marked.batch = ?) and one.value -> 'removed' is not null) and not (exists (select 1 from "order_lines"
    where "order_lines"."tool_id" = "tools"."id") or exists (select 1 from "reviews" where "reviews"."tool_id"
    = "tools"."id")));
insert into "import_images" ("import_id", "address", "image", "problem") select ?, image.value, image.value, ?
from json_each(?) as one, json_each(one.value, '$.replacedImages') as image
where exists (select 1 from "import_lines" as marked where marked.import_id = ? and marked.line = one.value
    ->> 'line' and marked.batch = ?)
on conflict do nothing;
update "imports"
set "updated_at" = ?, "reverted_count" = "imports"."reverted_count" + (select count(*) from json_each(?) as
    one where exists (select 1 from "import_lines" as marked where marked.import_id = ? and marked.line =
    one.value ->> 'line' and marked.batch = ?)), "kept_count" = "imports"."kept_count" + (select count(*) from
    json_each(?) as one where exists (select 1 from "import_lines" as marked where marked.import_id = ? and
    marked.line = one.value ->> 'line' and marked.batch = ?))
where "imports"."id" = ?;
select "id", "file_name", "created_by", "actor_id", "created_at", "updated_at", "state", "mode", "problem",
    "line_count", "new_count", "changed_count", "unchanged_count", "wrong_count", "saved_count",
    "rejected_count", "reverted_count", "kept_count"
from "imports"
where "imports"."id" = ?;
select "import_id", "line", "kind", "state", "tool_id", "name", "fields", "was", "errors", "batch"
from "import_lines"
where ("import_lines"."import_id" = ? and "import_lines"."state" = ?)
order by "import_lines"."line" asc
limit ?;
-- a batch of 5
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where "tools"."id" in (select value from json_each(?));
select "import_id", "address", "image", "problem"
from "import_images"
where ("import_images"."import_id" = ? and "import_images"."address" in (select value from json_each(?)));
select "slug"
from "categories"
limit ?;
select one.value as "address", "tools"."id"
from json_each(?) as one
inner join "tools" on "tools"."number" = coalesce((select found.number from "tools" as found where found.slug
    = one.value), (select found.number from "tools" as found where found.id = one.value), (select found.number
    from "tool_addresses" as former join "tools" as found on found.id = former.tool_id where former.slug =
    one.value));
update "images"
set "created_at" = ?
where ("images"."key" in (select value from json_each(?)) and "images"."deleting_at" is null)
returning "key";
update "imports"
set "updated_at" = ?, "state" = ?
where ("imports"."id" = ? and "imports"."state" = ?);
select "id", "file_name", "created_by", "actor_id", "created_at", "updated_at", "state", "mode", "problem",
    "line_count", "new_count", "changed_count", "unchanged_count", "wrong_count", "saved_count",
    "rejected_count", "reverted_count", "kept_count"
from "imports"
where "imports"."id" = ?;

-- queue cogsmith-imports-failed
-- 1 trip, rows: 1 read, 4 written
insert into "dead_letters" ("id", "queue", "body", "failed_at")
values (?, ?, ?, ?)
on conflict do nothing;

-- queue cogsmith-jobs
-- 3 trips, rows: 3 read, 3 written
insert into "job_runs" ("name", "leased_until", "succeeded_at", "failed_at", "failure")
values (?, ?, null, null, null)
on conflict ("job_runs"."name") do update
set "leased_until" = ?
where "job_runs"."leased_until" is null or "job_runs"."leased_until" <= ?
returning "name";
update "shop_counts"
set "low_stock_mark" = ?
where ("shop_counts"."id" = ? and "shop_counts"."low_stock_mark" <> ?);
update "job_runs"
set "leased_until" = ?, "failed_at" = ?, "failure" = ?
where ("job_runs"."name" = ? and "job_runs"."leased_until" = ?);

-- queue cogsmith-jobs-failed
-- 1 trip, rows: 1 read, 4 written
insert into "dead_letters" ("id", "queue", "body", "failed_at")
values (?, ?, ?, ?)
on conflict do nothing;

-- queue cogsmith-mails
-- 0 trips, rows: 0 read, 0 written

-- queue cogsmith-mails (a digest)
-- 4 trips, rows: 18 read, 8 written
update "outbox"
set "due_at" = ?, "leased_until" = ?
where ("outbox"."id" = ? and "outbox"."done_at" is null and "outbox"."available_at" <= ? and
    ("outbox"."leased_until" is null or "outbox"."leased_until" <= ?))
returning "id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at", "leased_until",
    "done_at", "outcome", "failures", "digest";
select "recipient"
from "digest_stops"
where "digest_stops"."recipient" in (?);
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where true
on conflict do nothing
returning "id", "available_at";
update "outbox"
set "due_at" = ?, "leased_until" = ?, "done_at" = ?, "outcome" = ?
where (("outbox"."id" = ? or ("outbox"."digest" = ? and "outbox"."due_at" is null)) and "outbox"."done_at" is
    null);

-- queue cogsmith-mails (a receipt)
-- 3 trips, rows: 14 read, 4 written
update "outbox"
set "due_at" = ?, "leased_until" = ?
where ("outbox"."id" = ? and "outbox"."done_at" is null and "outbox"."available_at" <= ? and
    ("outbox"."leased_until" is null or "outbox"."leased_until" <= ?))
returning "id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at", "leased_until",
    "done_at", "outcome", "failures", "digest";
-- a batch of 2
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?));
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where ("order_lines"."order_id" in (select "id" from "orders" where ("orders"."id" = ? or "orders"."id" =
    (select "order_lines"."order_id" from "order_lines" where "order_lines"."id" = ?))) and
    "order_lines"."closed_at" is null)
order by "order_lines"."number";
update "outbox"
set "due_at" = ?, "leased_until" = ?, "done_at" = ?, "outcome" = ?
where ("outbox"."id" = ? and "outbox"."done_at" is null);

-- queue cogsmith-mails (an alert)
-- 3 trips, rows: 6 read, 4 written
update "outbox"
set "due_at" = ?, "leased_until" = ?
where ("outbox"."id" = ? and "outbox"."done_at" is null and "outbox"."available_at" <= ? and
    ("outbox"."leased_until" is null or "outbox"."leased_until" <= ?))
returning "id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at", "leased_until",
    "done_at", "outcome", "failures", "digest";
-- a batch of 2
select "id", "email"
from "users"
where ("users"."id" = ? and "users"."email_verified" = ?);
select "number", "id", "slug", "name", "description", "image", "min_order_quantity", "quantity", "stocked",
    "price_cents", "created_at", "updated_at", "archived_at", "draft", "publish_at", "cost_cents",
    "low_stock", "image_alt", "unlisted_capabilities", "category_slug", "stars_1", "stars_2", "stars_3",
    "stars_4", "stars_5", "sold", "specifications", "rating_count", "rating_sum", "rating_rank",
    "capabilities", "further_images", "in_stock", "is_low", "changed_at", "well_rated"
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null);
update "outbox"
set "due_at" = ?, "leased_until" = ?, "done_at" = ?, "outcome" = ?
where ("outbox"."id" = ? and "outbox"."done_at" is null);

-- queue cogsmith-mails (back in stock)
-- 4 trips, rows: 14 read, 9 written
update "outbox"
set "due_at" = ?, "leased_until" = ?
where ("outbox"."id" = ? and "outbox"."done_at" is null and "outbox"."available_at" <= ? and
    ("outbox"."leased_until" is null or "outbox"."leased_until" <= ?))
returning "id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at", "leased_until",
    "done_at", "outcome", "failures", "digest";
select "id"
from "tools"
where ("tools"."id" = ? and "tools"."archived_at" is null and "tools"."quantity" >=
    "tools"."min_order_quantity");
-- a batch of 2
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select lower(hex(randomblob(16))), ?, ?,
    json_object('userId', user_id), ?, ?, ?, null, null, null, ?, null
from ((select "user_id" from "stock_alerts" where "stock_alerts"."tool_id" = ? order by
    "stock_alerts"."created_at" asc, "stock_alerts"."user_id" asc limit ?))
where true
returning "id";
delete
from "stock_alerts"
where ("stock_alerts"."tool_id" = ? and "stock_alerts"."user_id" in (select "user_id" from "stock_alerts"
    where "stock_alerts"."tool_id" = ? order by "stock_alerts"."created_at" asc, "stock_alerts"."user_id" asc
    limit ?));
update "outbox"
set "due_at" = ?, "leased_until" = ?, "done_at" = ?, "outcome" = ?
where ("outbox"."id" = ? and "outbox"."done_at" is null);

-- queue cogsmith-mails-failed
-- 1 trip, rows: 1 read, 4 written
insert into "failed_mails" ("id", "kind", "recipient", "reason", "failed_at")
values (?, ?, ?, ?, ?)
on conflict do nothing;

-- queue cogsmith-payments (a failed event)
-- 3 trips, rows: 24 read, 2 written
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?));
-- a batch of 6
update "orders"
set "payment_intent_id" = ?, "transaction_id" = ?, "paid_at" = ?, "tax_due_at" = case when
    "orders"."tax_calculation_id" is not null then ? end
where ("orders"."id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null and
    "orders"."total_cents" = ?);
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents")
from "order_lines"
where (("order_lines"."order_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is null) and exists (select 1 from "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?));
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where exists (select 1 from "order_lines" where (("order_lines"."order_id" = ? and
    "order_lines"."transaction_id" is null and "order_lines"."closed_at" is null) and exists (select 1 from
    "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?)))
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "transaction_id" = ?, "paid_at" = ?
where (("order_lines"."order_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is null) and exists (select 1 from "orders" where "orders"."id" = ? and "orders"."transaction_id" = ?));
update "outbox"
set "due_at" = ?, "leased_until" = ?, "done_at" = ?, "outcome" = ?
where ("outbox"."subject_id" = ? and "outbox"."kind" in (?, ?) and "outbox"."done_at" is null and
    ("outbox"."leased_until" is null or "outbox"."leased_until" <= ?) and exists (select 1 from "orders" where
    "orders"."id" = ? and "orders"."transaction_id" = ?));
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."id" = ?;
insert into "payment_events" ("id", "type", "intent_id", "created_at", "received_at", "retry_at", "failures",
    "unreadable") select value ->> 'id', value ->> 'type', value ->> 'intentId', value ->> 'createdAt', ?, ?,
    ?, value ->> 'unreadable'
from json_each(?)
where true
on conflict ("payment_events"."id") do update
set "retry_at" = ?, "failures" = "payment_events"."failures" + ?, "unreadable" = excluded.unreadable;

-- queue cogsmith-payments (a refund of an order)
-- 3 trips, rows: fewer than 200 read, 24 written
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where ("line_refunds"."id" = ? and "line_refunds"."status" = ?);
-- a batch of 3
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where "orders"."transaction_id" = ?;
select "number", "id", "user_id", "user_name", "email", "phone", "address", "tool_id", "tool_name", "image",
    "unit_price_cents", "quantity", "total_cents", "status", "transaction_id", "request_key", "created_at",
    "expires_at", "paid_at", "shipped_at", "closed_at", "closed_why", "refunded_at", "disputed_at", "partner",
    "currency", "order_id", "refunded_cents", "shipment_id", "refund_due_cents", "restocked_at",
    "cancelled_at", "refund_failed_cents", "shipping_cents", "tax_cents", "included_tax_cents", "packed_at",
    "fit", "changed_at"
from "order_lines"
where "order_lines"."transaction_id" = ?
order by "order_lines"."number";
select "id", "line_id", "order_id", "intent_id", "amount_cents", "reason", "note", "restock",
    "stripe_refund_id", "status", "created_by", "request_key", "request_fingerprint", "created_at", "done_at",
    "retry_at", "failures", "tax_reversal_id", "tax_undo_id", "tax_due_at", "tax_failures"
from "line_refunds"
where "line_refunds"."intent_id" = ?;
-- a batch of 4
update "line_refunds"
set "stripe_refund_id" = ?, "status" = ?, "done_at" = ?, "retry_at" = ?, "tax_due_at" = case when exists
    (select 1 from "orders" where "orders"."id" = ? and "orders"."tax_calculation_id" is not null) then ? end
where ("line_refunds"."id" = ? and "line_refunds"."status" = ?)
returning "id", "tax_due_at";
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?, ?,
    json_object(?, "order_lines"."tool_name", ?, "order_lines"."quantity", ?, ?)
from "order_lines"
where ("order_lines"."id" = ? and exists (select 1 from "line_refunds" where "line_refunds"."stripe_refund_id"
    = ? and "line_refunds"."status" = 'done'))
on conflict do nothing;
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, ?, ?, ?, ?, ?, null, null, null,
    ?, ?
where changes() = 1
on conflict do nothing
returning "id", "available_at";
update "order_lines"
set "refunded_at" = case when (select coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds"
    where "line_refunds"."line_id" = "order_lines"."id" and "line_refunds"."status" = ?) >= ? then
    coalesce("order_lines"."refunded_at", ?) end, "refunded_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_due_cents" = (select
    coalesce(sum("line_refunds"."amount_cents"), 0) from "line_refunds" where "line_refunds"."line_id" =
    "order_lines"."id" and "line_refunds"."status" = ?), "refund_failed_cents" = coalesce((select
    "line_refunds"."amount_cents" * ("line_refunds"."status" = 'failed') from "line_refunds" where
    "line_refunds"."line_id" = "order_lines"."id" order by "line_refunds"."created_at" desc,
    "line_refunds".rowid desc limit 1), 0)
where "order_lines"."id" = ?;

-- queue cogsmith-payments (a refund)
-- 2 trips, rows: 10 read, 11 written
select "intent_id"
from "refunds"
where ("refunds"."intent_id" = ? and "refunds"."done_at" is null);
-- a batch of 3
update "refunds"
set "refund_id" = ?, "done_at" = ?
where ("refunds"."intent_id" = ? and "refunds"."done_at" is null);
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select ?, ?, ?, ?,
    "order_lines"."id", json_object(?, "order_lines"."tool_name", ?, "order_lines"."quantity", ?,
    "refunds"."amount_cents")
from "refunds" join "order_lines" on "order_lines"."id" = "refunds"."line_id"
where ("refunds"."intent_id" = ? and changes() = 1);
insert into "outbox" ("id", "kind", "subject_id", "payload", "created_at", "available_at", "due_at",
    "leased_until", "done_at", "outcome", "failures", "digest") select ?, ?, (select "refunds"."line_id" from
    "refunds" where "refunds"."intent_id" = ?), ?, ?, ?, ?, null, null, null, ?, ?
where changes() = 1
on conflict do nothing
returning "id", "available_at";

-- queue cogsmith-payments (an expired order)
-- 2 trips, rows: 39 read, 19 written
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?));
-- a batch of 5
update "orders"
set "closed_at" = ?, "closed_why" = ?
where ("orders"."id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null and
    "orders"."payment_intent_id" is null)
returning "id";
update "tools"
set "quantity" = "tools"."quantity" + (select sum("order_lines"."quantity") from "order_lines" indexed by
    order_lines_by_order where "order_lines"."tool_id" = "tools"."id" and ("order_lines"."order_id" = ? and
    "order_lines"."transaction_id" is null and "order_lines"."closed_at" is null)), "updated_at" = ?
where "tools"."id" in (select "tool_id" from "order_lines" where (("order_lines"."order_id" = ? and
    "order_lines"."transaction_id" is null and "order_lines"."closed_at" is null) and exists (select 1 from
    "orders" where "orders"."id" = ? and "orders"."closed_at" is not null)));
insert into "audit" ("id", "created_at", "actor_id", "action", "subject_id", "detail") select
    lower(hex(randomblob(16))), ?, ?, ?, "order_lines"."id", json_object(?, "order_lines"."tool_name", ?,
    "order_lines"."quantity", ?, "order_lines"."total_cents")
from "order_lines"
where (("order_lines"."order_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is null) and exists (select 1 from "orders" where "orders"."id" = ? and "orders"."closed_at" is not null));
update "order_lines"
set "closed_at" = ?, "closed_why" = ?
where (("order_lines"."order_id" = ? and "order_lines"."transaction_id" is null and "order_lines"."closed_at"
    is null) and exists (select 1 from "orders" where "orders"."id" = ? and "orders"."closed_at" is not null))
returning "tool_id";
update "outbox"
set "due_at" = ?, "leased_until" = ?, "done_at" = ?, "outcome" = ?
where ("outbox"."subject_id" = ? and "outbox"."kind" in (?, ?) and "outbox"."done_at" is null and
    ("outbox"."leased_until" is null or "outbox"."leased_until" <= ?) and exists (select 1 from "orders" where
    "orders"."id" = ? and "orders"."closed_at" is not null));

-- queue cogsmith-payments (an order with a payment)
-- 2 trips, rows: 4 read, 2 written
select "number", "id", "user_id", "access_token_hash", "name", "email", "phone", "line1", "line2", "city",
    "region", "postal_code", "country", "note", "items_cents", "shipping_cents", "tax_cents",
    "included_tax_cents", "total_cents", "currency", "payment_attempt", "payment_intent_id", "transaction_id",
    "request_key", "request_fingerprint", "created_at", "expires_at", "paid_at", "closed_at", "closed_why",
    "check_at", "check_failures", "tax_calculation_id", "tax_transaction_id", "tax_due_at", "tax_failures",
    "processing_at", "address_key"
from "orders"
where ("orders"."id" = ? or "orders"."id" = (select "order_lines"."order_id" from "order_lines" where
    "order_lines"."id" = ?));
update "orders"
set "check_at" = case when "orders"."expires_at" > ? then min(?, "orders"."expires_at") else ? end,
    "check_failures" = ?
where ("orders"."id" = ? and "orders"."transaction_id" is null and "orders"."closed_at" is null);

-- queue cogsmith-payments-failed
-- 1 trip, rows: 1 read, 4 written
insert into "dead_letters" ("id", "queue", "body", "failed_at")
values (?, ?, ?, ?)
on conflict do nothing;

-- queue cogsmith-purges
-- 0 trips, rows: 0 read, 0 written

-- queue cogsmith-purges-failed
-- 1 trip, rows: 1 read, 4 written
insert into "dead_letters" ("id", "queue", "body", "failed_at")
values (?, ?, ?, ?)
on conflict do nothing;
