/** The mails a local shop has sent, as its runtime keeps them instead of sending (wrangler's Local Explorer). */
import * as v from "valibot";

const sentMail = v.object({
	messageId: v.string(),
	from: v.string(),
	to: v.array(v.string()),
	subject: v.string(),
	sentAt: v.string(),
});

const listed = v.object({ result: v.array(sentMail) });
const detailed = v.object({ result: v.object({ ...sentMail.entries, text: v.string() }) });

export type SentMail = v.InferOutput<typeof sentMail>;
export type WholeMail = v.InferOutput<typeof detailed>["result"];

/** The newest mails of the shop at `origin`, newest first; only those to `to`, where that is given. */
export async function sentMails(origin: string, to?: string): Promise<SentMail[]> {
	const { result } = v.parse(listed, await explore(origin, { per_page: "100" }));
	return result
		.filter((mail) => to === undefined || mail.to.includes(to.toLowerCase()))
		.toSorted((one, other) => other.sentAt.localeCompare(one.sentAt));
}

/** One mail with its text; undefined where there is none of that id. */
export async function findMail(origin: string, messageId: string): Promise<WholeMail | undefined> {
	const found = v.safeParse(detailed, await explore(origin, { email_id: messageId }));
	return found.success ? found.output.result : undefined;
}

async function explore(origin: string, query: Record<string, string>): Promise<unknown> {
	const address = `${origin}/cdn-cgi/explorer/api/local/email/sending?${new URLSearchParams(query)}`;
	const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
	return response.json();
}
