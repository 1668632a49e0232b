/** Answers the forms of pages: does what a form asks, or returns why not, so that its page shows it again. */
import type { AstroGlobal } from "astro";
import type { ErrorCode, FieldErrors } from "../errors.ts";
import { isOwnForm } from "../platform/auth/own-form.ts";
import { readForm, readUploadForm, type Upload } from "./body.ts";
import { logRejection, sentenceOf, toShopError } from "./handle.ts";
import { isOverloaded } from "./request-slots.ts";

/** Why a form was refused: in sentences about all of it, and one for each field that is wrong. */
interface Refusal {
	problems?: readonly string[];
	fields?: Readonly<FieldErrors>;
	/** The HTTP status of the page; by default 422. */
	status?: number;
}

/** A form as its page shows it: what was sent, which is empty for a new one, and why it was refused. */
export interface ShownForm {
	sent: URLSearchParams;
	problems: readonly string[];
	fields: Readonly<FieldErrors>;
}

/** What came of a form: the path that it leads to, a response, a refusal, or undefined to show the page with it. */
type Outcome = string | Response | Refusal | undefined;

/** Errors of a body that no form of ours sends, unless a file is too large: their page is the error page, which costs nothing. */
const unreadable: readonly ErrorCode[] = [
	...(["malformed", "request_timeout", "too_large", "unsupported_media"] as const),
];

/**
 * Reads the form that one of our pages has sent and does with `act` what it asks. Returns the response, or what the
 * page shows: a ShopError that `act` throws is a refusal, with the status of the error. Without `act`, and if another
 * site has sent the form, nothing is read. Throws as `readForm` does, and what is no ShopError.
 */
export async function answerForm(
	page: Pick<AstroGlobal, "request" | "response" | "redirect">,
	act: ((sent: URLSearchParams, file?: Uint8Array<ArrayBuffer>) => Promise<Outcome>) | undefined,
	upload?: Upload,
): Promise<Response | ShownForm> {
	let sent = new URLSearchParams();
	let refusal: Refusal | undefined;
	if (act && isOwnForm(page.request)) {
		try {
			const read = upload
				? await readUploadForm(page.request, upload)
				: { texts: await readForm(page.request), file: undefined };
			sent = read.texts;
			const outcome = await act(sent, read.file);
			if (typeof outcome === "string") return page.redirect(outcome, 303);
			if (outcome instanceof Response) return outcome;
			refusal = outcome;
		} catch (thrown) {
			refusal = refusalOf(thrown, page.response.headers, upload);
		}
	}
	if (refusal) page.response.status = refusal.status ?? 422;
	return { sent, problems: refusal?.problems ?? [], fields: refusal?.fields ?? {} };
}

/** Returns the refusal that an error is, or throws it again if the page can't show it. Sets Retry-After as calls do. */
function refusalOf(thrown: unknown, headers: Headers, upload: Upload | undefined): Refusal {
	const error = toShopError(thrown);
	const isFileTooLarge = upload !== undefined && error.code === "too_large";
	const isUnreadable = unreadable.includes(error.code) && !isFileTooLarge;
	if (error.code === "internal" || isUnreadable || isOverloaded(error)) throw thrown;
	logRejection(error);
	if (error.retryAfterS !== undefined) headers.set("Retry-After", String(error.retryAfterS));
	const { fields = {}, status } = error;
	// "Please check the marked fields": they say it.
	const isSaid = error.message === "invalid" && Object.keys(fields).length > 0;
	return { problems: isSaid ? [] : [sentenceOf(error)], fields, status };
}
