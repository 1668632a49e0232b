import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { Profile } from "../../src/shop/users/users.ts";
import {
	type ApiResponse,
	callApi,
	newEmail,
	type Person,
	signUp,
	tokenOf,
} from "../helpers/shop.ts";

/** Removes every administrator: one of another test would keep a last administrator from being the last. */
beforeEach(async () => {
	await env.DB.prepare("update users set role = 'user' where role = 'admin'").run();
});

const encoded = (person: Pick<Person, "email">) => encodeURIComponent(person.email);
const makeAdmin = (by: Person, user: Pick<Person, "email">): Promise<ApiResponse> =>
	callApi("PUT", `/user/admin/${encoded(user)}`, { token: by.token });
const removeAdmin = (by: Person, user: Pick<Person, "email">): Promise<ApiResponse> =>
	callApi("PUT", `/user/removeAdmin/${encoded(user)}`, { token: by.token });
const allUsers = (by: Person): Promise<ApiResponse> => callApi("GET", "/user", { token: by.token });
const newAdmin = () => signUp({ role: "admin" });

async function administrators(): Promise<string[]> {
	const { results } = await env.DB.prepare("select email from users where role = 'admin'").all<{
		email: string;
	}>();
	return results.map(({ email }) => email);
}

describe("PUT /user/admin/{email}", () => {
	it("takes effect immediately, with the token the user had", async () => {
		const [admin, rider] = await Promise.all([newAdmin(), signUp({ verified: true })]);
		expect((await allUsers(rider)).status).toBe(403);
		expect((await makeAdmin(admin, rider)).body).toEqual({ modifiedCount: 1 });
		expect((await allUsers(rider)).status).toBe(200);
		const { body } = await callApi("GET", `/admin/${encoded(rider)}`, { token: rider.token });
		expect(body).toEqual({ admin: true });
	});

	it("changes nothing for an administrator", async () => {
		const [admin, other] = await Promise.all([newAdmin(), newAdmin()]);
		expect((await makeAdmin(admin, other)).body).toEqual({ modifiedCount: 0 });
		expect((await allUsers(other)).status).toBe(200);
	});

	it("rejects an unverified e-mail, which the list of users shows too", async () => {
		const [admin, rider, proved] = [
			await newAdmin(),
			await signUp(),
			await signUp({ verified: true }),
		];
		const { status, body } = await makeAdmin(admin, rider);
		expect([status, body.error.code]).toEqual([409, "not_verified"]);
		expect(await administrators()).toEqual([admin.email]);
		const { results } = await env.DB.prepare("select number from audit where subject_id = ?")
			.bind(rider.id)
			.all();
		expect(results).toEqual([]);
		const listed = new Map((await allUsers(admin)).body.map((user: Profile) => [user.email, user]));
		expect(listed.get(rider.email)).toMatchObject({ verified: false });
		expect(listed.get(proved.email)).toMatchObject({ verified: true });
	});

	it("accepts the e-mail in any case", async () => {
		const [admin, rider] = await Promise.all([newAdmin(), signUp({ verified: true })]);
		const loud = { email: rider.email.toUpperCase() };
		expect((await makeAdmin(admin, loud)).body).toEqual({ modifiedCount: 1 });
		expect((await removeAdmin(admin, loud)).body).toEqual({ modifiedCount: 1 });
		expect(await administrators()).toEqual([admin.email]);
	});

	it("answers 404 for an unknown e-mail, as does removeAdmin", async () => {
		const admin = await newAdmin();
		const nobody = { email: newEmail() };
		for (const response of [makeAdmin(admin, nobody), removeAdmin(admin, nobody)]) {
			const { status, body } = await response;
			expect([status, body.error.code]).toEqual([404, "not_found"]);
		}
	});

	it("is 403 for customers, for themselves too", async () => {
		const rider = await signUp();
		const { status, body } = await makeAdmin(rider, rider);
		expect([status, body.error.code]).toEqual([403, "forbidden"]);
		expect(await administrators()).toEqual([]);
	});
});

describe("PUT /user/removeAdmin/{email}", () => {
	it("ends the user's sessions and tokens immediately, and no one else's", async () => {
		const [admin, other, rider] = await Promise.all([newAdmin(), newAdmin(), signUp()]);
		expect((await removeAdmin(admin, other)).body).toEqual({ modifiedCount: 1 });
		expect((await allUsers(other)).status).toBe(401);
		await expect(tokenOf(other.email, other.cookie)).rejects.toThrow("401");
		expect((await allUsers(admin)).status).toBe(200);
		expect((await allUsers(rider)).status).toBe(403);
	});

	it("does not rely on that: each call reads the role from the database", async () => {
		const admin = await newAdmin();
		await env.DB.prepare("update users set role = 'user' where id = ?").bind(admin.id).run();
		expect((await allUsers(admin)).status).toBe(403);
		expect((await makeAdmin(admin, admin)).status).toBe(403);
	});

	it("changes nothing for a customer, and leaves them signed in", async () => {
		const [admin, rider] = await Promise.all([newAdmin(), signUp()]);
		expect((await removeAdmin(admin, rider)).body).toEqual({ modifiedCount: 0 });
		expect((await allUsers(rider)).status).toBe(403);
		expect(await tokenOf(rider.email, rider.cookie)).toEqual(expect.any(String));
	});

	it("rejects removing the last administrator", async () => {
		const admin = await newAdmin();
		const { status, body } = await removeAdmin(admin, admin);
		expect([status, body.error.code]).toEqual([409, "last_admin"]);
		expect((await allUsers(admin)).status).toBe(200);
	});

	it("leaves one administrator when two remove each other concurrently", async () => {
		const [one, two] = await Promise.all([newAdmin(), newAdmin()]);
		const answers = await Promise.all([removeAdmin(one, two), removeAdmin(two, one)]);
		expect(await administrators()).toHaveLength(1);
		const [first, second] = answers.map(({ status }) => status).toSorted();
		expect(first).toBe(200);
		expect([401, 403, 409]).toContain(second);
	});

	it("leaves one administrator when three remove themselves concurrently", async () => {
		const all = await Promise.all([newAdmin(), newAdmin(), newAdmin()]);
		const answers = await Promise.all(all.map((person) => removeAdmin(person, person)));
		expect(await administrators()).toHaveLength(1);
		expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
	});
});

describe("PUT /customer/{id}/role", () => {
	const setRole = (by: Person, user: Pick<Person, "id">, role: string): Promise<ApiResponse> =>
		callApi("PUT", `/customer/${user.id}/role`, { token: by.token, body: { role } });
	const lineList = (by: Person) => callApi("GET", "/order", { token: by.token });
	const roleInList = async (by: Person, user: Person) =>
		(await callApi("GET", `/user?email=${encoded(user)}`, { token: by.token })).body.role;
	const eventsOf = async (user: Person) => {
		const { results } = await env.DB.prepare(
			"select action, detail from audit where subject_id = ? order by rowid",
		)
			.bind(user.id)
			.all<{ action: string; detail: string }>();
		return results.map(({ action, detail }) => [action, JSON.parse(detail)]);
	};

	it("takes effect immediately, ends the sessions of who may do less, and is audited", async () => {
		const [admin, rider] = await Promise.all([newAdmin(), signUp({ verified: true })]);
		expect((await lineList(rider)).status).toBe(403);
		expect((await setRole(admin, rider, "manager")).body).toEqual({ modifiedCount: 1 });
		expect((await setRole(admin, rider, "manager")).body).toEqual({ modifiedCount: 0 });
		expect((await lineList(rider)).status).toBe(200);
		expect((await allUsers(rider)).status).toBe(403);
		expect(await roleInList(admin, rider)).toBe("manager");
		expect((await setRole(admin, rider, "packer")).body).toEqual({ modifiedCount: 1 });
		expect((await lineList(rider)).status).toBe(401);
		expect(await eventsOf(rider)).toEqual([
			["user.role_changed", { role: "manager", roleWas: "user" }],
			["user.role_changed", { role: "packer", roleWas: "manager" }],
		]);
	});

	it("takes both of two changes that come at once, one after the other", async () => {
		const [admin, rider] = await Promise.all([newAdmin(), signUp({ verified: true })]);
		const answers = await Promise.all(
			["packer", "manager"].map((role) => setRole(admin, rider, role)),
		);
		expect(answers.map(({ body }) => body)).toEqual([{ modifiedCount: 1 }, { modifiedCount: 1 }]);
		const last = await roleInList(admin, rider);
		const first = last === "packer" ? "manager" : "packer";
		expect((await eventsOf(rider)).map(([, detail]) => detail)).toEqual([
			{ role: first, roleWas: "user" },
			{ role: last, roleWas: first },
		]);
	});

	it("makes and removes administrators as the specification's calls do", async () => {
		const [admin, rider] = await Promise.all([newAdmin(), signUp({ role: "manager" })]);
		expect((await setRole(admin, rider, "admin")).body).toEqual({ modifiedCount: 1 });
		expect(await administrators()).toHaveLength(2);
		expect((await setRole(admin, rider, "user")).body).toEqual({ modifiedCount: 1 });
		expect(await administrators()).toEqual([admin.email]);
		expect((await eventsOf(rider)).map(([action]) => action)).toEqual([
			"user.made_admin",
			"user.removed_admin",
		]);
	});

	it.each(["email_verified = 0", "blocked_at = 1"])(
		"takes a role from who could not get it: %s",
		async (state) => {
			const [admin, packer] = await Promise.all([newAdmin(), signUp({ role: "packer" })]);
			await env.DB.prepare(`update users set ${state} where id = ?`).bind(packer.id).run();
			expect((await setRole(admin, packer, "user")).body).toEqual({ modifiedCount: 1 });
		},
	);

	it("gives who loses the administrator's role no earlier role back", async () => {
		const [admin, manager] = await Promise.all([newAdmin(), signUp({ role: "manager" })]);
		await makeAdmin(admin, manager);
		await removeAdmin(admin, manager);
		expect(await roleInList(admin, manager)).toBe("user");
	});

	it("rejects the own account, an unverified e-mail, the row of guests and unknown users", async () => {
		const [admin, rider] = await Promise.all([newAdmin(), signUp()]);
		for (const [user, status, code] of [
			[admin, 409, "own_account"],
			[rider, 409, "not_verified"],
			[{ id: "guest" }, 404, "not_found"],
			[{ id: "nobody" }, 404, "not_found"],
		] as const) {
			const { status: got, body } = await setRole(admin, user, "packer");
			expect([got, body.error.code]).toEqual([status, code]);
		}
	});

	it("leaves one administrator when two remove each other concurrently", async () => {
		const [one, two] = await Promise.all([newAdmin(), newAdmin()]);
		await Promise.all([setRole(one, two, "packer"), setRole(two, one, "packer")]);
		expect(await administrators()).toHaveLength(1);
	});
});

it("a manager's audit log has no entries about users", async () => {
	const [admin, manager, rider] = await Promise.all([
		newAdmin(),
		signUp({ role: "manager" }),
		signUp({ verified: true }),
	]);
	await makeAdmin(admin, rider);
	const log = (by: Person, query: string) => callApi("GET", `/audit${query}`, { token: by.token });
	expect((await log(admin, `?subject=${rider.id}`)).body).toHaveLength(1);
	expect((await log(manager, `?subject=${rider.id}`)).body).toEqual([]);
	expect((await log(manager, "?kind=user")).body).toEqual([]);
});
