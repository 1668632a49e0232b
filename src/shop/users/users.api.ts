/** The calls on users. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { pageEntries } from "../../http/paging.ts";
import { email, modified, moment, searchWords } from "../values.ts";
import { profileForm, profileShape } from "./users.ts";

export const issueTokenEndpoint = endpoint({
	method: "PUT",
	path: "/user/{email}",
	who: "session",
	summary: "An access token for the signed-in user of that very e-mail, good for one hour",
	params: v.object({ email }),
	body: v.object({ email: v.optional(v.string()), name: v.optional(v.string()) }),
	reply: v.object({ token: v.string(), expiresAt: moment }),
	refuses: ["forbidden"],
});

export const getProfileEndpoint = endpoint({
	method: "GET",
	path: "/user",
	who: "user",
	summary: "With email, that profile: one's own, or any for an administrator. Without, all users",
	query: v.object({ ...pageEntries, email: v.optional(email), q: v.optional(searchWords) }),
	reply: v.union([profileShape, v.array(profileShape)]),
	refuses: ["forbidden", "not_found"],
});

export const updateProfileEndpoint = endpoint({
	method: "PUT",
	path: "/user/update/{email}",
	who: "user",
	summary: "Changes one's own profile; success is false where nothing changed",
	params: v.object({ email }),
	body: profileForm,
	reply: v.object({ success: v.boolean() }),
	refuses: ["forbidden"],
});

export const makeAdminEndpoint = endpoint({
	method: "PUT",
	path: "/user/admin/{email}",
	who: "admin",
	summary: "Makes a user whose e-mail is verified an administrator",
	params: v.object({ email }),
	reply: modified,
	refuses: ["not_found", "not_verified"],
});

export const removeAdminEndpoint = endpoint({
	method: "PUT",
	path: "/user/removeAdmin/{email}",
	who: "admin",
	summary: "Takes the administrator's role away; never the last one's",
	params: v.object({ email }),
	reply: modified,
	refuses: ["not_found", "last_admin"],
});

export const isAdminEndpoint = endpoint({
	method: "GET",
	path: "/admin/{email}",
	who: "user",
	summary: "Whether a user is an administrator: oneself, or any for an administrator",
	params: v.object({ email }),
	reply: v.object({ admin: v.boolean() }),
	refuses: ["forbidden", "not_found"],
});
