/** It comes without types. */
declare module "@adobe/structured-data-validator" {
	interface Issue {
		issueMessage: string;
		severity: "ERROR" | "WARNING";
	}
	export default class Validator {
		/** Takes things by their type, as a parser of pages finds them. */
		validate(found: { jsonld: Record<string, unknown[]> }): Promise<Issue[]>;
	}
}
