/** The endpoints for users. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { email, modifiedReply, searchQuery, timestamp } from "../../values/fields.ts";
import { pageQueryEntries } from "../../values/paging.ts";
import { profileForm, profileSchema } from "./users.ts";

export const issueTokenEndpoint = endpoint({
	method: "PUT",
	path: "/user/{email}",
	access: "session",
	summary: "Issues an access token to the signed-in user with this e-mail, valid for one hour",
	params: v.object({ email }),
	body: v.object({ email: v.optional(v.string()), name: v.optional(v.string()) }),
	reply: v.object({ token: v.string(), expiresAt: timestamp }),
	errors: ["forbidden"],
});

export const getProfileEndpoint = endpoint({
	method: "GET",
	path: "/user",
	access: "user",
	summary:
		"With email, returns that profile: your own, or any for administrators. Without, lists all users (administrators)",
	query: v.object({ ...pageQueryEntries, email: v.optional(email), q: v.optional(searchQuery) }),
	reply: v.union([profileSchema, v.array(profileSchema)]),
	errors: ["forbidden", "not_found"],
});

export const updateProfileEndpoint = endpoint({
	method: "PUT",
	path: "/user/update/{email}",
	access: "user",
	summary: "Updates your own profile; success is false if nothing changed",
	params: v.object({ email }),
	body: profileForm,
	reply: v.object({ success: v.boolean() }),
	errors: ["forbidden"],
});

export const makeAdminEndpoint = endpoint({
	method: "PUT",
	path: "/user/admin/{email}",
	access: "admin",
	summary: "Makes a user with a verified e-mail an administrator",
	params: v.object({ email }),
	reply: modifiedReply,
	errors: ["not_found", "not_verified", "account_blocked"],
});

export const removeAdminEndpoint = endpoint({
	method: "PUT",
	path: "/user/removeAdmin/{email}",
	access: "admin",
	summary: "Removes the administrator role from a user; never from the last administrator",
	params: v.object({ email }),
	reply: modifiedReply,
	errors: ["not_found", "last_admin"],
});

export const isAdminEndpoint = endpoint({
	method: "GET",
	path: "/admin/{email}",
	access: "user",
	summary: "Returns whether a user is an administrator: yourself, or anyone for administrators",
	params: v.object({ email }),
	reply: v.object({ admin: v.boolean() }),
	errors: ["forbidden", "not_found"],
});
