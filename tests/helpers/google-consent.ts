/** The consent page of Google's stand-in. */

export interface Identity {
	name?: string;
	email: string;
	verified?: boolean;
}

/** Submits the consent page as Continue does; returns the redirect URL. */
export async function consent(authorization: string, identity: Identity): Promise<string> {
	const consentUrl = new URL(authorization);
	const { name = "Gwen Google", email, verified = true } = identity;
	const form = new URL("/authorize", consentUrl);
	const sent = { decision: "allow", name, email, ...(verified && { verified: "yes" }) };
	for (const [key, value] of [...consentUrl.searchParams, ...Object.entries(sent)])
		form.searchParams.set(key, value);
	const back = await fetch(form, { redirect: "manual" });
	return back.headers.get("location") ?? "";
}
