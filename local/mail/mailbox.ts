/** The e-mails a local shop has sent, which its runtime stores instead (wrangler's Local Explorer). */
import * as v from "valibot";

const mailSchema = v.object({
	messageId: v.string(),
	from: v.string(),
	to: v.array(v.string()),
	subject: v.string(),
	sentAt: v.string(),
});

const listSchema = v.object({ result: v.array(mailSchema) });
const detailSchema = v.object({
	result: v.object({ ...mailSchema.entries, text: v.string(), html: v.optional(v.string()) }),
});

export type SentMail = v.InferOutput<typeof mailSchema>;
export type MailWithBodies = v.InferOutput<typeof detailSchema>["result"];

/** The latest e-mails of the shop at `origin`, newest first, optionally filtered by recipient. */
export async function listMails(origin: string, to?: string): Promise<SentMail[]> {
	const { result } = v.parse(listSchema, await queryExplorer(origin, { per_page: "100" }));
	return result
		.filter((mail) => to === undefined || mail.to.includes(to.toLowerCase()))
		.toSorted((first, second) => second.sentAt.localeCompare(first.sentAt));
}

/** One e-mail with its text and HTML; undefined if there is none with that id. */
export async function findMail(
	origin: string,
	messageId: string,
): Promise<MailWithBodies | undefined> {
	const found = v.safeParse(detailSchema, await queryExplorer(origin, { email_id: messageId }));
	return found.success ? found.output.result : undefined;
}

async function queryExplorer(origin: string, query: Record<string, string>): Promise<unknown> {
	const url = `${origin}/cdn-cgi/local/explorer/api/local/email/sending?${new URLSearchParams(query)}`;
	const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
	return response.json();
}
