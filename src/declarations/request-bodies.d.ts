/**
 * Makes it a type error to read a request's body but by src/http/body.ts, which has its limits. A name for the request or
 * for the method changes nothing. tests/worlds proves it.
 */
interface Request<CfHostMetadata = unknown, Cf = CfProperties<CfHostMetadata>> {
	readonly arrayBuffer: never;
	readonly blob: never;
	readonly bytes: never;
	readonly formData: never;
	readonly json: never;
	readonly text: never;
}
