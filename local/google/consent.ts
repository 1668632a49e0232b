/** The consent page of the Google stand-in, where a visitor picks an identity. */

/** An identity at the stand-in. */
export interface Identity {
	name: string;
	email: string;
	/** Whether Google has verified the e-mail. */
	verified: boolean;
}

/** Identities to pick with one click. */
const testIdentities: readonly Identity[] = [
	{ name: "Wren Walker", email: "wren.walker@mail.test", verified: true },
	{ name: "Robin Rider", email: "rider@cogsmith.test", verified: true },
	{ name: "Sam Stranger", email: "sam.stranger@mail.test", verified: false },
];

/** The form's action: the library's authorize endpoint. */
export const authorizePath = "/authorize";

const style = `
	:root { color-scheme: light dark; --ink: light-dark(#23272b, #eceae4); --quiet: light-dark(#5a6068, #b0b5ba);
		--paper: light-dark(#fff, #24282c); --ground: light-dark(#eef0f2, #17191b); --line: light-dark(#868c93, #7d848b);
		--act: light-dark(#1f5c86, #86c1ea); --on-act: light-dark(#fff, #07131c) }
	* { box-sizing: border-box }
	body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 1rem; background: var(--ground);
		color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
	main { width: 100%; max-width: 26rem; padding: 2rem; background: var(--paper); border-radius: .5rem }
	h1 { margin: 0 0 .25rem; font-size: 1.5rem; line-height: 1.2 }
	p { margin: 0 0 1.5rem; color: var(--quiet) }
	form { display: grid; gap: 1rem }
	label { display: grid; gap: .25rem; font-weight: 600 }
	label.check { grid-template-columns: auto 1fr; gap: .5rem; align-items: center; font-weight: 400 }
	input:not([type]), input[type=email] { width: 100%; padding: .6rem .75rem; font: inherit; color: inherit;
		background: transparent; border: 1px solid var(--line); border-radius: .25rem }
	input[type=checkbox] { width: 1.15rem; height: 1.15rem; accent-color: var(--act) }
	button { padding: .6rem 1.1rem; font: inherit; font-weight: 600; color: inherit; background: transparent;
		border: 1px solid var(--line); border-radius: .25rem; cursor: pointer }
	button.act { color: var(--on-act); background: var(--act); border-color: var(--act) }
	:focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
	.row { display: flex; flex-wrap: wrap; gap: .75rem }
	h2 { margin: .75rem 0 0; font-size: 1rem }
	.people { display: grid; gap: .5rem }
	.people button { text-align: start; overflow-wrap: anywhere }
	.people small { display: block; font-weight: 400; color: var(--quiet) }
`;

const entities: Record<string, string> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function page(title: string, content: string): string {
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
<main><h1>${title}</h1>${content}</main>
</html>`;
}

/** The consent page. `authParams` are the parameters of the shop's request, passed on unchanged. */
export function consentPage(authParams: Record<string, string>): string {
	const hiddenInputs = Object.entries(authParams).map(
		([name, value]) =>
			`<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
	);
	const identityButtons = testIdentities.map(
		({ name, email, verified }) =>
			`<button name="person" value="${escapeHtml(email)}" formnovalidate>${escapeHtml(name)}
			<small>${escapeHtml(email)}, ${verified ? "verified" : "not verified"}</small></button>`,
	);
	return page(
		"Sign in with Google (local stand-in)",
		`<p>This is the shop's local stand-in for Google. Nothing leaves this machine.</p>
<form action="${authorizePath}">
	${hiddenInputs.join("\n\t")}
	<label>Name <input name="name" required maxlength="200" autocomplete="off"></label>
	<label>E-mail <input name="email" type="email" required maxlength="254" autocomplete="off"></label>
	<label class="check"><input name="verified" type="checkbox" value="yes" checked> Verified by Google</label>
	<div class="row">
		<button class="act" name="decision" value="allow">Continue</button>
		<button name="decision" value="deny" formnovalidate>Cancel</button>
	</div>
	<h2>Or use a test account</h2>
	<div class="people">${identityButtons.join("\n\t")}</div>
</form>`,
	);
}

/** The page for an invalid request, such as one with an unknown client id. */
export function errorPage(message: string): string {
	return page("Invalid request", `<p>${escapeHtml(message)}</p>`);
}

/** The identity that the submitted form names, or undefined if it was cancelled. */
export function identityFrom(
	form: Record<string, string | string[] | undefined>,
): Identity | undefined {
	const testIdentity = testIdentities.find(({ email }) => email === form.person);
	if (testIdentity) return testIdentity;
	const { name, email, verified, decision } = form;
	if (decision !== "allow" || typeof name !== "string" || typeof email !== "string") {
		return undefined;
	}
	return { name, email, verified: verified === "yes" };
}
