/** Starts the stand-in for Google and provides its settings to the tests. */
import type { TestProject } from "vitest/node";
import { startGoogle } from "../../local/google/server.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** The Worker's bindings for sign-in with Google. */
		google: Record<string, string>;
	}
}

export default async function setup({ provide }: TestProject) {
	const client = { clientId: "local-tests", clientSecret: "a secret of the tests" };
	const google = await startGoogle({ port: 0, ...client });
	provide("google", {
		GOOGLE_DISCOVERY_URL: google.discoveryUrl,
		GOOGLE_CLIENT_ID: client.clientId,
		GOOGLE_CLIENT_SECRET: client.clientSecret,
	});
	return () => google.close();
}
