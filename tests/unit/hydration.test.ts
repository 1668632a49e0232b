/** What people act with on a page does not wait until the browser is idle, which a slow or busy phone is late. */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What may wait: toasts, which follow an action, what is below the profile or the fields of a product, and the forms of pages where nothing else moves. */
const maybeIdle = new Set(
	"Cart FinishSignIn ForgotForm LoginForm PartsForm PasswordForm ResetForm SignUpForm Toasts VariantGrid VerifyEmail".split(
		" ",
	),
);

it("islands hydrate when they are loaded", () => {
	const late = globSync("src/**/*.astro").flatMap((file) =>
		[...readFileSync(file, "utf8").matchAll(/<(\w+)\s[^<>]*client:(?:idle|visible)/g)]
			.filter(([, name = ""]) => !maybeIdle.delete(name) && name !== "Toasts")
			.map(([, name]) => `${file}: ${name}`),
	);
	expect(late).toEqual([]);
	expect([...maybeIdle]).toEqual([]);
});
