/** The endpoints with which administrators change an account. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { id, insertedReply, modifiedReply } from "../../values/fields.ts";
import { blockChange, customerNote, roleChange } from "./customers.ts";

export const setRoleEndpoint = endpoint({
	method: "PUT",
	path: "/customer/{id}/role",
	access: "admin",
	summary:
		"Sets the role of another user: customer (user), packer, manager or administrator (admin). A role needs a verified e-mail; users whose new role can do less are signed out",
	params: v.object({ id }),
	body: roleChange,
	reply: modifiedReply,
	errors: ["not_found", "not_verified", "last_admin", "account_blocked", "own_account"],
});

export const setBlockedEndpoint = endpoint({
	method: "PUT",
	path: "/customer/{id}/block",
	access: "admin",
	summary:
		"Blocks an account for a reason that only administrators see, or unblocks it. Blocking ends its sessions and the reservations of its unpaid orders, and nobody can sign in to it or order as a guest with its verified e-mail. Paid orders go on",
	params: v.object({ id }),
	body: blockChange,
	reply: modifiedReply,
	errors: ["not_found", "own_account", "admin_account"],
});

export const addCustomerNoteEndpoint = endpoint({
	method: "POST",
	path: "/customer/{id}/note",
	access: "admin",
	status: 201,
	summary: "Adds a note for administrators to a customer; it can't be changed",
	params: v.object({ id }),
	body: customerNote,
	reply: insertedReply,
	errors: ["not_found"],
});
