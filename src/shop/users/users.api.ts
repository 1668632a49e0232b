/** The calls on users. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { email, modifiedReply, searchQuery, timestamp } from "../fields.ts";
import { pageQueryEntries } from "../paging.ts";
import { profileForm, profileSchema } from "./users.ts";

export const issueTokenEndpoint = endpoint({
	method: "PUT",
	path: "/user/{email}",
	access: "session",
	summary: "An access token for the signed-in user of that very e-mail, good for one hour",
	params: v.object({ email }),
	body: v.object({ email: v.optional(v.string()), name: v.optional(v.string()) }),
	reply: v.object({ token: v.string(), expiresAt: timestamp }),
	errors: ["forbidden"],
});

export const getProfileEndpoint = endpoint({
	method: "GET",
	path: "/user",
	access: "user",
	summary: "With email, that profile: one's own, or any for an administrator. Without, all users",
	query: v.object({ ...pageQueryEntries, email: v.optional(email), q: v.optional(searchQuery) }),
	reply: v.union([profileSchema, v.array(profileSchema)]),
	errors: ["forbidden", "not_found"],
});

export const updateProfileEndpoint = endpoint({
	method: "PUT",
	path: "/user/update/{email}",
	access: "user",
	summary: "Changes one's own profile; success is false where nothing changed",
	params: v.object({ email }),
	body: profileForm,
	reply: v.object({ success: v.boolean() }),
	errors: ["forbidden"],
});

export const makeAdminEndpoint = endpoint({
	method: "PUT",
	path: "/user/admin/{email}",
	access: "admin",
	summary: "Makes a user whose e-mail is verified an administrator",
	params: v.object({ email }),
	reply: modifiedReply,
	errors: ["not_found", "not_verified"],
});

export const removeAdminEndpoint = endpoint({
	method: "PUT",
	path: "/user/removeAdmin/{email}",
	access: "admin",
	summary: "Takes the administrator's role away; never the last one's",
	params: v.object({ email }),
	reply: modifiedReply,
	errors: ["not_found", "last_admin"],
});

export const isAdminEndpoint = endpoint({
	method: "GET",
	path: "/admin/{email}",
	access: "user",
	summary: "Whether a user is an administrator: oneself, or any for an administrator",
	params: v.object({ email }),
	reply: v.object({ admin: v.boolean() }),
	errors: ["forbidden", "not_found"],
});
