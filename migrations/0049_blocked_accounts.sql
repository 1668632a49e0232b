DROP TRIGGER users_guest_stays;
ALTER TABLE users ADD COLUMN `blocked_at` integer CONSTRAINT "users_blocked" CHECK("users"."blocked_at" is null or "users"."role" <> 'admin');
CREATE TRIGGER sessions_never_of_blocked BEFORE INSERT ON sessions WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND blocked_at IS NOT NULL) BEGIN SELECT RAISE(ABORT, 'the account is blocked'); END;
CREATE TRIGGER users_guest_stays BEFORE UPDATE OF id, email, email_verified, role, staff_role, blocked_at ON users WHEN old.id = 'guest' BEGIN SELECT RAISE(ABORT, 'the row of guests does not change'); END;
