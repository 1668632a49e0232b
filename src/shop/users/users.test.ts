import * as v from "valibot";
import { describe, expect, it } from "vitest";
import {
	forgotForm,
	passwordForm,
	resetForm,
	signInForm,
	signUpForm,
} from "../../access/account-forms.ts";
import * as messages from "../../messages/messages.ts";
import { profileForm } from "./users.ts";

/** Returns the first message for each field. */
function fieldErrors(schema: v.GenericSchema, values: object): Record<string, string> {
	const { issues } = v.safeParse(schema, values);
	return Object.fromEntries(
		issues?.map((issue) => [v.getDotPath(issue) ?? "", issue.message]).toReversed() ?? [],
	);
}

const account = { name: "Rita", email: "rita@example.test", password: "sixsix" };

describe("the sign-in and sign-up forms", () => {
	it.each([undefined, null, ""])("requires every field, not %j", (empty) => {
		const required = { email: "Email is Required", password: "Password is Required" };
		expect(fieldErrors(signInForm, { email: empty, password: empty })).toEqual(required);
		expect(fieldErrors(signUpForm, { name: empty, email: empty, password: empty })).toEqual({
			name: "Name is Required",
			...required,
		});
	});

	it("requires a password of six characters, spaces counted", () => {
		for (const password of ["sixsix", "      ", "p".repeat(128)]) {
			expect(fieldErrors(signUpForm, { ...account, password })).toEqual({});
			expect(v.parse(signUpForm, { ...account, password }).password).toBe(password);
		}
		for (const schema of [signInForm, signUpForm]) {
			expect(fieldErrors(schema, { ...account, password: "five5" })).toEqual({
				password: "Must be 6 characters or longer",
			});
		}
	});

	it.each(["rita", "rita@", "@example.test", "rita example.test", "a@b@c.test"])(
		"rejects %j as an e-mail",
		(email) => {
			expect(fieldErrors(signInForm, { ...account, email })).toEqual({
				email: "Provide a valid Email",
			});
			expect(fieldErrors(signUpForm, { ...account, email })).toEqual({
				email: "Provide a valid Email",
			});
		},
	);

	it("requires a name that is not blank, of at most 120 characters", () => {
		expect(fieldErrors(signUpForm, { ...account, name: "  " })).toEqual({
			name: "Name is Required",
		});
		expect(fieldErrors(signUpForm, { ...account, name: "n".repeat(121) })).toEqual({
			name: messages.tooLong(120),
		});
	});
});

describe("the profile form", () => {
	it("requires a phone, but no name or address", () => {
		expect(fieldErrors(profileForm, { phone: "1" })).toEqual({});
		for (const phone of [undefined, null, "", "  ", 7]) {
			expect(fieldErrors(profileForm, { name: "Rita", address: "Home", phone })).toEqual({
				phone: messages.phoneRequired,
			});
		}
	});

	it("ignores role and e-mail", () => {
		const typed = { name: " Rita ", phone: " 1 ", address: "" };
		expect(v.parse(profileForm, { ...typed, role: "admin", email: "x@y.test" })).toEqual({
			name: "Rita",
			phone: "1",
			address: "",
		});
	});

	it("limits the length of each field", () => {
		const long = { name: "n".repeat(121), phone: "1".repeat(33), address: "a".repeat(301) };
		expect(fieldErrors(profileForm, long)).toEqual({
			name: messages.tooLong(120),
			phone: messages.tooLong(32),
			address: messages.tooLong(300),
		});
	});
});

describe("the forms about a password", () => {
	it("requires an e-mail for a link", () => {
		expect(fieldErrors(forgotForm, { email: "" })).toEqual({ email: "Email is Required" });
		expect(fieldErrors(forgotForm, { email: account.email })).toEqual({});
	});

	it("requires a new password as when signing up", () => {
		for (const newPassword of [undefined, ""])
			expect(fieldErrors(resetForm, { newPassword })).toEqual({
				newPassword: messages.newPasswordRequired,
			});
		const errorsOf = (length: number) =>
			fieldErrors(resetForm, { newPassword: "p".repeat(length) });
		expect([errorsOf(6), errorsOf(128)]).toEqual([{}, {}]);
		expect(errorsOf(5)).toEqual({ newPassword: messages.passwordTooShort });
		expect(errorsOf(129)).toEqual({ newPassword: messages.tooLong(128) });
	});

	it("requires the current password, of any length", () => {
		for (const currentPassword of [undefined, ""])
			expect(fieldErrors(passwordForm, { currentPassword, newPassword: "sixsix" })).toEqual({
				currentPassword: messages.currentPasswordRequired,
			});
		expect(fieldErrors(passwordForm, { currentPassword: "1", newPassword: "sixsix" })).toEqual({});
	});
});
