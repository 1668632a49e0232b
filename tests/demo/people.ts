/** Who acts in a play: the demo's accounts and its customers, by their ids. */
import { env } from "cloudflare:workers";
import type { Caller } from "../../src/access/caller.ts";
import type { Role } from "../../src/access/roles.ts";
import { issueToken } from "../../src/platform/auth/access-token.ts";
import { type ApiResponse, callApi } from "../helpers/shop.ts";

export interface NewPerson {
	id: string;
	name: string;
	email: string;
	role?: Role;
	phone?: string;
	address?: string;
}

type Known = Required<NewPerson> & { sessionId: string; visitedAt: number };

const people = new Map<string, Known>();
const visitMs = 12 * 60 * 60_000;

/** Makes an account whose e-mail is verified, by the id that the demo has for it. */
export async function signUp({ phone = "", address = "", role = "user", ...person }: NewPerson) {
	people.set(person.id, { ...person, phone, address, role, sessionId: "", visitedAt: 0 });
	await env.DB.prepare(
		"insert into users (id, name, email, email_verified, role, phone, address, created_at, updated_at) values (?, ?, ?, 1, ?, ?, ?, ?, ?)",
	)
		.bind(person.id, person.name, person.email, role, phone, address, Date.now(), Date.now())
		.run();
}

/** Somebody who is signed in: with a new session, if their last visit was on another day. */
async function visit(id: string): Promise<Known> {
	const person = people.get(id);
	if (!person) throw new Error(`${id} has no account.`);
	const now = Date.now();
	if (now - person.visitedAt > visitMs) {
		person.sessionId = crypto.randomUUID();
		person.visitedAt = now;
		await env.DB.prepare(
			"insert into sessions (id, token, user_id, expires_at, created_at, updated_at) values (?1, ?1, ?2, ?3, ?4, ?4)",
		)
			.bind(person.sessionId, id, now + 2 * visitMs, now)
			.run();
	}
	return person;
}

/** Somebody as the shop's functions take callers. */
export async function callerOf(id: string): Promise<Caller> {
	const { visitedAt, ...person } = await visit(id);
	return { ...person, verified: true };
}

/** Calls the API as somebody, and returns what it answers. Throws unless that is what was asked for. */
export async function call(
	id: string,
	method: string,
	path: string,
	body?: object,
	headers?: HeadersInit,
): Promise<ApiResponse["body"]> {
	const { token } = await issueToken(await visit(id));
	const answer = await callApi(method, path, {
		token,
		...(body && { body }),
		...(headers && { headers }),
	});
	if (answer.status >= 300)
		throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
	return answer.body;
}
