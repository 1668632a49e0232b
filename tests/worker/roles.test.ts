import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { Profile } from "../../src/shop/users/users.ts";
import { type ApiResponse, callApi, newEmail, type Person, signUp, tokenOf } from "./helpers.ts";

/** There is nobody else: an administrator left over by another test would make the last one not the last. */
beforeEach(async () => {
	await env.DB.prepare("update users set role = 'user'").run();
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
	it("lets the new administrator act at once, with the token they had", async () => {
		const [admin, rider] = await Promise.all([newAdmin(), signUp({ verified: true })]);
		expect((await allUsers(rider)).status).toBe(403);
		expect((await makeAdmin(admin, rider)).body).toEqual({ modifiedCount: 1 });
		expect((await allUsers(rider)).status).toBe(200);
		const { body } = await callApi("GET", `/admin/${encoded(rider)}`, { token: rider.token });
		expect(body).toEqual({ admin: true });
	});

	it("changes nothing where the role is held already", async () => {
		const [admin, other] = await Promise.all([newAdmin(), newAdmin()]);
		expect((await makeAdmin(admin, other)).body).toEqual({ modifiedCount: 0 });
		expect((await allUsers(other)).status).toBe(200);
	});

	it("refuses an e-mail that is not verified, which the list of users says too", async () => {
		const [admin, rider, proved] = [
			await newAdmin(),
			await signUp(),
			await signUp({ verified: true }),
		];
		const { status, body } = await makeAdmin(admin, rider);
		expect([status, body.error.code]).toEqual([409, "not_verified"]);
		expect(await administrators()).toEqual([admin.email]);
		const { results } = await env.DB.prepare("select id from audit where subject_id = ?")
			.bind(rider.id)
			.all();
		expect(results).toEqual([]);
		const listed = new Map((await allUsers(admin)).body.map((user: Profile) => [user.email, user]));
		expect(listed.get(rider.email)).toMatchObject({ verified: false });
		expect(listed.get(proved.email)).toMatchObject({ verified: true });
	});

	it("takes the e-mail in any case", async () => {
		const [admin, rider] = await Promise.all([newAdmin(), signUp({ verified: true })]);
		const loud = { email: rider.email.toUpperCase() };
		expect((await makeAdmin(admin, loud)).body).toEqual({ modifiedCount: 1 });
		expect((await removeAdmin(admin, loud)).body).toEqual({ modifiedCount: 1 });
		expect(await administrators()).toEqual([admin.email]);
	});

	it("knows nobody of an unknown e-mail, nor does taking the role away", async () => {
		const admin = await newAdmin();
		const nobody = { email: newEmail() };
		for (const asked of [makeAdmin(admin, nobody), removeAdmin(admin, nobody)]) {
			const { status, body } = await asked;
			expect([status, body.error.code]).toEqual([404, "not_found"]);
		}
	});

	it("is never one's own to take", async () => {
		const rider = await signUp();
		const { status, body } = await makeAdmin(rider, rider);
		expect([status, body.error.code]).toEqual([403, "forbidden"]);
		expect(await administrators()).toEqual([]);
	});
});

describe("PUT /user/removeAdmin/{email}", () => {
	it("ends the sessions and the tokens of who was one, at once, and nobody else's", async () => {
		const [admin, other, rider] = await Promise.all([newAdmin(), newAdmin(), signUp()]);
		expect((await removeAdmin(admin, other)).body).toEqual({ modifiedCount: 1 });
		expect((await allUsers(other)).status).toBe(401);
		await expect(tokenOf(other.email, other.cookie)).rejects.toThrow("401");
		expect((await allUsers(admin)).status).toBe(200);
		expect((await allUsers(rider)).status).toBe(403);
	});

	it("does not rely on that: the role is read afresh, whatever the token says", async () => {
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

	it("never takes the last administrator's", async () => {
		const admin = await newAdmin();
		const { status, body } = await removeAdmin(admin, admin);
		expect([status, body.error.code]).toEqual([409, "last_admin"]);
		expect((await allUsers(admin)).status).toBe(200);
	});

	it("leaves exactly one where two take each other's at once", async () => {
		const [one, two] = await Promise.all([newAdmin(), newAdmin()]);
		const answers = await Promise.all([removeAdmin(one, two), removeAdmin(two, one)]);
		expect(await administrators()).toHaveLength(1);
		const [first, second] = answers.map(({ status }) => status).toSorted();
		expect(first).toBe(200);
		expect([401, 403, 409]).toContain(second);
	});

	it("leaves exactly one where three all give up their own at once", async () => {
		const all = await Promise.all([newAdmin(), newAdmin(), newAdmin()]);
		const answers = await Promise.all(all.map((person) => removeAdmin(person, person)));
		expect(await administrators()).toHaveLength(1);
		expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
	});
});
