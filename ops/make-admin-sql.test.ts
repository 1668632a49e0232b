import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { root } from "../local/settings.ts";
import { roles as allRoles } from "../src/access/roles.ts";
import { adminOutcome, adminSql, resetLinkSql } from "./make-admin-sql.ts";

let db: DatabaseSync;

beforeEach(() => {
	db = new DatabaseSync(":memory:");
	const folder = join(root, "migrations");
	for (const file of readdirSync(folder)
		.filter((name) => name.endsWith(".sql"))
		.sort()) {
		db.exec(readFileSync(join(folder, file), "utf8"));
	}
	const add = db.prepare(
		"insert into users (id, name, email, role, email_verified, created_at, updated_at) values (?, 'Someone', ?, ?, ?, 1, 1)",
	);
	add.run("one", "one@example.test", "user", 1);
	add.run("two", "two@example.test", "user", 0);
	add.run("chief", "chief@example.test", "admin", 0);
});

const rows = (sql: string) =>
	db
		.prepare(sql)
		.all()
		.map((row) => ({ ...row }));
const roles = () =>
	Object.fromEntries(rows("select id, role from users").map((row) => [row.id, row.role]));
/** The migrations add the account of guests. */
const before = { one: "user", two: "user", chief: "admin", guest: "user" };

describe("making an administrator", () => {
	it("changes one account and writes an audit row", () => {
		const sql = adminSql("one@example.test", 42);
		expect(rows(sql.split(";")[0] ?? "")).toEqual([{ role: "user", verified: 1, blocked: 0 }]);
		db.exec(sql);
		expect(roles()).toEqual({ ...before, one: "admin" });
		expect(rows("select created_at, actor_id, action, subject_id, detail from audit")).toEqual([
			{
				created_at: 42,
				actor_id: null,
				action: "user.made_admin",
				subject_id: "one",
				detail: "{}",
			},
		]);
	});

	it("changes nothing if the account is blocked", () => {
		db.exec("update users set blocked_at = 1 where id = 'one'");
		const sql = adminSql("one@example.test");
		expect(rows(sql.split(";")[0] ?? "")).toEqual([{ role: "user", verified: 1, blocked: 1 }]);
		db.exec(sql);
		expect(roles()).toEqual(before);
		expect(rows("select * from audit")).toEqual([]);
	});

	it("changes nothing if the e-mail is not verified", () => {
		const sql = adminSql("two@example.test");
		expect(rows(sql.split(";")[0] ?? "")).toEqual([{ role: "user", verified: 0, blocked: 0 }]);
		db.exec(sql);
		expect(roles()).toEqual(before);
		expect(rows("select * from audit")).toEqual([]);
	});

	it("changes nothing for an administrator or an unknown e-mail", () => {
		db.exec(adminSql("chief@example.test"));
		db.exec(adminSql("nobody@example.test"));
		expect(rows(adminSql("nobody@example.test").split(";")[0] ?? "")).toEqual([]);
		expect(roles()).toEqual(before);
		expect(rows("select * from audit")).toEqual([]);
	});

	it.each(allRoles)("says what it has done to an account that is a %s", (role) => {
		for (const id of ["one", "two"]) {
			db.exec(`update users set role = '${role}' where id = '${id}'`);
			const sql = adminSql(`${id}@example.test`);
			const [row] = rows(sql.split(";")[0] ?? "");
			db.exec(sql);
			const { isAdmin, text } = adminOutcome(row, id, "the shop");
			expect(text).toMatch(isAdmin ? /an administrator of the shop/ : /is not verified/);
			expect(isAdmin).toBe(roles()[id] === "admin");
		}
	});

	it("says so if the account is unknown or blocked", () => {
		expect(adminOutcome(undefined, "one", "the shop")).toMatchObject({ isAdmin: false });
		const row = { role: "user", verified: 1, blocked: 1 };
		expect(adminOutcome(row, "one", "the shop")).toMatchObject({ isAdmin: false });
	});

	it.each([
		"x' or '1'='1",
		"one@example.test'; update users set role = 'admin'; --",
		"one@example.test\u0000' or 1=1 --",
		"' union select 'admin",
	])("escapes %j", (injection) => {
		db.exec(adminSql(injection));
		expect(roles()).toEqual(before);
		expect(rows("select * from audit")).toEqual([]);
	});
});

describe("a link for a shop without e-mails", () => {
	it("is a token of an account, which works for an hour", () => {
		const sql = resetLinkSql("two@example.test", "token", 42);
		expect(rows(sql.split(";")[0] ?? "")).toEqual([{ id: "two" }]);
		db.exec(sql);
		expect(rows("select value, expires_at as ends from verifications")).toEqual([
			{ value: "two", ends: 42 + 60 * 60_000 },
		]);
		expect(roles()).toEqual(before);
		// Only its hash is stored.
		expect(JSON.stringify(rows("select * from verifications"))).not.toContain("token");
	});

	it("does not exist for an unknown or blocked account, or for SQL", () => {
		db.exec("update users set blocked_at = 1 where id = 'one'");
		for (const email of ["nobody@example.test", "one@example.test", "' or 1=1 --"]) {
			const sql = resetLinkSql(email, "token");
			expect(rows(sql.split(";")[0] ?? "")).toEqual([]);
			db.exec(sql);
		}
		expect(rows("select * from verifications")).toEqual([]);
	});
});
