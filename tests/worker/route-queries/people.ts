/** Calls of customers and of their accounts. */
import { consent } from "../../helpers/google-consent.ts";
import type { Person } from "../../helpers/shop.ts";
import { cookieOf, newEmail, origin, password } from "../../helpers/shop.ts";
import { realDatabase } from "../record-statements.ts";
import type { Scenario } from "./scenario.ts";

export async function recordPeople({ send, admin, rider }: Scenario, { id: strangerId }: Person) {
	await send(`/api/user?email=${rider.email}`, { as: rider });
	await send("/api/user?limit=5", { as: admin, note: "all" });
	await send("/api/user?limit=5&q=person", { as: admin, note: "search" });
	await send(`/api/user/update/${rider.email}`, {
		as: rider,
		method: "PUT",
		body: { name: "Renamed", phone: "1234567", address: "Here" },
	});
	await send(`/api/admin/${rider.email}`, { as: rider });
	await send(`/api/user/admin/${rider.email}`, { as: admin, method: "PUT" });
	await send(`/api/user/removeAdmin/${rider.email}`, { as: admin, method: "PUT" });
	const setRole = (role: string, note?: string) =>
		send(`/api/customer/${strangerId}/role`, {
			as: admin,
			method: "PUT",
			body: { role },
			...(note && { note }),
		});
	await realDatabase
		.prepare("update users set email_verified = 1 where id = ?")
		.bind(strangerId)
		.run();
	await setRole("manager");
	await setRole("packer", "to a lower one");
	const setBlocked = (blocked: boolean, note: string) =>
		send(`/api/customer/${strangerId}/block`, {
			as: admin,
			method: "PUT",
			body: { blocked, ...(blocked && { reason: "Spam" }) },
			note,
		});
	await send(`/api/customer/${strangerId}/note`, { as: admin, body: { text: "Writes spam" } });
	await setBlocked(true, "block");
	await setBlocked(false, "unblock");
	await send("/api/find?q=wrench", { as: admin });
	await send("/api/audit?limit=5", { as: admin });
	await send("/api/audit?limit=5&kind=order", { as: admin, note: "of a kind" });
}

export async function recordAuth({ send, mailed }: Scenario) {
	const email = newEmail();
	const signedUp = await send("/api/auth/sign-up/email", {
		body: { name: "Newcomer", email, password },
	});
	let Cookie = cookieOf(signedUp);
	await send("/api/auth/get-session", { headers: { Cookie } });
	await send(`/api/user/${email}`, { method: "PUT", body: { email }, headers: { Cookie } });
	await send("/api/auth/send-verification-email", { body: { email }, headers: { Cookie } });
	await send(mailed("verify"), { headers: { Cookie } });
	await send("/api/auth/sign-out", { body: {}, headers: { Cookie } });
	await send("/api/auth/sign-in/email", {
		body: { email, password: "a wrong one" },
		rejected: 401,
		note: "rejected",
	});
	Cookie = cookieOf(await send("/api/auth/sign-in/email", { body: { email, password } }));
	await send("/api/auth/change-password", {
		body: { currentPassword: password, newPassword: `${password}!`, revokeOtherSessions: true },
		headers: { Cookie },
	});
	await send("/api/auth/request-password-reset", { body: { email } });
	const token = new URL(mailed("reset"), origin).searchParams.get("token");
	await send("/api/auth/reset-password", { body: { token, newPassword: `${password}?` } });
	const callbackURL = "/login?by=google&from=%2Freview";
	const started = await send("/api/auth/sign-in/social", {
		body: { provider: "google", callbackURL, errorCallbackURL: callbackURL },
	});
	const callback = new URL(await consent(started.body.url, { email: newEmail() }));
	await send(callback.pathname + callback.search, {
		headers: { Cookie: cookieOf(started) },
	});
}
